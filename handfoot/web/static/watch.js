// Calls back when what is watched was changed, by whomever; several changes in a row are one call. The server says
// "changed" once at the start, as something may have been missed since the page was made, and again after each break of
// the connection. Returns what is closed by who is about to leave.
const PAUSE_MS = 400;

// A game that another phone deleted has no page any more: opened anew it says so.
export function leaveIfGone({ status }) {
  if (status === 404) location.reload();
}

export function watch(game, changed) {
  return watchAt(`/api/games/${game}/events`, changed);
}

export function watchAt(address, changed) {
  const events = new EventSource(address);
  let waiting;
  events.addEventListener("changed", () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, PAUSE_MS);
  });
  // The server refused to go on telling, as of a game that was deleted while this phone slept.
  events.addEventListener("error", () => events.readyState === EventSource.CLOSED && changed());
  return {
    close() {
      clearTimeout(waiting);
      events.close();
    },
  };
}
