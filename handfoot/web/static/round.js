// A round's page: agreeing, taking it back, and keeping up with what the other phones do.
import { Deeds, post, remove, send } from "./api.js";
import { hush, tell } from "./app.js";
import { doing } from "./doing.js";
import { Hold } from "./hold.js";
import { meantSoMany, pointsIn } from "./points.js";
import { renew } from "./renewing.js";
import { bringBack, forget, keepWritten } from "./unsent.js";
import { unsentEdits } from "./unsent_edits.js";
import { watch } from "./watch.js";
import { say } from "/texts.js";

const round = document.getElementById("round");
const path = `/api/games/${round.dataset.game}/rounds/${round.dataset.round}/agreement`;

const deeds = new Deeds();

// What somebody may be writing while another phone changes something.
const WRITTEN = "#changing, #points";

// True while this phone does something: it knows of that.
let own = false;

// Whoever taps twice agrees for one side, and does not take it back.
const hold = new Hold(() => document.querySelectorAll("button.agree, button.withdraw"));

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.agree, button.withdraw");
  if (!button) return;
  const side = Number(button.dataset.side);
  doing(button, () => hold.during(async () => {
    own = true;
    const told = await (button.matches(".agree") ? agree(side) : withdraw(side));
    await refresh();
    stay();
    tell(told, "good");
  }).finally(() => (own = false)));
});

async function agree(side) {
  const changing = document.getElementById("changing");
  const reason = document.getElementById("reason")?.value ?? "";
  const { seal } = document.getElementById("round").dataset;
  const now = await post(path, { side, seal, reason }).catch(async (error) => {
    // What it is now is shown, whether or not the server could tell that it changed.
    if (error.code === "score_changed") await refresh();
    throw error;
  });
  if (changing) forget(changing);
  return toldAgreed(side, now);
}

async function withdraw(side) {
  const now = await remove(`${path}/${side}`);
  // Where the last side agreed meanwhile it is too late.
  return now.state === "agreed" ? toldAgreed(side, now) : say("round.taken_back", { side: now.sides[side - 1].name });
}

// What came of a side's agreeing, by the server's answer.
function toldAgreed(side, { round: number, sides, state }) {
  if (state === "agreed") return say("round.all_agreed", { number });
  const names = sides.filter((one) => !one.agreed && !one.excused).map((one) => one.name).join(", ");
  return say("round.agreed_so_far", { side: sides[side - 1].name, names });
}

// Points of a round that nobody photographed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "points") return;
  event.preventDefault();
  const wrong = document.getElementById("points-wrong");
  wrong.hidden = true;
  doing(event.submitter, async () => {
    const points = Object.fromEntries([...form.querySelectorAll("[data-side]")].map((field) => [field.dataset.side, pointsIn(field)]));
    if (!(await meantSoMany(form, points))) return;
    const { version } = form.dataset;
    const said = { points, version: version === undefined ? null : Number(version), reason: form.elements.reason?.value ?? "" };
    own = true;
    await send("PUT", path.replace(/agreement$/, "points"), { ...said, deed: deeds.nameOf("points", said) });
    deeds.forget("points");
    forget(form);
    await refresh();
    document.getElementById("round-title").focus({ preventScroll: true });
    tell(say("round.points_count", { number: round.dataset.round }), "good");
  }, () => document.getElementById("points-wrong")).finally(() => (own = false));
});

// The button that was pressed is gone: the keyboard goes on from the heading above it.
function stay() {
  if (document.activeElement !== document.body) return;
  (document.getElementById("agree-title") ?? document.getElementById("round-title")).focus({ preventScroll: true });
}

function tellUnsent(page) {
  for (const one of page.querySelectorAll("[data-unsent]")) one.hidden = !unsentEdits(one.dataset.unsent).length;
}

// What a person who does not see the page is told of where another phone changed it: each side's score, who agreed, who
// took that back.
function heard(now, fresh) {
  const before = new Set(lines(now));
  const names = [...fresh.querySelectorAll(".sides h2")].map((one) => one.textContent);
  const takenBack = [...now.querySelectorAll("button.withdraw")].map((one) => one.dataset.side).filter((side) =>
    fresh.querySelector(`button.agree[data-side="${side}"]:not([data-before])`));
  return [...lines(fresh).filter((line) => !before.has(line)), ...takenBack.map((side) => say("round.taken_back", { side: names[side - 1] }))];
}

function lines(page) {
  const scores = [...page.querySelectorAll(".sides > li")].map((side) =>
    [side.querySelector("h2"), side.querySelector(".number-left")].map((part) => part?.textContent ?? "").join(" "));
  return [...scores, ...[...page.querySelectorAll(".agreed strong, .notice.good")].map((one) => one.textContent)];
}

// Puts the page as it is now in the place of the page as it was, without losing what is being typed.
async function refresh() {
  let settled = false;
  const isFetched = await renew("round", (now, fresh) => {
    settled = fresh.dataset.state === "agreed" && now.dataset.state !== "agreed";
    const [fold, other] = [now, fresh].map((page) => page.querySelector("#by-hand"));
    if (fold && other) other.open = fold.open && !own;
    for (const form of fresh.querySelectorAll(WRITTEN)) bringBack(form);
    tellUnsent(fresh);
    if (!own) hold.renew(now, fresh);
    const news = heard(now, fresh);
    // One's own deed is told where it is done, and may end what another's was told as.
    if (news.length) document.getElementById("news").textContent = own ? "" : news.join(". ").replaceAll("..", ".");
  });
  hold.show();
  if (!settled) return isFetched;
  // The button that was pressed is gone: what came of it stands at the head of the page, with the way on. What was told
  // of this phone's own deed before is no longer so.
  scrollTo(0, 0);
  if (!own) hush();
  return isFetched;
}

tellUnsent(round);
keepWritten(WRITTEN);
watch(round.dataset.game, refresh);
