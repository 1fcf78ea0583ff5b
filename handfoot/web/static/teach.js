// Teaching a deck: photos in, the cards found in them with a guess each, a question where unsure, and the deck is kept.
import { ApiError, get, post } from "./api.js";
import { tellOnList } from "./deck_told.js";
import { ask, doing } from "./doing.js";
import { el, pathOf, svg } from "./dom.js";
import { askPin, pinBefore } from "./pin.js";
import { DESIGNS, FACES, faceMark, faceName } from "./faces.js";
import { unfit } from "./unfit.js";
import { forget, keepWritten } from "./unsent.js";
import { say } from "/texts.js";

const page = document.getElementById("teach");
const input = document.getElementById("photos");
const form = document.getElementById("save");
const button = form.querySelector("button");
const taught = page.dataset.taught.split(" ");
const SKIP = "-";
// A guess so sure is worth a tap of its own, though it is asked about.
const LIKELY = 0.5;
// What stands on a card in the photo is so high, in widths of the card, and at most and at least such a share of the photo.
const MARK = { ofCard: 0.42, most: 1 / 12, least: 1 / 34 };
// Where the browser keeps which lesson this is, and what was answered.
const shelf = `lesson ${page.dataset.deck}`;
const answers = new Map();
// What was answered, if anything, of the cards of photos that are left out.
const before = new Map();
const queue = [];
let lesson = null;
let busy = false;
let shown = 0;
let learnt = false;

const faceOf = (card) => answers.get(card.number) ?? (card.ask ? "" : card.guess);

function markSize(card, photo) {
  const side = Math.max(photo.width, photo.height);
  const [from, ...ends] = card.quad;
  const width = Math.min(...[ends[0], ends[2]].map((end) => Math.hypot(end[0] - from[0], end[1] - from[1])));
  return Math.max(MARK.least * side, Math.min(MARK.ofCard * width, MARK.most * side));
}

function photoFigure(photo, number) {
  const picture = svg("svg", { viewBox: `0 0 ${photo.width} ${photo.height}`, role: "img", "aria-label": say("teach.photo", { name: photo.name }) },
    svg("image", { href: `/api/lessons/${lesson.id}/photos/${number}`, width: photo.width, height: photo.height }));
  for (const card of lesson.cards.filter((one) => one.photo === number)) {
    const middle = [0, 1].map((axis) => card.quad.reduce((sum, point) => sum + point[axis], 0) / 4);
    const mark = svg("g", { "data-card": card.number },
      svg("polygon", { points: pathOf(card.quad) }),
      svg("text", { x: middle[0], y: middle[1], "font-size": markSize(card, photo), "dominant-baseline": "central" }));
    picture.append(mark);
  }
  return el("figure", { class: "lesson-photo" }, picture);
}

// One tap says what a card in question is; of several such buttons each says of which.
function quickly(select, face, label, card) {
  const button = el("button", { type: "button", "aria-label": `${label}, ${card}` }, label);
  button.addEventListener("click", () => {
    select.value = face;
    select.dispatchEvent(new Event("change"));
  });
  return button;
}

function cardTile(card) {
  const id = `card-${card.number}`;
  const select = el("select", { id });
  if (card.ask) select.append(new Option(say("teach.which"), ""));
  for (const face of DESIGNS) select.append(new Option(faceName(face), face));
  select.append(new Option(say("teach.skip"), SKIP));
  select.value = faceOf(card);
  select.addEventListener("change", () => {
    if (select.value) answers.set(card.number, select.value);
    else answers.delete(card.number);
    keep();
    refresh();
  });
  const picture = el("img", { src: `/api/lessons/${lesson.id}/cards/${card.number}`, alt: "", width: 75, height: 105 });
  const note = card.blurred ? [el("p", { class: "not-sharp" }, say("teach.blurred"))] : [];
  const name = say("teach.card", { number: card.number + 1 });
  const label = el("label", { for: id }, name);
  if (!card.ask) return el("li", { class: "lesson-card" }, picture, label, select, ...note);
  const guess = card.sure < LIKELY ? [] : [quickly(select, card.guess, say("teach.perhaps", { face: faceName(card.guess) }), name)];
  const beside = el("div", { class: "beside" }, label, ...guess, quickly(select, SKIP, say("teach.no_card"), name));
  return el("li", { class: "lesson-card unsure" }, picture, beside, select, ...note);
}

