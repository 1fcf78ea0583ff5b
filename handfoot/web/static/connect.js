// Signing a device in with the PIN, and out.
import { ApiError, post, remove } from "./api.js";
import { doing } from "./doing.js";

const wrong = document.getElementById("pin-wrong");

// The page that was left for the PIN; none beyond this site, however its address is written.
function wanted() {
  const then = new URLSearchParams(location.search).get("then");
  if (!then) return "";
  try {
    const page = new URL(then, location.origin);
    return page.origin === location.origin ? page.href : "";
  } catch {
    return "";
  }
}

async function enter(pin) {
  try {
    await post("/api/session", { pin });
    location.assign(wanted() || "/");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    document.getElementById("pin-form").hidden = false;
    wrong.textContent = error.message;
    wrong.hidden = false;
    document.getElementById("pin").select();
  }
}

// Who came for the PIN has given it meanwhile, in another tab.
if (document.getElementById("out") && wanted()) location.replace(wanted());

document.getElementById("unlock")?.addEventListener("click", (event) => enter(event.currentTarget.dataset.pin));
document.getElementById("pin-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(document.getElementById("pin").value.replace(/\s/g, ""));
});
document.getElementById("out")?.addEventListener("click", (event) =>
  doing(event.currentTarget, async () => {
    await remove("/api/session");
    location.reload();
  }),
);
