// A tournament's forms: each says where it is sent; its fields' names and kinds say what JSON it becomes.
import { deedName, post } from "/static/api.js";
import { ask, doing } from "/static/doing.js";
import { settings } from "/static/house.js";
import { renew } from "/static/renewing.js";
import { bringBack } from "/static/unsent.js";
import { say } from "/texts.js";

const READS = {
  number: (field) => Number(field.value),
  lines: (field) => field.value.split("\n").map((line) => line.trim()).filter(Boolean),
  "or-null": (field) => field.value || null,
  "number-or-null": (field) => (field.value === "" ? null : Number(field.value)),
  switch: (field) => field.value === "yes",
};

function read(field) {
  const kind = field.dataset.kind ?? (field.type === "number" ? "number" : "text");
  return kind in READS ? READS[kind](field) : field.value;
}

// "decision.team" is the field "team" of the object "decision"; fields with a key gather in one object.
function gather(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.closest(".setting") || ((field.type === "radio" || field.type === "checkbox") && !field.checked && field.dataset.kind !== "list")) continue;
    const path = field.name.split(".");
    const name = path.pop();
    const place = path.reduce((inside, part) => (inside[part] ??= {}), body);
    if (field.dataset.kind === "list") {
      place[name] ??= [];
      if (field.checked) place[name].push(field.value);
    } else if (field.dataset.key !== undefined) {
      place[name] ??= {};
      place[name][field.dataset.key] = read(field);
    } else {
      place[name] = read(field);
    }
  }
  if (form.querySelector(".setting")) body.settings = settings(form);
  return body;
}

const deeds = new WeakMap();

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.send) return;
  event.preventDefault();
  const wrong = form.querySelector(".wrong-said");
  wrong.hidden = true;
  if (form.dataset.ask && !(await ask(form.dataset.ask, say("desk.yes")))) return;
  if (!deeds.has(form)) deeds.set(form, deedName());
  await doing(
    event.submitter,
    async () => {
      const kept = await post(form.dataset.send, { ...gather(form), deed: deeds.get(form) });
      deeds.delete(form);
      if (form.dataset.then) location.assign(form.dataset.then.replace("{id}", kept.id));
      else await refresh();
    },
    wrong,
  );
});

for (const form of document.querySelectorAll("form[data-send]")) bringBack(form);

// What somebody opened stays open.
function keepOpen(now, fresh) {
  const open = [...now.querySelectorAll("details")].map((one) => one.open);
  const fold = [...fresh.querySelectorAll("details")];
  if (fold.length === open.length) fold.forEach((one, place) => (one.open = open[place]));
}

const refresh = () => renew("desk", keepOpen);

// What others change is shown at once, unless something is being typed here.
const watched = document.getElementById("desk")?.dataset.watch;
if (watched) {
  let first = true;
  new EventSource(watched).addEventListener("changed", () => {
    const typing = document.activeElement?.matches("input, select, textarea");
    if (!first && !typing) refresh();
    first = false;
  });
}

// Other rules have other settings: the page is fetched anew for them, with what was written so far.
document.getElementById("rules")?.addEventListener("change", async ({ target }) => {
  const answer = await fetch(`/tournaments/new?rules=${encodeURIComponent(target.value)}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("house");
  document.getElementById("house").replaceWith(fresh);
});
