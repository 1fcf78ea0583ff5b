// A side's photos: sent one after the other however the network behaves, shown with how far their reading is.
import { ApiError, deedName, get, remove, send } from "./api.js";
import { tell } from "./app.js";
import { keepClearOf } from "./clear.js";
import { day } from "./day.js";
import { ask, choose, doing } from "./doing.js";
import { el } from "./dom.js";
import { askPin, pinBefore } from "./pin.js";
import { relabel } from "./relabel.js";
import { sentence } from "./sentence.js";
import { coach } from "./shot_advice.js";
import { unfit } from "./unfit.js";
import { leaveIfGone, watch } from "./watch.js";
import { say } from "/texts.js";

const root = document.getElementById("photos");
const { path } = root.dataset;
const AGAIN_MS = 3000;
const others = JSON.parse(root.dataset.sides)
  .map((name, place) => [String(place + 1), name])
  .filter(([side]) => side !== root.dataset.side);
const KINDS = [...root.querySelectorAll(".zone")].map((one) => one.dataset.shows);
const queue = [];
let sending = false;
// Counts the photos that were sent from here, as each begins and ends.
let sent = 0;
// Without the PIN nothing is sent until somebody gives it: the photos wait here.
let refused = false;

function zone(shows) {
  return root.querySelector(`[data-shows="${shows}"] .shots`);
}

function shot(name, picture) {
  const image = el("img", { src: picture, alt: "", class: "thumb" });
  // A file that the browser cannot show, or that is no picture at all, leaves its place empty.
  image.addEventListener("error", () => image.removeAttribute("src"));
  const state = el("span", { class: "state" });
  const item = el("li", { class: "shot" }, image, el("span", { class: "shot-name" }, name), state);
  return item;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));

// What is wrong with a file, without its name, which stands above it.
const unnamed = (wrong, name) => (wrong.toLowerCase().startsWith(`${name}: `.toLowerCase()) ? wrong.slice(name.length + 2) : wrong);

// isTold: whether it is said aloud elsewhere.
function setState(item, text, kind = "", isTold = false) {
  const state = item.querySelector(".state");
  state.setAttribute("aria-live", isTold ? "off" : "polite");
  state.textContent = text;
  state.className = `state ${kind}`;
}

// Shows a kept photo in a list item, with what a person can do with it.
function show(item, photo) {
  item.dataset.photo = photo.id;
  const image = item.querySelector("img");
  if (photo.deleted_at) image.removeAttribute("src");
  else image.src = `/api/photos/${photo.id}/picture?size=small`;
  item.querySelector(".shot-name").textContent = photo.name;
  const count = photo.cards ?? photo.reading?.cards.length;
  if (photo.deleted_at) setState(item, say("photos.gone", { when: day(photo.deleted_at), count }));
  else if (photo.state === "read") setState(item, count ? say("photos.read", { count }) : say("photos.read_none"), count ? "good" : "bad", true);
  else if (photo.state === "failed") setState(item, `${say("photos.failed")}: ${unnamed(photo.say, photo.name)}`, "bad");
  else if (photo.say) setState(item, `${say("photos.hindered")}: ${unnamed(photo.say, photo.name)}`, "busy");
  else setState(item, photo.ahead ? say("photos.ahead", { count: photo.ahead }) : say("photos.reading"), "busy");
  if (!item.querySelector(".shot-deeds")) item.append(deeds(item, photo));
  if (photo.deleted_at) item.querySelector(".move")?.remove();
  if (photo.state === "read") coach(item, photo);
}

function deeds(item, photo) {
  const shows = el("select", { "aria-label": say("photos.shows_of", { name: photo.name }) });
  for (const kind of KINDS) shows.append(new Option(say(`photos.${kind}`), kind, false, kind === photo.shows));
  shows.addEventListener("change", () =>
    doing(null, async () => {
      const { value } = shows;
      // Until it is said it stands where it is on the server, unless it was deleted there.
      shows.value = item.closest(".zone")?.dataset.shows;
      if (!(await relabel(photo.id, value))) return;
      lay(item, value);
      shows.focus();
    }),
  );
  const gone = el("button", { type: "button", class: "danger" }, say("photos.delete"));
  gone.setAttribute("aria-label", say("photos.delete_of", { name: photo.name }));
  gone.addEventListener("click", async () => {
    if (!(await ask(say("photos.delete_ask"), say("photos.delete"), { danger: true }))) return;
    await doing(gone, () => deletePhoto(item, photo.id));
  });
  // What can be done with a photo is no news.
  return el("div", { class: "shot-deeds", "aria-live": "off" }, shows, others.length ? mover(item, photo) : null, gone);
}

