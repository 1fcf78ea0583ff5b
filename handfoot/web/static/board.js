// The wall board: shown anew whenever the game changed, and whether the server is still there to tell.
import { renew } from "/static/renewing.js";
import { watch } from "/static/watch.js";

const lost = document.getElementById("lost");
watch(document.getElementById("board").dataset.game, () => renew("board"), (isLost) => (lost.hidden = !isLost));

// Some phones show no page on the whole screen.
const full = document.getElementById("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => document.documentElement.requestFullscreen());
