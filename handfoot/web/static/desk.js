// A tournament's forms: each says where it is sent; its fields' names and kinds say what JSON it becomes.
import { Deeds, post } from "./api.js";
import { tell } from "./app.js";
import { ask, doing } from "./doing.js";
import { standAt } from "./dom.js";
import { Hold } from "./hold.js";
import { meantAsWritten, rounds, settings } from "./house.js";
import { meantSoMany, pointsIn } from "./points.js";
import { renew } from "./renewing.js";
import { watchAt } from "./watch.js";
import { bringBack, forget, keepWritten, putBy, which } from "./unsent.js";
import { say } from "/texts.js";

const namesIn = (text) => text.split(/,|;|&|\band\b/).map((name) => name.trim()).filter(Boolean);
const names = (field) => namesIn(field.value);

const READS = {
  number: (field) => Number(field.value),
  names,
  // A name that stands there may hold what names are told apart by: those that nobody changed are not sent.
  "names-if-changed": (field) => (field.value === field.defaultValue ? null : names(field)),
  points: pointsIn,
  "or-null": (field) => field.value || null,
  round: (field) => (field.value === "all" ? null : Number(field.value)),
  switch: (field) => field.value === "yes",
};

// A line is a team; behind its last colon stand its players.
function teams(field) {
  const lines = field.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const split = lines.map((line) => line.split(/:([^:]*)$/).map((part) => part.trim()));
  const players = split.filter(([, players]) => players).map(([team, players]) => [team, namesIn(players)]);
  return { teams: split.map(([team]) => team), players: Object.fromEntries(players) };
}

function read(field) {
  const kind = field.dataset.kind ?? (field.type === "number" ? "number" : "text");
  return kind in READS ? READS[kind](field) : field.value;
}

// What is not ticked is not sent, but that a list is there, which may be empty.
const isUnticked = ({ type, checked, dataset }) =>
  ["radio", "checkbox"].includes(type) && !checked && dataset.kind !== "list";

// "decision.team" is the field "team" of the object "decision"; fields with a key gather in one object.
function gather(form) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.closest(".setting, #rounds") || isUnticked(field)) continue;
    const path = field.name.split(".");
    const name = path.pop();
    const place = path.reduce((inside, part) => (inside[part] ??= {}), body);
    if (field.dataset.kind === "teams") {
      Object.assign(body, teams(field));
    } else if (field.dataset.kind === "list") {
      place[name] ??= [];
      if (field.checked) place[name].push(field.value);
    } else if (field.dataset.key !== undefined) {
      place[name] ??= {};
      place[name][field.dataset.key] = read(field);
    } else {
      place[name] = read(field);
    }
  }
  if (form.querySelector("#house")) Object.assign(body, { settings: settings(form), rounds: rounds(form) });
  return body;
}

// At a tie for some places, other than so many teams may have been ticked by mistake.
async function placesMeant(form) {
  const places = form.querySelector("[data-places]");
  const ticked = places?.querySelectorAll("input:checked").length;
  if (!places || ticked === Number(places.dataset.places)) return true;
  return ask(say("desk.places_ask", { ticked, places: places.dataset.places }), say("desk.places_yes"));
}

const standing = (form) => (form.isConnected ? form : [...document.forms].find((one) => which(one) === which(form)));

const deeds = new Deeds();

// Whoever taps twice agrees for one team.
const hold = new Hold(() => document.querySelectorAll(".agreeing button"));

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.send) return;
  event.preventDefault();
  const wrong = form.querySelector(".wrong-said");
  wrong.hidden = true;
  const ofTeam = (text) => text?.replace("{team}", () => form.elements.team?.value.trim());
  if (form.dataset.ask && !(await ask(ofTeam(form.dataset.ask), say("desk.yes")))) return;
  const done = ofTeam(form.dataset.done);
  let changed = null;
  await doing(
    event.submitter,
    () => hold.during(async () => {
      if (!(await meantAsWritten(form)) || !(await placesMeant(form))) return;
      const body = gather(form);
      if (form.matches(".points") && !(await meantSoMany(form, body.points))) return;
      const kept = await post(form.dataset.send, { ...body, deed: deeds.nameOf(which(form), body) }).catch((error) => {
        if (!error.code.endsWith("_changed")) throw error;
        changed = error;
      });
      deeds.forget(which(form));
      forget(form);
      // What was typed is saved: the keyboard is done with it.
      if (form.contains(document.activeElement)) document.activeElement.blur();
      if (kept && form.dataset.then) location.assign(form.dataset.then.replace("{id}", kept.id));
      else await refresh(form);
      if (kept && done) tell(done);
    }),
    () => standing(form)?.querySelector(".wrong-said"),
  );
  // What is there now is shown, and said to be new.
  if (changed) tell(changed.message, "bad");
});