// Shows a photo that was looked through, with its cards; those that want an answer come first.
function showPhoto(number) {
  const cards = lesson.cards.filter((one) => one.photo === number).sort((a, b) => b.ask - a.ask);
  const tiles = el("ul", { class: "lesson-cards" }, ...cards.map(cardTile));
  const photo = lesson.photos[number];
  // Above the cards: who leaves a photo out need not look through them.
  const parts = [photoFigure(photo, number), ...(cards.length > 1 ? [el("p", {}, leaveOut(cards))] : []), tiles];
  if (cards.some((one) => one.mirrored)) parts.unshift(el("p", { class: "notice" }, say("teach.mirrored", { name: photo.name })));
  document.getElementById("shown").append(el("div", { "data-photo": number }, ...parts));
}

// A photo that came out badly is left out with one tap, however many cards it shows, and taken in again with another,
// with what was answered before.
function leaveOut(cards) {
  const button = el("button", { type: "button", class: "leave-out" });
  button.addEventListener("click", () => {
    const out = isLeftOut(cards);
    for (const { number } of cards) {
      if (!out) before.set(number, answers.get(number));
      const face = out ? before.get(number) : SKIP;
      if (face) answers.set(number, face);
      else answers.delete(number);
      if (out) before.delete(number);
    }
    keep();
    refresh();
  });
  return button;
}

const isLeftOut = (cards) => cards.length > 0 && cards.every((card) => faceOf(card) === SKIP);

function showPhotos() {
  while (shown < lesson.photos.length) showPhoto(shown++);
}

function keep() {
  sessionStorage.setItem(shelf, JSON.stringify({ id: lesson.id, said: [...answers] }));
}

// A phone may load the page anew while its camera is open: the lesson goes on as far as the server still has it.
async function goOn() {
  const kept = sessionStorage.getItem(shelf);
  if (!kept) return;
  const { id, said } = JSON.parse(kept);
  try {
    lesson = await get(`/api/lessons/${id}`);
  } catch (error) {
    if (error.status !== 404) return;
    sessionStorage.removeItem(shelf);
    document.getElementById("sent").append(el("li", { class: "state bad" }, error.message));
    return;
  }
  for (const [number, face] of said) answers.set(number, face);
  showPhotos();
}

// From the end of the page to the next card that wants an answer, whichever photo shows it.
const onward = document.getElementById("onward");
onward.addEventListener("click", () => {
  const card = page.querySelector(".lesson-card.ask");
  card.scrollIntoView({ block: "center" });
  card.querySelector("select").focus({ preventScroll: true });
});

// What was photographed here is left out, for another deck.
const anew = document.getElementById("anew");
anew.addEventListener("click", async () => {
  if (!(await ask(say("teach.anew_ask"), say("teach.anew")))) return;
  beginAgain();
  document.getElementById("sent").replaceChildren();
  forget(form);
  form.reset();
});

// The server lost the lesson, as when it was started anew: the photos of it are to be taken again.
function beginAgain() {
  sessionStorage.removeItem(shelf);
  document.getElementById("shown").replaceChildren();
  for (const found of document.querySelectorAll("#sent .good")) found.remove();
  answers.clear();
  before.clear();
  lesson = null;
  shown = 0;
  refresh();
}

