// The list of decks: other names, files handed on, decks removed.
import { post, remove, send } from "./api.js";
import { tell } from "./app.js";
import { tellKept, tellOnList } from "./deck_told.js";
import { ask, choose, doing } from "./doing.js";
import { DESIGNS, faceName } from "./faces.js";
import { forget, keepWritten } from "./unsent.js";
import { say } from "/texts.js";

const address = (name) => `/api/decks/${encodeURIComponent(name)}`;

async function takeOut(name, picture) {
  const { number, face } = picture.dataset;
  await doing(picture, async () => {
    tell(say("teach.learning"));
    await remove(`${address(name)}/cards/${number}?face=${face}`);
    tellOnList(say("decks.forgotten", { name, face: picture.innerText }), name);
    location.reload();
  });
}

async function correct(name, picture) {
  const { number, face: was } = picture.dataset;
  const others = DESIGNS.filter((face) => face !== was);
  const face = await choose(say("decks.which"), others.map((one) => [one, faceName(one), ""]));
  if (!face) return;
  await doing(picture, async () => {
    tell(say("teach.learning"));
    await send("PATCH", `${address(name)}/cards/${number}`, { was, face });
    tellOnList(say("decks.corrected", { name, face: faceName(face) }), name);
    location.reload();
  });
}

for (const deck of document.querySelectorAll(".deck")) {
  const { name } = deck.dataset;
  // A deck that cannot be opened can only be removed.
  const form = deck.querySelector(".renaming");
  const open = deck.querySelector(".rename");
  open?.addEventListener("click", () => {
    form.hidden = !form.hidden;
    open.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) form.querySelector("input").focus();
  });
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, async () => {
      const { name: now } = await send("PATCH", address(name), { name: form.elements.name.value });
      forget(form);
      tellOnList(say("decks.renamed", { name, now }), now);
      location.reload();
    });
  });
  for (const picture of deck.querySelectorAll(".taught")) {
    picture.addEventListener("click", async () => {
      const question = say("decks.taught_ask", { name, face: picture.innerText });
      const ways = [["correct", say("decks.correct"), ""], ["forget", say("decks.forget"), "danger"]];
      const way = await choose(question, ways);
      if (way === "forget") await takeOut(name, picture);
      if (way === "correct") await correct(name, picture);
    });
  }
  const gone = deck.querySelector(".remove");
  gone.addEventListener("click", async () => {
    const { games, count } = deck.dataset;
    const question = games ? say("decks.remove_played", { name, games, count: Number(count) }) : say("decks.remove_ask", { name });
    if (!(await ask(question, say("decks.remove"), { danger: true }))) return;
    await doing(gone, async () => {
      await remove(address(name));
      tellOnList(say("decks.removed", { name }), name);
      location.reload();
    });
  });
}

keepWritten(".renaming", (kept, form) => {
  if (kept.length) form.closest(".deck").querySelector(".rename").click();
});

const input = document.getElementById("import");
input.addEventListener("change", () =>
  doing(null, async () => {
    const form = new FormData();
    form.set("deck", input.files[0], input.files[0].name);
    input.value = "";
    const deck = await takeIn(form);
    if (!deck) return;
    tellOnList(say("decks.taken_in", { name: deck.name }), deck.name);
    location.reload();
  }),
);

// A deck of that name may be here already, this one perhaps: what is here is not written over.
async function takeIn(form) {
  try {
    return await post("/api/decks", form);
  } catch (error) {
    if (error.code !== "conflict") throw error;
    if (!(await ask(say("decks.taken_ask", { said: error.message }), say("decks.take_beside")))) return null;
    return post("/api/decks?beside=true", form);
  }
}

tellKept();
