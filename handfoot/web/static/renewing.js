// A part of the page as it is now on the server, in the place of the part as it was.
import { focused } from "./doing.js";
import { standAt } from "./dom.js";
import { leaveIfGone } from "./watch.js";

// A button must not be exchanged under the finger that presses it: the press would be lost.
let released = Promise.resolve();
document.addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(resolve), { once: true });
  });
});

let asked = 0;
let shown = 0;

// keep(now, fresh) is called before, to carry over what a person opened or wrote; false leaves all as it is. Comes to
// whether the page could be fetched.
export async function renew(id, keep = () => {}) {
  const mine = ++asked;
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok ? await answer.text().catch(() => null) : null;
  if (page === null) return leaveIfGone(answer ?? {});
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById(id);
  await released;
  // An answer that another overtook is old.
  if (mine < shown) return true;
  const now = document.getElementById(id);
  if (keep(now, fresh) === false) return true;
  shown = mine;
  // One's own deed is told by the server too: what is shown already stays.
  if (fresh.isEqualNode(now)) return true;
  const one = focused();
  const had = now.contains(one) ? one : null;
  now.replaceWith(fresh);
  if (had) goOn(had, now, fresh);
  return true;
}

// The keyboard goes on from what had the focus, where that is there again, else from the heading above it.
function goOn(had, now, fresh) {
  const again = alike(had, now, fresh);
  if (!again || again.disabled) {
    const section = had.closest("section[aria-labelledby]");
    const heading = section && document.getElementById(section.getAttribute("aria-labelledby"));
    standAt(heading ?? document.querySelector("h1"));
    return;
  }
  if (had.hasAttribute("tabindex")) again.tabIndex = had.tabIndex;
  again.focus({ preventScroll: true });
  // Not every field has a place where it is written on.
  if (typeof had.selectionStart === "number") again.setSelectionRange(had.selectionStart, had.selectionEnd);
}

// Of several that are called the same it is the one in the same place.
function alike(had, now, fresh) {
  const called = (part) => [...part.querySelectorAll(had.tagName)].filter((one) =>
    one.id || had.id ? one.id === had.id : one.href === had.href && one.textContent === had.textContent);
  const [before, after] = [called(now), called(fresh)];
  return before.length === after.length ? after[before.indexOf(had)] : undefined;
}
