// What every page does: the light-or-dark switch, the way to a camera, and a place to tell the person something.
const themeButton = document.getElementById("theme");
themeButton?.addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

// Browsers lend a live camera to the machine itself only, or over https.
const toCamera = document.getElementById("to-camera");
if (toCamera) toCamera.hidden = !navigator.mediaDevices?.getUserMedia;

let hiding;

export function hush() {
  document.getElementById("told").className = "";
}

// What is told may lie over what a finger wants next: a tap sends it away.
document.getElementById("told")?.addEventListener("click", hush);

// Shows a sentence at the foot of the page and lets screen readers say it. kind: "good", "bad" or nothing.
export function tell(sentence, kind = "") {
  const told = document.getElementById("told");
  told.textContent = sentence;
  told.className = `shown ${kind}`;
  clearTimeout(hiding);
  hiding = setTimeout(hush, kind === "bad" ? 12000 : 5000);
}

// A QR code carries the PIN behind the #, where no server and no log sees it.
async function enterCarriedPin() {
  const carried = /^#pin=(\d+)$/.exec(location.hash);
  if (!carried) return;
  try {
    const { post } = await import("./api.js");
    history.replaceState(null, "", location.pathname + location.search);
    await post("/api/session", { pin: carried[1] });
    location.reload();
  } catch (error) {
    // What the server did not say is a script that did not come: the address keeps the PIN for the next try.
    tell(error.status === undefined ? document.getElementById("told").dataset.notWhole : error.message, "bad");
  }
}

enterCarriedPin();
// A code that is scanned where the page is open already changes the address alone.
addEventListener("hashchange", enterCarriedPin);
