// Calls back when the game was changed, by whomever; several changes in a row are one call. The server says "changed"
// once at the start, and again after each break of the connection, when something may have been missed.
const PAUSE_MS = 400;

export function watch(game, changed) {
  const events = new EventSource(`/api/games/${game}/events`);
  let first = true;
  let waiting;
  events.addEventListener("changed", () => {
    if (first) {
      first = false;
      return;
    }
    clearTimeout(waiting);
    waiting = setTimeout(changed, PAUSE_MS);
  });
  return events;
}
