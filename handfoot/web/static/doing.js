// A deed of a person: the button waits, what went wrong is told, and a missing PIN is asked for.
import { ApiError } from "./api.js";
import { tell } from "./app.js";
import { toPin } from "./pin.js";
import { putBy } from "./unsent.js";
import { say } from "/texts.js";

// The button that had the focus as it was pressed: while it waits nothing has it.
let waits = null;

// What has the focus, or has it again once it waits no more.
export const focused = () => (document.activeElement === document.body && waits) || document.activeElement;

// whereToTell(): the place for what went wrong, if there is one then.
export async function doing(button, deed, whereToTell = () => null) {
  const had = document.activeElement === button;
  if (had) waits = button;
  if (button) button.disabled = true;
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "pin_needed") {
      if (button?.form) putBy(button.form);
      toPin();
      return undefined;
    }
    const place = whereToTell();
    if (place) {
      place.textContent = error.message;
      place.hidden = false;
      place.scrollIntoView({ block: "center" });
    } else {
      tell(error.message, "bad");
    }
    return undefined;
  } finally {
    if (button) button.disabled = false;
    if (waits === button) waits = null;
    // A button that waits loses the focus: the keyboard goes on from it, unless the deed led elsewhere.
    if (had && document.activeElement === document.body) button.focus({ preventScroll: true });
  }
}

// What a question brought under a finger, or left there, cannot be pressed by a tap that comes twice: that was meant for
// what stood there before. A key that is pressed was meant for what has the focus.
const TWICE_MS = 700;
const SAME_PLACE_PX = 40;
let tapped = null;

document.addEventListener("click", (event) => {
  if (event.detail === 0) return;
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const near = tapped && Math.hypot(x - tapped.x, y - tapped.y) < SAME_PLACE_PX;
  if (near && tapped.asked && at - tapped.at < TWICE_MS) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  tapped = { x, y, at, asked: false };
}, true);

function noteAsked() {
  if (tapped) tapped.asked = true;
}

// Asks before something that cannot be undone easily; true if the person says yes.
export const ask = async (sentence, yes, { danger = false } = {}) =>
  (await choose(sentence, [["yes", yes, danger ? "danger" : "primary"]])) === "yes";

// Asks which of several things to do, each [value, label, look]; the value that was chosen, or nothing.
export function choose(sentence, choices) {
  const dialog = document.createElement("dialog");
  const text = document.createElement("p");
  text.textContent = sentence;
  text.id = "asked";
  dialog.setAttribute("aria-labelledby", "asked");
  const buttons = document.createElement("form");
  buttons.method = "dialog";
  buttons.className = "row";
  for (const [value, label, look] of [...choices, ["", say("game.cancel"), ""]]) {
    const button = document.createElement("button");
    button.value = value;
    button.textContent = label;
    button.className = look;
    // A key held down, or pressed twice, must not say yes to what nobody can bring back.
    if (!value && choices.some(([, , how]) => how === "danger")) button.autofocus = true;
    buttons.append(button);
  }
  dialog.append(text, buttons);
  document.body.append(dialog);
  dialog.showModal();
  noteAsked();
  // So that who looks at the page through a program waits as well.
  const waiting = buttons.querySelectorAll("button");
  for (const button of waiting) button.setAttribute("aria-disabled", "true");
  setTimeout(() => { for (const button of waiting) button.removeAttribute("aria-disabled"); }, TWICE_MS);
  // A question longer than the window is read from its beginning, though the focus is on what answers it.
  dialog.scrollTop = 0;
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      noteAsked();
      resolve(dialog.returnValue);
    });
  });
}
