// Calls back when the game was changed, by whomever; several changes in a row are one call.
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
  // After a break something may have been missed: the server's first sign of life counts as a change.
  return events;
}
