// One tap teaches a card that was misread to the decks that the game is played with.
import { get, post } from "./api.js";
import { tell } from "./app.js";
import { doing } from "./doing.js";
import { el } from "./dom.js";
import { faceChip, faceName } from "./faces.js";
import { say } from "/texts.js";

const { game } = document.getElementById("review").dataset;
let chosen;

// Buttons for a card of which a person said what it is and which a photo shows; they come once the decks are known.
export function teachButtons(card, done) {
  if (card.source !== "person" || card.photo === null || card.number === null || card.face === null || card.face === "?") return null;
  const place = el("div", { class: "choices" });
  chosen ??= get(`/api/games/${game}/decks`).then(({ decks }) => decks, () => []);
  chosen.then((decks) => {
    const hint = el("small", { class: "soft", role: "status" }, say("teach.this_hint"));
    place.append(...decks.map((deck) => teachButton(deck, card, hint, done)));
    if (decks.length) place.append(hint);
  });
  return place;
}

function teachButton(deck, card, hint, done) {
  const face = faceName(card.face);
  const button = el("button", { type: "button", class: "large wide", "data-teach": deck }, faceChip(card.face), say("teach.this_face", { deck, face }));
  button.addEventListener("click", () =>
    doing(button, async () => {
      hint.textContent = say("teach.learning");
      hint.className = "state busy";
      await post(`/api/decks/${encodeURIComponent(deck)}/cards`, { photo: card.photo, card: card.number, face: card.face });
      done();
      tell(say("teach.this_done", { deck, face }), "good");
    }).finally(() => {
      hint.textContent = say("teach.this_hint");
      hint.className = "soft";
    }),
  );
  return button;
}
