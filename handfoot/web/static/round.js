// A round's page: agreeing, taking it back, and keeping up with what the other phones do.
import { post, remove } from "/static/api.js";
import { doing } from "/static/doing.js";
import { watch } from "/static/watch.js";

const round = document.getElementById("round");
const path = `/api/games/${round.dataset.game}/rounds/${round.dataset.round}/agreement`;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.agree, button.withdraw");
  if (!button) return;
  const side = Number(button.dataset.side);
  doing(button, async () => {
    if (button.classList.contains("agree")) {
      const reason = document.getElementById("reason")?.value ?? "";
      await post(path, { side, seal: document.getElementById("round").dataset.seal, reason });
    } else {
      await remove(`${path}/${side}`);
    }
    await refresh();
  });
});

// Puts the page as it is now in the place of the page as it was, without losing what is being typed.
async function refresh() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("round");
  const now = document.getElementById("round");
  const typed = document.getElementById("reason")?.value;
  const focused = document.activeElement?.id;
  now.replaceWith(fresh);
  if (typed && document.getElementById("reason")) document.getElementById("reason").value = typed;
  if (focused) document.getElementById(focused)?.focus();
}

watch(round.dataset.game, refresh);
