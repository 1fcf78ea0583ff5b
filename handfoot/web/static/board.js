// The wall board: fetched anew whenever the server says that the game changed.
import { leaveIfGone } from "/static/watch.js";

const board = document.getElementById("board");
const lost = document.getElementById("lost");
const { game } = board.dataset;

async function refresh() {
  const answer = await fetch(`/games/${game}/board/inside`);
  if (answer.ok) board.innerHTML = await answer.text();
  else leaveIfGone(answer);
}

const events = new EventSource(`/api/games/${game}/events`);
events.addEventListener("changed", refresh);
events.addEventListener("open", () => (lost.hidden = true));
events.addEventListener("error", () => {
  lost.hidden = false;
  if (events.readyState === EventSource.CLOSED) refresh();
});

document.getElementById("full").addEventListener("click", () => document.documentElement.requestFullscreen());
