// The form of a new game: sides come and go, house rules are sent only where they differ.
import { Deeds, post } from "./api.js";
import { doing } from "./doing.js";
import { meantAsWritten, rounds, settings } from "./house.js";
import { forget, keepWritten, putBy } from "./unsent.js";
import { say } from "/texts.js";

const form = document.getElementById("new-game");
const sides = document.getElementById("sides");
const take = document.getElementById("take-side");
const many = document.getElementById("many");
const wrong = document.getElementById("wrong");
const LEAST = 2;
const MOST = 8;
const deeds = new Deeds();

function numberSides() {
  const count = sides.children.length;
  take.hidden = count <= LEAST;
  take.textContent = say("new.take_side", { number: count });
  document.getElementById("add-side").hidden = count >= MOST;
  if (many) many.hidden = count <= Number(many.dataset.most);
}

function addSide() {
  const number = sides.children.length + 1;
  const item = sides.lastElementChild.cloneNode(true);
  const input = item.querySelector("input");
  input.value = "";
  input.id = `side-${number}`;
  const label = item.querySelector("label");
  label.htmlFor = input.id;
  label.textContent = say("new.side", { number });
  sides.append(item);
  numberSides();
  return input;
}

document.getElementById("add-side").addEventListener("click", () => addSide().focus());

take.addEventListener("click", () => {
  sides.lastElementChild.remove();
  numberSides();
  putBy(form);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  wrong.hidden = true;
  const decks = document.getElementById("decks").value;
  doing(
    event.submitter,
    async () => {
      if (!(await meantAsWritten(form))) return;
      const wanted = {
        rules: form.dataset.rules,
        sides: [...sides.querySelectorAll("input")].map((input) => input.value),
        name: document.getElementById("name").value,
        settings: settings(form),
        rounds: rounds(form),
        decks: decks === "" ? null : Number(decks),
        taught: [...form.querySelectorAll("[name=taught]:checked")].map((one) => one.value),
      };
      const game = await post("/api/games", { ...wanted, deed: deeds.nameOf("game", wanted) });
      forget(form);
      location.assign(`/games/${game.id}`);
    },
    () => wrong,
  );
});

// Whoever comes back to this page by the browser's own arrow begins another game.
addEventListener("pageshow", (event) => {
  if (event.persisted) deeds.forget("game");
});

numberSides();
keepWritten("#new-game", (kept) => {
  while (kept.some(({ name, place }) => name === "side" && place >= sides.children.length)) addSide();
});