// What somebody opened stays open, and what they wrote or chose stays written, but in the form that was sent: points
// that were put right are done with.
function keep(now, fresh, sent) {
  const done = sent?.matches(".points") ? standing(sent)?.closest("details") : null;
  const [before, after] = [now, fresh].map((page) => [...page.querySelectorAll("details")]);
  // Where points were entered there is another fold now, to change them.
  if (after.length === before.length) after.forEach((fold, place) => {
    const was = before[place];
    fold.open = was.open && was !== done && named(fold) === named(was);
  });
  for (const told of now.querySelectorAll(".wrong-said:not([hidden])")) {
    const form = [...fresh.querySelectorAll("form")].find((one) => which(one) === which(told.closest("form")));
    const again = sent === null && form?.querySelector(".wrong-said");
    if (again && holds(told, again)) Object.assign(again, { textContent: told.textContent, hidden: false });
  }
  for (const form of fresh.querySelectorAll("form[data-send]")) bringBack(form);
}

// A refusal of what was written holds while that stands there; one of a step as long as what is said around it.
function holds(told, again) {
  if (again.closest("form").querySelector("input:not([type=hidden]), select, textarea")) return true;
  const around = (one) => one.closest("section").textContent.replace(one.textContent, "");
  return around(told) === around(again);
}

const named = (fold) => fold.querySelector("summary").textContent;

// What others change is shown at once; where something is being typed here, as soon as that has ended.
const typing = () => document.activeElement?.matches("input, select, textarea");
let missed = false;

async function refresh(sent = null) {
  missed = false;
  const place = sent?.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby");
  const isFetched = await renew("desk", (now, fresh) => {
    if (!sent && typing()) {
      missed = true;
      return false;
    }
    if (!sent) hold.renew(now, fresh);
    return keep(now, fresh, sent);
  });
  // The server's own word of it may have brought the page up to date before, with what was written.
  if (sent) standing(sent)?.reset();
  hold.show();
  // The button that was pressed is gone: the keyboard goes on from what came of it, or from the heading above it.
  const leads = [...(sent?.dataset.lead?.split(" ") ?? []), place];
  const heading = leads.map((id) => id && document.getElementById(id)).find(Boolean);
  // Where a form says what its deed leads to, also from the button, or the heading above it, that another's news left.
  if (!heading || (document.activeElement !== document.body && (!sent.dataset.lead || typing()))) return isFetched;
  standAt(heading);
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView();
  return isFetched;
}

async function keepUp() {
  missed = typing();
  return missed || refresh();
}

const watched = document.getElementById("desk")?.dataset.watch;
if (watched) {
  watchAt(watched, keepUp);
  // The next field has the focus a moment later.
  document.addEventListener("focusout", () => setTimeout(() => missed && keepUp()));
}

// Other rules have other settings: the page is fetched anew for them, with what was written so far.
async function showHouse(chosen) {
  const wanted = new URLSearchParams(location.search);
  wanted.set("rules", chosen);
  const answer = await fetch(`/tournaments/new?${wanted}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("house");
  document.getElementById("house").replaceWith(fresh);
}

const rules = document.getElementById("rules");

rules?.addEventListener("change", async () => {
  await showHouse(rules.value);
  putBy(rules.form);
});

// The browser, too, may have brought other rules back than those that the page was made for.
async function rulesFirst(kept) {
  const chosen = kept.find(({ name }) => name === "rules")?.said ?? rules?.value;
  if (chosen !== rules?.querySelector("[selected]").value) await showHouse(chosen);
}

keepWritten("form[data-send]", rulesFirst);
