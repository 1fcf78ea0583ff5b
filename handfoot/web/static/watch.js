// Calls back when what is watched was changed, by whomever; several changes in a row are one call. The server's first
// word names the last change that was told by then, and so does the page: where they differ something was missed since
// the page was made. After a break of the connection something may always have been.
const PAUSE_MS = 400;

// The server gives a sign of life every 20 s: one that is silent for longer is out of reach, though nothing says so.
const SILENT_MS = 50_000;

// A browser does not ask again by itself where the server answered that it cannot tell now.
const AGAIN_MS = 5_000;

// A break shorter than this is none that somebody has to know of.
const LOST_MS = 3_000;

let leaves = false;
let losing = null;

// That the connection is lost, where a page has no place of its own for it: what it shows may be old by then.
function tellLost(isLost) {
  if (isLost) {
    losing ??= setTimeout(() => (document.getElementById("offline").hidden = false), LOST_MS);
    return;
  }
  clearTimeout(losing);
  losing = null;
  document.getElementById("offline").hidden = true;
}

// A game that another phone deleted has no page any more: opened anew it says so. Returns false: what is wrong else may
// pass.
export function leaveIfGone({ status }) {
  if (status === 404 && !leaves) location.reload();
  return false;
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

export const watch = (game, changed) => watchAt(`/api/games/${game}/events`, changed);

// changed() comes to false where what changed could not be fetched: it is called again. lost(isLost) is told, too,
// whether the connection is. A page in the background has none, as a browser has only a few to one server for all its
// tabs: such a page catches up once somebody looks at it.
export function watchAt(address, changed, lost = tellLost) {
  let { content: known } = document.querySelector('meta[name="handfoot-told"]');
  const isSeen = () => document.visibilityState === "visible";
  let waiting;
  let silent;
  let again;
  let events = null;
  const catchUp = async () => {
    if ((await changed()) === false) waiting = setTimeout(catchUp, AGAIN_MS);
  };
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
      waiting = setTimeout(catchUp, PAUSE_MS);
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
  const openAnew = () => {
    if (events) known = null;
    clearTimeout(silent);
    clearTimeout(again);
    events?.close();
    if (!isSeen()) lost(false);
    openIfSeen();
  };
  openIfSeen();
  document.addEventListener("visibilitychange", openAnew);
  // A stream may not notice for long that the network went or came; and the machine of the server needs none.
  for (const turn of ["offline", "online"]) addEventListener(turn, openAnew);
}
