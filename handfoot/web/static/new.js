// The form of a new game: sides come and go, house rules are sent only where they differ.
import { deedName, post } from "/static/api.js";
import { doing } from "/static/doing.js";
import { say } from "/texts.js";

const form = document.getElementById("new-game");
const sides = document.getElementById("sides");
const take = document.getElementById("take-side");
const wrong = document.getElementById("wrong");
const LEAST = 2;
const MOST = 8;
const deed = deedName();

function numberSides() {
  const count = sides.children.length;
  take.hidden = count <= LEAST;
  take.textContent = say("new.take_side", { number: count });
  document.getElementById("add-side").hidden = count >= MOST;
}

document.getElementById("add-side").addEventListener("click", () => {
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
  input.focus();
});

take.addEventListener("click", () => {
  sides.lastElementChild.remove();
  numberSides();
});

function settings() {
  const changed = {};
  for (const field of form.querySelectorAll(".setting")) {
    const input = field.querySelector("input, select");
    const { was } = input.dataset;
    if (field.dataset.kind === "switch") {
      if (input.checked !== (was === "yes")) changed[input.name] = input.checked;
    } else if (input.value !== "" && input.value !== was) {
      changed[input.name] = field.dataset.kind === "choice" ? input.value : Number(input.value);
    }
  }
  return changed;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  wrong.hidden = true;
  const decks = document.getElementById("decks").value;
  doing(
    event.submitter,
    async () => {
      const game = await post("/api/games", {
        rules: form.dataset.rules,
        sides: [...sides.querySelectorAll("input")].map((input) => input.value),
        name: document.getElementById("name").value,
        settings: settings(),
        decks: decks === "" ? null : Number(decks),
        taught: [...form.querySelectorAll("[name=taught]:checked")].map((one) => one.value),
        deed,
      });
      location.assign(`/games/${game.id}`);
    },
    wrong,
  );
});

numberSides();
// Pressed before the script was there, the browser would send the form by itself, which begins nothing.
document.getElementById("start").disabled = false;