function mover(item, { id, name }) {
  const button = el("button", { type: "button", class: "move" }, say("photos.move"));
  button.setAttribute("aria-label", say("photos.move_of", { name }));
  button.addEventListener("click", async () => {
    const chosen = await choose(say("photos.move_ask", { name }), others.map(([side, whose]) => [side, whose, ""]));
    const whose = others.find(([side]) => side === chosen);
    if (whose) await doing(button, () => move(item, id, whose));
  });
  return button;
}

// A round that was agreed with the photo is to be agreed again: that is said first.
async function move(item, id, [side, whose], again = false) {
  try {
    const { name } = await send("PUT", `/api/photos/${id}/side`, { side: Number(side), agree_again: again });
    takeOff(item);
    tell(say("photos.moved", { name, side: whose }), "good");
  } catch (error) {
    if (error.code !== "photo_agreed") throw error;
    if (await ask(say("photos.agreed_move_ask", { side: whose }), say("photos.agreed_move"))) {
      await move(item, id, [side, whose], true);
    }
  }
}

// The button that was pressed goes with its photo: the keyboard goes on where a photo is taken.
function takeOff(item) {
  const place = item.closest(".zone");
  item.remove();
  if (document.activeElement === document.body) place?.querySelector("input").focus({ preventScroll: true });
}

// Another phone deleted it or moved it: only who was at it has lost the place.
function lose(item) {
  if (item.contains(document.activeElement)) takeOff(item);
  else item.remove();
}

// Puts a kept photo among those that show the same.
function lay(item, shows) {
  zone(shows).append(item);
  item.querySelector("select").value = shows;
}

// Of a photo that the round was agreed with, the server wants to know what becomes of its cards.
async function deletePhoto(item, id, cards = "") {
  try {
    await remove(`/api/photos/${id}${cards && `?cards=${cards}`}`);
  } catch (error) {
    if (error.code !== "photo_agreed") throw error;
    const chosen = await choose(say("photos.agreed_ask"), [
      ["keep", say("photos.agreed_keep"), "danger"],
      ["drop", say("photos.agreed_drop"), "danger"],
    ]);
    if (chosen) await deletePhoto(item, id, chosen);
    return;
  }
  if (cards === "keep") {
    show(item, await get(`/api/photos/${id}`));
    return;
  }
  takeOff(item);
}

async function follow(item, photo) {
  let now = photo;
  while (now.state === "waiting") {
    try {
      now = await get(`/api/photos/${photo.id}?wait_s=20`);
    } catch (error) {
      if (error.status === 404) {
        lose(item);
        return;
      }
      if (error.status === 0) setState(item, say("photos.unheard"), "busy");
      await pause();
      continue;
    }
    show(item, now);
    if (now.state === "waiting") await pause();
  }
  // Moved to another side meanwhile, it is told there.
  if (now.state === "read" && photo.state === "waiting" && item.isConnected) {
    const { length: count } = now.reading.cards;
    tell(say(count ? "photos.done" : "photos.done_none", { name: now.name, count }), count ? "good" : "bad");
  }
}

async function sendNext() {
  if (sending || refused || queue.length === 0) return;
  sending = true;
  sent += 1;
  const { file, shows, item, deed } = queue[0];
  const form = new FormData();
  form.set("shows", shows);
  form.set("deed", deed);
  form.set("photo", file, file.name);
  setState(item, say("photos.sending"), "busy");
  try {
    const photo = await send("POST", path, form);
    queue.shift();
    URL.revokeObjectURL(item.querySelector("img").src);
    show(item, photo);
    follow(item, photo);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "pin_needed") {
      refused = true;
      for (const one of queue) setState(one.item, say("photos.pin_needed"), "bad");
      givePin();
    } else if ([0, 503, 507].includes(error.status)) {
      // Not refused, only not heard, or not kept for want of room: the same deed is sent again until it is.
      setState(item, error.status === 0 ? say("photos.offline") : error.message, "busy");
      await pause();
    } else {
      queue.shift();
      const wrong = sentence(unnamed(error.message, file.name));
      setState(item, error.code === "unusable_photo" ? say("photos.unusable", { wrong }) : wrong, "bad");
      item.append(closer(item));
    }
  } finally {
    sending = false;
    sent += 1;
    sendNext();
  }
}

