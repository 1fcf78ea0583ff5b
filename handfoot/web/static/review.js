// A side's round in review: the photos, the lists beside them, and what a tap on either does.
import { get } from "./api.js";
import { hush, tell } from "./app.js";
import { keepClearOf } from "./clear.js";
import { day } from "./day.js";
import { DraftKeeper } from "./review_draft.js";
import { el } from "./dom.js";
import { points } from "./points.js";
import { fill, glideTo, photoTitle, placeName } from "./review_dom.js";
import { Lists } from "./review_lists.js";
import { toPin } from "./pin.js";
import { PhotoView } from "./review_photo.js";
import { Sheet } from "./review_sheet.js";
import { sayWanted } from "./review_told.js";
import { aloud, canSpeak, speak } from "./speak.js";
import { leaveIfGone, watch } from "./watch.js";
import { say } from "/texts.js";

// When the draft is fetched again, in milliseconds: while a photo of it is being read, and while it cannot be had.
const WHILE_READ_MS = 1500;
const WHILE_LOST_MS = 5000;

const page = document.getElementById("review");
const part = (id) => document.getElementById(id);
const draft = new DraftKeeper(page.dataset.draft);
const sheet = new Sheet(part("sheet"), draft);
const kept = `photo ${page.dataset.draft}`;
let shown = sessionStorage.getItem(kept);
const advice = new Map();

const view = new PhotoView(part("stage"), {
  tapCard: (id) => {
    view.light([id]);
    sheet.card(id);
  },
  tapPile: ({ id, cards }) => (id ? sheet.pile(id) : show(cards)),
  tapPlace: (x, y) => sheet.addAt(photoNow(), x, y, nearestPile(x, y)),
});

const lists = new Lists(draft, sheet, show, showPhoto);

const ORDER = ["played", "fanned", "left"];
const inOrder = (photos) => [...photos].sort((a, b) => ORDER.indexOf(a.shows) - ORDER.indexOf(b.shows));

// What was chosen, else the first that shows cards.
function photoNow() {
  const { photos, cards } = draft.state;
  const first = inOrder(photos);
  return photos.find((photo) => photo.id === shown) ?? first.find(({ id }) => cards.some((card) => card.photo === id)) ?? first[0];
}

// Lights cards, in the photo that most of them lie in; `go` brings them into view.
function show(ids, go = true) {
  const by = new Map();
  for (const id of ids) {
    const { photo } = draft.card(id);
    if (photo) by.set(photo, (by.get(photo) ?? 0) + 1);
  }
  const best = [...by].sort((a, b) => b[1] - a[1])[0];
  view.lit = new Set(ids);
  if (best && !by.has(photoNow()?.id)) choose(best[0]);
  else if (view.photo) view.draw();
  if (go && best) {
    view.goTo(ids);
    bringIntoSight();
  }
}

function showPhoto(id) {
  choose(id);
  bringIntoSight();
}

function bringIntoSight() {
  // Beside the lists it is in sight.
  if (getComputedStyle(part("stage").parentElement).position === "sticky") return;
  glideTo(part("stage"), "nearest");
}

function choose(id) {
  shown = id;
  sessionStorage.setItem(kept, id);
  view.marks = [];
  renderPhoto();
}

function renderPhoto() {
  const { photos, cards, doubts, piles, removed } = draft.state;
  const photo = photoNow();
  part("stage").hidden = part("tap-hint").hidden = !photo;
  part("by-hand").hidden = photos.length > 0;
  part("add-photos").textContent = say(photos.length ? "review.add_photos" : "round.take");
  fill(part("tabs"), photos.length ? inOrder(photos).map((one) => tab(one, one === photo)) : el("p", {}, say("review.no_photos")));
  if (!photo) return;
  // Where the tabs are more than fit, the one that is shown is among those in sight.
  const now = part("tabs").querySelector("[aria-pressed=true]");
  const past = now.offsetLeft + now.offsetWidth - part("tabs").clientWidth - part("tabs").offsetLeft;
  part("tabs").scrollLeft = Math.min(Math.max(part("tabs").scrollLeft, past), now.offsetLeft - part("tabs").offsetLeft);
  part("tap-hint").textContent = photo.deleted_at
    ? say("review.picture_gone", { when: day(photo.deleted_at) }) : say("review.tap_hint");
  const doubted = new Set(doubts.filter((one) => !one.settled).flatMap((one) => one.cards));
  const faint = new Set([...draft.state.again, ...draft.state.face_down, ...draft.state.faint, ...piles.flatMap((pile) => pile.again)]);
  const here = cards.filter((card) => card.photo === photo.id && card.quad && !removed.includes(card.id));
  const drawn = here.map((card) => ({
    ...card,
    doubted: doubted.has(card.id),
    faint: faint.has(card.id),
    mine: card.source === "person",
  }));
  view.show(photo, drawn, [...pileFrames(here), ...placeFrames(here)]);
  renderAdvice(photo);
}

