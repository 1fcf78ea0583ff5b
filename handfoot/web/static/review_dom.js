// Small pieces every part of the review builds with.
import { el, standAt } from "./dom.js";
import { sentence } from "./sentence.js";
import { say } from "/texts.js";

// Puts new content into a part of the page; who had the focus there keeps it, found again by its data-key, and where
// that is gone, or lies in a closed fold, stands at the part's heading.
export function fill(parent, ...children) {
  const had = parent.contains(document.activeElement);
  const key = had ? document.activeElement.dataset.key : undefined;
  const open = new Set(Array.from(parent.querySelectorAll("details[open]"), (one) => one.dataset.key));
  parent.replaceChildren(...children.flat().filter(Boolean));
  for (const one of parent.querySelectorAll("details")) if (open.has(one.dataset.key)) one.open = true;
  if (!had) return;
  const again = key === undefined ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  again?.focus({ preventScroll: true });
  if (document.activeElement !== again) stand(parent);
}

// A button that keeps the focus when its part of the page is filled anew.
export const button = (key, onclick, inside, attributes = {}) =>
  el("button", { type: "button", "data-key": key, onclick, ...attributes }, inside);

// Brings the focus to the heading of a part of the page.
export function stand(parent) {
  const heading = parent.querySelector("h2");
  if (heading) standAt(heading);
}

// Brings a part of the page into sight: at once for whoever wants nothing to move.
export function glideTo(part, block = "start") {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  part.scrollIntoView({ block, behavior: isStill ? "auto" : "smooth" });
}

// What a pile is called in a list to choose from: with its number, where another is called so too.
export function pileLabel({ piles }, pile) {
  const number = piles.indexOf(pile) + 1;
  return piles.some((one) => one !== pile && one.name === pile.name) ? `${number}. ${pile.name}` : pile.name;
}

// What a place beside the piles is called: in some rounds there is a Tail beside Hand and Foot.
export const placeName = ({ rules }, place) =>
  place === "left" && rules.tail ? say("review.left_tail") : say(`review.${place}`);

// How many things a score is told with that no question asks: problems of the rules, and what may be misread.
export const toSee = (score) => score.problems.length + score.doubts.length;

// How many photos of a side are not read yet, and how many cannot be: its score lacks their cards.
const inState = (state) => ({ photos }) => photos.filter((photo) => photo.state === state).length;
export const beingRead = inState("waiting");
export const unreadable = inState("failed");

// − number + with large targets; change(number) is told of each press.
export function stepper(what, key, value, { least = 0, most = 99, note = "", change }) {
  const shown = el("output", { class: "stepper-value", "aria-label": what }, String(value));
  const step = (by) => () => {
    const next = Number(shown.textContent) + by;
    if (next < least || next > most) return;
    shown.textContent = String(next);
    ends();
    change(next);
  };
  const look = (text) => ({ class: "step", "aria-label": say(text, { what }) });
  const less = button(`${key}-less`, step(-1), "−", look("review.less"));
  const more = button(`${key}-more`, step(1), "+", look("review.more"));
  // Not `disabled`: who steps by the keyboard stays on the button.
  const ends = () => {
    less.setAttribute("aria-disabled", String(Number(shown.textContent) <= least));
    more.setAttribute("aria-disabled", String(Number(shown.textContent) >= most));
  };
  ends();
  return el(
    "div",
    { class: "stepper", role: "group", "aria-label": what },
    el("span", { class: "stepper-what" }, what, note && el("small", { class: "soft" }, ` (${note})`)),
    el("span", { class: "steps" }, less, shown, more),
  );
}

// A sentence of the server, which calls photos by their files, as this page calls them.
export function sentenceOf(state, text) {
  const files = state.photos.filter(({ name }) => name.includes(".")).sort((a, b) => b.name.length - a.name.length);
  return sentence(files.reduce((said, photo) => said.split(photo.name).join(`“${photoTitle(state, photo)}”`), text));
}

// What a photo is called on its tab, and wherever else it is named.
export function photoTitle({ photos }, photo) {
  const what = say(`photos.${photo.shows}`);
  const like = photos.filter((one) => one.shows === photo.shows);
  return like.length > 1 ? `${what} ${like.indexOf(photo) + 1}` : what;
}
