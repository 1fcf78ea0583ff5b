// A game's page: taking back, deleting, the scores said aloud.
import { deedName, get, post, remove } from "/static/api.js";
import { ask, doing } from "/static/doing.js";
import { aloud, canSpeak, speak } from "/static/speak.js";
import { say } from "/texts.js";

const { game, revision } = document.getElementById("game").dataset;
const path = `/api/games/${game}`;
const deed = deedName();

document.getElementById("take-back")?.addEventListener("click", async (event) => {
  const button = event.currentTarget;
  if (!(await ask(say("game.take_back_ask"), say("game.yes")))) return;
  doing(button, async () => {
    await post(`${path}/undo`, { seen: Number(revision), deed });
    location.reload();
  });
});

document.getElementById("delete")?.addEventListener("click", async (event) => {
  const button = event.currentTarget;
  if (!(await ask(say("game.delete_ask"), say("game.delete_yes"), { danger: true }))) return;
  doing(button, async () => {
    await remove(path);
    location.assign("/");
  });
});

const button = document.getElementById("speak");
if (button && canSpeak) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const standing = await get(path);
    const last = standing.rounds.at(-1);
    const words = [say("game.spoken_round", { number: last.number })];
    standing.sides.forEach((side, place) => words.push(say("game.spoken_side", { side, points: aloud(last.totals[place]) })));
    speak(words.join(" "));
  });
}
