// Calls back when the game was changed, by whomever; several changes in a row are one call. The server says "changed"
// once at the start, and again after each break of the connection, when something may have been missed.
const PAUSE_MS = 400;

// A game that another phone deleted has no page any more: opened anew it says so.
export function leaveIfGone({ status }) {
  if (status === 404) location.reload();
}

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
  // The server refused to go on telling, as of a game that was deleted while this phone slept.
  events.addEventListener("error", () => events.readyState === EventSource.CLOSED && changed());
  return events;
}
