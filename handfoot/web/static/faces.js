// The faces of cards: what they are called, and what stands for one.
import { el } from "./dom.js";
import { say } from "/texts.js";

export const FACES = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "R3", "B3", "W20", "W50"];

// What a deck can be taught.
export const DESIGNS = [...FACES, "BACK"];

export function faceName(face) {
  return face === null ? say("face.down") : face === "?" ? say("face.unread") : say(`face.${face}`);
}

// What stands on a small card: the rank as it is printed.
export const faceMark = (face) => ({ R3: "3♥", B3: "3♠", W20: "20", W50: "50", BACK: "▒" })[face] ?? face ?? "▒";

export function faceChip(face) {
  const kind = face === "R3" ? "red" : face === "W20" || face === "W50" ? "wild" : face === "?" ? "unread" : "";
  return el("span", { class: `face ${kind}`, "aria-hidden": "true" }, faceMark(face));
}
