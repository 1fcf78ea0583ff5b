// The list of decks: other names, files handed on, decks removed.
import { post, remove, send } from "./api.js";
import { tellKept, tellOnList } from "./deck_told.js";
import { ask, doing } from "./doing.js";
import { forget, keepWritten } from "./unsent.js";
import { say } from "/texts.js";

const address = (name) => `/api/decks/${encodeURIComponent(name)}`;

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
  for (const picture of deck.querySelectorAll(".forget")) {
    picture.addEventListener("click", async () => {
      const { number, face } = picture.dataset;
      const question = say("decks.forget_ask", { name, face: picture.innerText });
      if (!(await ask(question, say("decks.forget"), { danger: true }))) return;
      await doing(picture, async () => {
        await remove(`${address(name)}/cards/${number}?face=${face}`);
        tellOnList(say("decks.forgotten", { name, face: picture.innerText }), name);
        location.reload();
      });
    });
  }
  const gone = deck.querySelector(".remove");
  gone.addEventListener("click", async () => {
    if (!(await ask(say("decks.remove_ask", { name }), say("decks.remove"), { danger: true }))) return;
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
    const deck = await post("/api/decks", form);
    tellOnList(say("decks.taken_in", { name: deck.name }), deck.name);
    location.reload();
  }),
);

tellKept();