function tab(photo, pressed) {
  const state = photo.state === "read" ? "" : say(`review.${photo.state}`);
  return el(
    "button",
    { type: "button", "data-key": `photo-${photo.id}`, "aria-pressed": String(pressed), onclick: () => choose(photo.id) },
    el("span", {}, photoTitle(draft.state, photo)),
    el("small", { class: state ? "not-read" : "soft" }, state || photo.name),
  );
}

function pileFrames(here) {
  return draft.state.piles.flatMap((pile) => {
    const own = here.filter((card) => pile.cards.includes(card.id));
    const again = here.filter((card) => pile.again.includes(card.id));
    const frames = [];
    if (own.length) frames.push(frame(pile.kind, pile.name, points(pile.points), own, pile.id));
    if (again.length) frames.push(frame("again", pile.name, "", again, pile.id));
    return frames;
  });
}

function placeFrames(here) {
  const { red_threes, left, score } = draft.state;
  const sum = (...reasons) =>
    score.lines.filter((line) => reasons.includes(line.reason)).reduce((all, line) => all + line.points, 0);
  const places = [
    ["red3", say("review.red_threes"), red_threes, sum("red3_played")],
    ["left", placeName(draft.state, "left"), left, sum("left", "red3_left", "black3_left")],
  ];
  return places.flatMap(([kind, name, ids, worth]) => {
    const own = here.filter((card) => ids.includes(card.id));
    return own.length ? [frame(kind, name, points(worth), own)] : [];
  });
}

// id: of the pile, if it is one.
const frame = (kind, name, worth, own, id = null) =>
  ({ id, kind, name, title: `${name} ${worth}`.trim(), cards: own.map((card) => card.id), quads: own.map((card) => card.quad) });

function nearestPile(x, y) {
  const away = (card) => {
    const centre = [0, 1].map((axis) => card.quad.reduce((sum, point) => sum + point[axis], 0) / 4);
    return Math.hypot(centre[0] - x, centre[1] - y);
  };
  const near = view.cards.filter((card) => !card.faint).sort((a, b) => away(a) - away(b))[0];
  if (!near || away(near) > 1.6 * view.unit) return null;
  if (draft.state.left.includes(near.id)) return "left";
  return draft.state.piles.find((pile) => pile.cards.includes(near.id))?.id ?? null;
}

async function renderAdvice(photo) {
  if (photo.state === "read" && !advice.has(photo.id)) {
    advice.set(photo.id, []);
    advice.set(photo.id, await get(`/api/photos/${photo.id}/advice`).catch(() => []));
    if (photoNow()?.id !== photo.id) return;
  }
  const found = advice.get(photo.id) ?? [];
  fill(
    part("advice"),
    found.length
      ? el(
          "div",
          { class: "notice" },
          el("h3", {}, say("review.advice")),
          el("ul", { class: "advice" }, found.map((one, place) =>
            el("li", {}, one.say, one.boxes.length
              ? el("button", { type: "button", "data-key": `advice-${place}`, onclick: () => view.mark(one.boxes) }, say("review.show"))
              : null))),
        )
      : null,
  );
}

function render() {
  renderPhoto();
  lists.render();
  part("agreed").hidden = !draft.state.agreed;
  page.dataset.sequence = draft.state.sequence;
  if (draft.state.photos.some((photo) => photo.state === "waiting")) lookAgain(WHILE_READ_MS);
}

let leavingForPin = false;

let looking;
function lookAgain(ms) {
  clearTimeout(looking);
  looking = setTimeout(() => draft.load().catch(() => lookAgain(WHILE_LOST_MS)), ms);
}

