// A game's page: ending it, going on, taking back, deleting, the scores said aloud; and what other phones change.
import { Deeds, get, post, remove, send } from "./api.js";
import { tell } from "./app.js";
import { ask, doing } from "./doing.js";
import { standAt } from "./dom.js";
import { renew } from "./renewing.js";
import { aloud, canSpeak, speak } from "./speak.js";
import { bringBack, forget, keepWritten } from "./unsent.js";
import { leaving, watch } from "./watch.js";
import { say } from "/texts.js";

const part = (id) => document.getElementById(id);
const { game } = part("game").dataset;
const path = `/api/games/${game}`;
const deeds = new Deeds();

// What somebody may be writing while another phone changes something.
const WRITTEN = "#describe, #choose-decks";

// The game as it is shown: another phone may change it while a question is asked of that.
const shown = () => Number(part("game").dataset.revision);

// A change of the game as it was shown; sent again after a lost answer it counts once. told: what came of it.
async function change(way, seen, told) {
  await post(`${path}/${way}`, { seen, deed: deeds.nameOf(way, seen) });
  await refresh();
  // The button that was pressed is gone, or stands for something else.
  scrollTo(0, 0);
  standAt(part("game").querySelector("h1"));
  tell(told, "good");
}

async function speakTotals() {
  const standing = await get(path);
  const last = standing.rounds.at(-1);
  const words = [say("game.spoken_round", { number: last.number })];
  standing.sides.forEach((side, place) => words.push(say("game.spoken_side", { side, points: aloud(last.totals[place]) })));
  speak(words.join(" "));
}

const presses = {
  async end(button) {
    const seen = shown();
    if (await ask(button.dataset.ask, say("game.end"))) doing(button, () => change("end", seen, say("game.ended")));
  },
  "go-on": (button) => doing(button, () => change("go-on", shown(), say("game.gone_on"))),
  async "take-back"(button) {
    const seen = shown();
    const told = say("review.undone", { what: button.dataset.what });
    if (await ask(button.dataset.ask, say("game.yes"))) doing(button, () => change("undo", seen, told));
  },
  async delete(button) {
    if (!(await ask(say("game.delete_ask"), say("game.delete_yes"), { danger: true }))) return;
    const gone = async () => {
      await remove(path);
      location.assign("/");
    };
    doing(button, () => leaving(gone));
  },
  speak: (button) => doing(button, speakTotals),
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#game button");
  if (button && Object.hasOwn(presses, button.id)) presses[button.id](button);
});

document.addEventListener("submit", (event) => {
  const sending = { describe, "choose-decks": chooseDecks }[event.target.id];
  if (!sending) return;
  event.preventDefault();
  sending(event.target, event.submitter);
});

function chooseDecks(form, button) {
  doing(button, async () => {
    const { decks } = await send("PUT", `${path}/decks`, { decks: new FormData(form).getAll("taught") });
    forget(form);
    tell(decks.length ? say("desk.decks_chosen", { names: decks.join(", ") }) : say("decks.none_chosen"), "good");
  });
}

function describe(form, button) {
  const wrong = part("describe-wrong");
  wrong.hidden = true;
  doing(button, async () => {
    const said = new FormData(form);
    const decks = said.get("decks");
    const wanted = { name: said.get("name"), sides: said.getAll("side"), decks: decks === "" ? null : Number(decks) };
    const now = await send("PATCH", path, wanted);
    forget(form);
    await refresh();
    tell(say(now.decks ? "game.described" : "game.described_no_decks", { ...now, sides: now.sides.join(", ") }), "good");
  }, () => wrong);
}

function showVoice(place) {
  const button = place.querySelector("#speak");
  if (button) button.hidden = !canSpeak;
}

// What somebody opened stays open, and what they wrote stays written.
const refresh = () =>
  renew("game", (now, fresh) => {
    for (const fold of now.querySelectorAll("details[id]")) {
      const other = fresh.querySelector(`#${fold.id}`);
      if (other) other.open = fold.open;
    }
    for (const form of fresh.querySelectorAll(WRITTEN)) bringBack(form);
    showVoice(fresh);
  });

showVoice(part("game"));
keepWritten(WRITTEN);
watch(game, refresh);
