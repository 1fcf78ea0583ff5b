// The wall board: shown anew whenever the game changed, and whether the server is still there to tell.
import { renew } from "/static/renewing.js";
import { watch } from "/static/watch.js";

const lost = document.getElementById("lost");
watch(document.getElementById("board").dataset.game, () => renew("board"), (isLost) => (lost.hidden = !isLost));

document.getElementById("full").addEventListener("click", () => document.documentElement.requestFullscreen());