function speakScore() {
  const { name, score } = draft.state;
  const said = say(score.low === score.high ? "review.spoken_exact" : "review.spoken_interval", {
    side: name, best: aloud(score.best), low: aloud(score.low), high: aloud(score.high), questions: score.questions.length,
  });
  if (canSpeak) speak(said);
  tell(canSpeak ? said : say("review.no_voice"), canSpeak ? "" : "bad");
}

async function undo() {
  const { undoes } = draft.state;
  lists.questions.forgetEntered();
  if ((await draft.undo()) === true && undoes) tell(say("review.undone", { what: say(undoes.key, undoes.values) }));
}

// What was taken back and stands again is not told any more.
function redo() {
  hush();
  draft.redo();
}

keepClearOf(document.querySelector(".bar"), "head");
draft.addEventListener("change", render);
// Until it is sent no other question is answered.
const saving = (is) => {
  part("saving").hidden = !is;
  part("questions").setAttribute("aria-busy", String(is));
};
draft.addEventListener("slow", () => saving(true));
draft.addEventListener("sent", () => saving(false));
const wanted = ({ body, told }) => sayWanted(draft, body.edit, told) || say("review.change");
let toldUnsaved = "";
draft.addEventListener("unsaved", () => {
  // Of each change: an answer does not show among the cards before it is kept.
  const waits = draft.waiting.map(({ body, told }) => sayWanted(draft, body.edit, told)).filter(Boolean).join("; ");
  const text = say("review.unsaved", { count: draft.waiting.length });
  if (part("unsaved").textContent !== text) part("unsaved").textContent = text;
  const why = draft.failing ? say("review.unsaved_failed", { why: draft.failing.why }) : say("review.unsaved_kept");
  part("unsaved-what").textContent = [why, waits && say("review.unsaved_what", { what: waits })].join(" ");
  part("unsaved").hidden = part("unsaved-what").hidden = false;
  part("leave-stuck").hidden = !draft.stuck();
  part("leave-stuck").textContent = draft.stuck() ? say("review.leave_stuck", { what: wanted(draft.stuck()) }) : "";
  // What was answered is shown as given, once for each change and not at each try.
  const deeds = draft.waiting.map(({ body }) => body.deed).join();
  if (deeds !== toldUnsaved) lists.render();
  toldUnsaved = deeds;
});
draft.addEventListener("saved", () => {
  for (const id of ["unsaved", "unsaved-what", "leave-stuck"]) part(id).hidden = true;
});
part("leave-stuck").addEventListener("click", () => {
  const stuck = draft.stuck();
  if (stuck) draft.leaveStuck(stuck.body.deed);
});
draft.addEventListener("pin", () => {
  leavingForPin = true;
  toPin();
});
draft.addEventListener("conflict", (event) => sheet.conflict(event.detail));
draft.addEventListener("failed", ({ detail: error }) => {
  tell(error.status === 401 ? say("review.pin_needed") : error.message, "bad");
  lists.render();
});
part("undo").addEventListener("click", undo);
part("redo").addEventListener("click", redo);
part("speak").addEventListener("click", speakScore);
part("by-hand").addEventListener("click", () => sheet.addByHand());
part("sheet").addEventListener("close", () => {
  view.light([]);
  // Where the next question stands already the last one is decided.
  if (!part("sheet").open) draft.leaveLate();
});
// What waits is sent from here alone: leaving is asked about.
addEventListener("beforeunload", (event) => {
  if (draft.waiting.length && !leavingForPin) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || part("sheet").open) return;
  event.preventDefault();
  if (event.shiftKey ? draft.state?.can_redo : draft.state?.can_undo) event.shiftKey ? redo() : undo();
});
// What another phone changed is fetched when the server tells of it, and when somebody comes back to this page.
watch(page.dataset.game, () => draft.load().catch(leaveIfGone));
if (location.hash === "#kept") {
  history.replaceState(null, "", location.pathname);
  tell(say("camera.kept"), "good");
}
// Whoever came to enter the cards by hand does so at once.
if (location.hash === "#by-hand") {
  history.replaceState(null, "", location.pathname);
  draft.addEventListener("change", () => sheet.addByHand(), { once: true });
}
draft.load().catch((error) => {
  part("interval").textContent = error.message;
  lookAgain(WHILE_LOST_MS);
});
