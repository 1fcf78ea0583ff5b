// The live camera: a frame is read twice a second and drawn over the picture; when several frames in a row read alike,
// the last one is frozen and offered as the photo to keep.
import { ApiError, deedName, post } from "./api.js";
import { tell } from "./app.js";
import { BESIDE_INDEX, at, boxes, el, pathOf, svg, tag } from "./dom.js";
import { faceMark } from "./faces.js";
import { say } from "/texts.js";

const EVERY_MS = 500;
const ALIKE = 3;
const LOOK_PX = 1280;
const QUALITY = 0.92;

// Why there is no camera, where the browser's own words would help nobody.
const WHY = { NotAllowedError: "camera.forbidden", NotFoundError: "camera.none", NotReadableError: "camera.busy" };

const page = document.getElementById("camera");
const part = (id) => document.getElementById(id);
const video = part("video");
const frozen = part("frozen");
// The look that goes on now; whoever begins another ends it, so that there are never two.
let looking = new AbortController();
let alike = 0;
let before = "";

const shows = () => document.querySelector('input[name="shows"]:checked').value;

async function start(device) {
  const pressed = document.activeElement === part("start");
  looking.abort();
  part("camera-status").textContent = say("camera.asking");
  offer();
  try {
    if (!navigator.mediaDevices?.getUserMedia) throw new Error(say("camera.absent"));
    const wanted = { width: { ideal: 3840 }, height: { ideal: 2160 } };
    const from = device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } };
    video.srcObject?.getTracks().forEach((track) => track.stop());
    video.srcObject = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...wanted, ...from } });
    await video.play();
  } catch (error) {
    const why = error.name in WHY ? say(WHY[error.name]) : error.message;
    stop(say("camera.refused", { why }), pressed);
    return;
  }
  // A picture that was taken stays to be kept.
  track().addEventListener("ended", () => {
    if (!video.hidden) stop(say("camera.gone"), document.activeElement === part("shutter"));
  });
  part("live").hidden = false;
  await listCameras();
  watch();
  if (pressed) part("shutter").focus();
}

const track = () => video.srcObject.getVideoTracks()[0];

function offer(...buttons) {
  for (const id of ["start", "choose-photos", "keep", "again", "shutter"]) part(id).hidden = !buttons.includes(id);
}

function stop(why, focus) {
  looking.abort();
  part("live").hidden = true;
  part("camera-advice").replaceChildren();
  part("camera-status").textContent = why;
  offer("start", "choose-photos");
  if (focus) part("start").focus();
}

async function listCameras() {
  const devices = (await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "videoinput");
  part("cameras-label").hidden = devices.length < 2;
  const now = track().getSettings().deviceId;
  part("cameras").replaceChildren(
    ...devices.map((one, place) =>
      el("option", { value: one.deviceId, selected: one.deviceId === now }, one.label || `${say("camera.choose")} ${place + 1}`)),
  );
}

function watch() {
  if (track().readyState === "ended") return stop(say("camera.gone"), true);
  offer("shutter");
  part("live").classList.remove("steady");
  frozen.hidden = true;
  video.hidden = false;
  alike = 0;
  before = "";
  part("camera-status").textContent = say("camera.reading");
  looking.abort();
  looking = new AbortController();
  look(looking.signal);
}

// Draws the video's picture as it is now onto a canvas, whole or made smaller.
function grab(canvas, longest = Infinity) {
  const zoom = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * zoom);
  canvas.height = Math.round(video.videoHeight * zoom);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const jpegOf = (canvas) => new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));

async function look(signal) {
  while (!signal.aborted) {
    const began = performance.now();
    if (document.visibilityState === "visible" && video.videoWidth) await lookOnce(signal);
    await new Promise((done) => setTimeout(done, Math.max(0, EVERY_MS - (performance.now() - began))));
  }
}

async function lookOnce(signal) {
  try {
    const form = new FormData();
    form.append("photo", await jpegOf(grab(document.createElement("canvas"), LOOK_PX)), "frame.jpg");
    form.append("shows", shows());
    form.append("game", page.dataset.game);
    const seen = await post("/api/look", form);
    if (signal.aborted) return;
    draw(seen);
    judge(seen);
  } catch (error) {
    // Also what is not the server's fault passes, as a picture that the browser could not take: look on.
    if (!(error instanceof ApiError)) console.error(error);
    if (!signal.aborted) part("camera-status").textContent = missed(error);
  }
}

function missed(error) {
  if (!(error instanceof ApiError)) return say("camera.missed");
  return error.status === 401 ? say("review.pin_needed") : error.message;
}

function draw({ reading, advice }) {
  const drawn = part("drawn");
  drawn.setAttribute("viewBox", `0 0 ${reading.width} ${reading.height}`);
  const shapes = reading.cards.flatMap((card) => {
    const [a, b] = card.quad;
    const size = 0.24 * Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [svg("polygon", { points: pathOf(card.quad) }), ...tag(faceMark(card.face), at(card.quad, ...BESIDE_INDEX), size)];
  });
  drawn.replaceChildren(...shapes, ...boxes(advice.flatMap((one) => one.boxes)));
  part("camera-advice").replaceChildren(...advice.map((one) => el("li", {}, one.say)));
}

// Frames are alike that read the same cards; what lies cannot change while it is held still.
function judge({ reading }) {
  const cards = reading.cards.map((card) => card.face).sort().join(" ");
  alike = cards && cards === before ? alike + 1 : 1;
  before = cards;
  if (cards && alike >= ALIKE) freeze(reading.cards.length);
  else part("camera-status").textContent = cards ? say("camera.steady", { cards: reading.cards.length }) : say("camera.reading");
}

function freeze(cards) {
  looking.abort();
  // One name for this picture, so that it is kept once however often the button is pressed.
  frozen.dataset.deed = deedName();
  grab(frozen);
  frozen.hidden = false;
  video.hidden = true;
  part("live").classList.add("steady");
  offer("keep", "again");
  part("camera-status").textContent = cards === null ? say("camera.taken") : say("camera.agreed", { cards, times: alike });
  part("keep").focus();
}

async function keep() {
  part("keep").disabled = true;
  const form = new FormData();
  form.append("photo", await jpegOf(frozen), `${shows()}.jpg`);
  form.append("shows", shows());
  form.append("deed", frozen.dataset.deed);
  try {
    await post(page.dataset.photos, form);
    // The review tells it: this page is left.
    location.assign(`${page.dataset.review}#kept`);
  } catch (error) {
    tell(error.message, "bad");
  } finally {
    part("keep").disabled = false;
  }
}

part("start").addEventListener("click", () => start());
part("keep").addEventListener("click", keep);
part("again").addEventListener("click", () => {
  watch();
  if (!part("live").hidden) part("shutter").focus();
});
part("shutter").addEventListener("click", () => freeze(null));
part("cameras").addEventListener("change", (event) => start(event.target.value));
addEventListener("pagehide", () => video.srcObject?.getTracks().forEach((track) => track.stop()));
start();
