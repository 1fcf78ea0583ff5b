// Calls back when what is watched was changed, by whomever; several changes in a row are one call. The server's first
// word names the last change that was told by then, and so does the page: where they differ something was missed since
// the page was made. After a break of the connection something may always have been.
const PAUSE_MS = 400;

// The server gives a sign of life every 20 s: one that is silent for longer is out of reach, though nothing says so.
const SILENT_MS = 50_000;

// A browser does not ask again by itself where the server answered that it cannot tell now.
const AGAIN_MS = 5_000;

let leaves = false;

// A game that another phone deleted has no page any more: opened anew it says so.
export function leaveIfGone({ status }) {
  if (status === 404 && !leaves) location.reload();
}

// Whoever deletes a game goes on from there, whatever its page is fetching at that moment.
export async function leaving(deed) {
  leaves = true;
  try {
    await deed();
  } catch (error) {
    leaves = false;
    leaveIfGone(error);
    throw error;
  }
}

export function watch(game, changed, lost) {
  watchAt(`/api/games/${game}/events`, changed, lost);
}

// lost(isLost) is told, too, whether the connection is. A page in the background has none, as a browser has only a few to
// one server for all its tabs: such a page catches up once somebody looks at it.
export function watchAt(address, changed, lost = () => {}) {
  let { content: known } = document.querySelector('meta[name="handfoot-told"]');
  const isSeen = () => document.visibilityState === "visible";
  let waiting;
  let silent;
  let again;
  let events = null;
  const open = () => {
    const source = new EventSource(address);
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(() => lost(true), SILENT_MS);
      lost(false);
    };
    source.addEventListener("beat", heard);
    source.addEventListener("changed", ({ data }) => {
      heard();
      if (data === known) return;
      clearTimeout(waiting);
      waiting = setTimeout(changed, PAUSE_MS);
    });
    source.addEventListener("open", heard);
    source.addEventListener("error", () => {
      known = null;
      lost(true);
      if (source.readyState !== EventSource.CLOSED) return;
      // The server refused to go on telling: for good of a game that was deleted while this phone slept, as the page
      // finds out now, else for a while.
      changed();
      again = setTimeout(openIfSeen, AGAIN_MS);
    });
    return source;
  };
  const openIfSeen = () => {
    events = isSeen() ? open() : null;
  };
  openIfSeen();
  document.addEventListener("visibilitychange", () => {
    if (events) known = null;
    clearTimeout(silent);
    clearTimeout(again);
    events?.close();
    openIfSeen();
  });
}