function refresh() {
  let open = 0;
  const cards = lesson?.cards ?? [];
  for (const card of cards) {
    const face = faceOf(card);
    if (!face) open += 1;
    let select = document.getElementById(`card-${card.number}`);
    // Another photo may tell that a card is to be asked about after all.
    if (card.ask && !select.closest(".unsure")) {
      select.closest("li").replaceWith(cardTile(card));
      select = document.getElementById(`card-${card.number}`);
    }
    if (select.value !== face) select.value = face;
    select.closest("li").classList.toggle("ask", !face);
    const mark = page.querySelector(`[data-card="${card.number}"]`);
    mark.setAttribute("class", face ? (face === SKIP ? "left-out" : "") : "ask");
    mark.querySelector("text").textContent = face === SKIP ? "" : faceMark(face || "?");
  }
  for (const button of page.querySelectorAll(".leave-out")) {
    const place = button.closest("[data-photo]");
    const out = isLeftOut(cards.filter((one) => one.photo === Number(place.dataset.photo)));
    const tiles = place.querySelector(".lesson-cards");
    // Who answers its last card by the keyboard goes on from there.
    if (out && tiles.contains(document.activeElement)) button.focus();
    tiles.hidden = out;
    button.textContent = say(out ? "teach.take_in" : "teach.leave_out");
  }
  const named = new Set([...cards.map(faceOf), ...taught]);
  const missing = FACES.filter((face) => !named.has(face));
  const hint = document.getElementById("cards-hint");
  hint.textContent = say(cards.length ? "teach.step_cards_hint" : "teach.none_yet");
  const asked = document.getElementById("open");
  asked.hidden = cards.length === 0;
  asked.textContent = open === 0 ? say("teach.nothing_asked") : open === 1 ? say("teach.asked_one") : say("teach.asked", { count: open });
  asked.classList.toggle("good", open === 0);
  onward.hidden = open === 0;
  const rest = document.getElementById("missing");
  rest.hidden = cards.length === 0;
  anew.hidden = !lesson || busy;
  const faceNames = missing.map(faceName).join(", ");
  rest.textContent = missing.length ? say(open ? "teach.unnamed" : "teach.missing", { faces: faceNames }) : say("teach.complete");
  button.disabled = busy || open > 0 || cards.every((card) => faceOf(card) === SKIP);
}

// Does what needs the PIN; where it is missing it is asked for, and nothing on the page is lost.
async function signedIn(deed) {
  try {
    return await deed();
  } catch (error) {
    if (error.where === "lesson") beginAgain();
    if (error.code !== "pin_needed" || !(await askPin(say("teach.pin_why")))) throw error;
    return deed();
  }
}

async function lookThrough(file) {
  const line = el("li", { class: "state busy" }, say("teach.sending", { name: file.name }));
  document.getElementById("sent").append(line);
  const wrong = unfit(file, page.dataset.mostMb);
  if (wrong) {
    line.textContent = wrong;
    line.className = "state bad";
    return;
  }
  const body = new FormData();
  body.set("photo", file, file.name);
  try {
    lesson ??= await signedIn(() => post("/api/lessons", { deck: page.dataset.deck || null }));
    line.textContent = say("teach.looking", { name: file.name });
    lesson = await signedIn(() => post(`/api/lessons/${lesson.id}/photos`, body));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    line.textContent = error.status === 0 ? `${file.name}: ${error.message}` : error.message;
    line.className = "state bad";
    return;
  }
  const number = lesson.photos.length - 1;
  // The server looks at a picture once: only what was sent before, and shown, brings nothing.
  if (number < shown) {
    line.textContent = say("teach.again", { name: file.name });
    line.className = "state";
    return;
  }
  // Also one that arrived before, though its answer was lost on the way.
  showPhotos();
  keep();
  const count = lesson.cards.filter((card) => card.photo === number).length;
  line.textContent = say(count ? "teach.found" : "teach.found_none", { count, name: file.name });
  line.className = count ? "state good" : "state bad";
}

// Photos are looked through one after the other, in the order they were chosen.
async function next() {
  if (busy) return;
  busy = true;
  button.disabled = true;
  while (queue.length) {
    await doing(null, () => lookThrough(queue.shift()));
    refresh();
  }
  busy = false;
  refresh();
}

// Photos that are chosen meanwhile wait their turn.
busy = true;
goOn().finally(() => {
  busy = false;
  next();
});
keepWritten("#save");
pinBefore(input);
input.addEventListener("change", () => {
  queue.push(...input.files);
  input.value = "";
  next();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const wrong = document.getElementById("wrong");
  const learning = document.getElementById("learning");
  wrong.hidden = true;
  learning.hidden = false;
  doing(
    button,
    async () => {
      const said = { name: form.elements.name.value, answers: Object.fromEntries(answers), cards: lesson.cards.length };
      const { name } = await signedIn(() => post(`/api/lessons/${lesson.id}`, said)).catch(async (error) => {
        if (error.code === "lesson_changed") await goOn();
        throw error;
      });
      learnt = true;
      sessionStorage.removeItem(shelf);
      forget(form);
      tellOnList(say("teach.learnt", { name }), name);
      location.assign("/decks");
    },
    () => wrong,
  ).finally(() => {
    learning.hidden = true;
    refresh();
  });
});

// What was photographed and answered lives in this page only until the deck is learnt: leaving it is asked about.
addEventListener("beforeunload", (event) => {
  if (!learnt && (queue.length || busy || lesson?.cards.length)) event.preventDefault();
});
