// The wall board of a game or a tournament: shown anew whenever it changed, and whether the server is there to tell.
import { renew } from "./renewing.js";
import { watchAt } from "./watch.js";

const lost = document.getElementById("lost");
watchAt(document.getElementById("board").dataset.watch, () => renew("board"), (isLost) => (lost.hidden = !isLost));

// Some phones show no page on the whole screen.
const full = document.getElementById("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => document.documentElement.requestFullscreen());