async function givePin() {
  if (await askPin(say("photos.pin_why"))) {
    refused = false;
    for (const one of queue) setState(one.item, say("photos.waiting"), "busy");
    sendNext();
    return;
  }
  const { item } = queue[0];
  const again = el("button", { type: "button", class: "primary" }, say("photos.pin_give"));
  again.addEventListener("click", () => {
    again.remove();
    givePin();
  });
  item.append(again);
}

function closer(item) {
  const button = el("button", { type: "button" }, say("photos.take_off"));
  button.addEventListener("click", () => takeOff(item));
  return button;
}

function take(files, shows) {
  for (const file of files) {
    const item = shot(file.name, URL.createObjectURL(file));
    zone(shows).append(item);
    const wrong = unfit(file, root.dataset.mostMb);
    if (wrong) {
      setState(item, wrong, "bad");
      item.append(closer(item));
      continue;
    }
    setState(item, say("photos.waiting"), "busy");
    queue.push({ file, shows, item, deed: deedName() });
  }
  if (refused) givePin();
  sendNext();
}

for (const part of root.querySelectorAll(".zone")) {
  const { shows } = part.dataset;
  const input = part.querySelector("input[type=file]");
  pinBefore(input);
  input.addEventListener("change", () => {
    take([...input.files], shows);
    input.value = "";
  });
  part.addEventListener("dragover", (event) => {
    event.preventDefault();
    part.classList.add("over");
  });
  part.addEventListener("dragleave", () => part.classList.remove("over"));
  part.addEventListener("drop", (event) => {
    event.preventDefault();
    part.classList.remove("over");
    take([...event.dataTransfer.files], shows);
  });
}

const itemOf = (id) => root.querySelector(`.shot[data-photo="${id}"]`);

function add(photo) {
  const item = shot(photo.name, "");
  zone(photo.shows).append(item);
  show(item, photo);
  follow(item, photo);
}

for (const photo of JSON.parse(document.getElementById("kept").textContent)) add(photo);

// What another phone took, deleted, moved or said to show something else. What is being sent from here may be among
// what the server has and not yet among what is shown: then it is looked up again.
async function keepUp() {
  const before = sent;
  const photos = await get(path);
  if (sending || sent !== before) {
    setTimeout(() => keepUp().catch(leaveIfGone), AGAIN_MS);
    return;
  }
  const items = new Map([...root.querySelectorAll(".shot[data-photo]")].map((item) => [item.dataset.photo, item]));
  for (const photo of photos) {
    const item = items.get(photo.id);
    items.delete(photo.id);
    if (!item) await get(`/api/photos/${photo.id}`).then((whole) => itemOf(photo.id) ?? add(whole), () => {});
    else if (photo.deleted_at && item.querySelector("img").src) show(item, await get(`/api/photos/${photo.id}`));
    else {
      if (item.parentElement !== zone(photo.shows)) lay(item, photo.shows);
      // How many are before it is told here; that it was read is told by whoever follows it.
      if (photo.state === "waiting" && item.querySelector(".state.busy")) show(item, photo);
    }
  }
  for (const item of items.values()) lose(item);
}

watch(root.dataset.game, () => keepUp().catch(leaveIfGone));

// Without a photo that arrived the review is where the cards are entered by hand.
const onward = document.getElementById("to-review");
const [review] = onward.href.split("#");
function nameOnward() {
  const some = root.querySelector(".shot[data-photo]") !== null;
  onward.href = some ? review : `${review}#by-hand`;
  onward.textContent = say(some ? "photos.review" : "photos.by_hand");
  onward.classList.toggle("primary", some);
}
nameOnward();
keepClearOf(onward.parentElement, "foot");
new MutationObserver(nameOnward).observe(root, { childList: true, subtree: true, attributeFilter: ["data-photo"] });

// Photos not sent yet live in this page only: leaving it is asked about.
addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault();
});

// In plain words where a link leads away, and where a browser asks nothing by itself.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.target || !queue.length || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const count = queue.length;
  if (!(await ask(say("photos.leave_ask", { count }), say("photos.leave", { count }), { danger: true }))) return;
  queue.length = 0;
  location.assign(link.href);
});
