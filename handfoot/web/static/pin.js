// The PIN, asked for where it is needed: what a page holds and cannot send yet is not lost meanwhile.
import { ApiError, post } from "./api.js";
import { el } from "./dom.js";
import { say } from "/texts.js";

const signed = document.getElementById("signed");

// The way to the PIN's own page, and back here.
export function toPin() {
  location.assign(`/connect?then=${encodeURIComponent(location.pathname + location.search)}`);
}

// A field for files opens once the device may send them; until then a press on it leads to the PIN.
export function pinBefore(input) {
  input.addEventListener("click", (event) => {
    if (signed.dataset.signed === "yes") return;
    event.preventDefault();
    toPin();
  });
}

let asking = null;

// Asks for the PIN over the page; whether it was given. Who asks meanwhile hears the same answer.
export function askPin(why) {
  asking ??= dialog(why).finally(() => (asking = null));
  return asking;
}

function dialog(why) {
  const field = el("input", { type: "text", id: "pin-asked", inputmode: "numeric", autocomplete: "one-time-code", required: true });
  const wrong = el("p", { class: "notice bad", role: "alert", hidden: true });
  const form = el("form", {},
    el("label", { for: field.id }, say("connect.pin")),
    el("p", { class: "soft small" }, say("connect.pin_hint")),
    field, wrong,
    el("p", { class: "row" },
      el("button", { class: "primary" }, say("connect.enter")),
      el("button", { type: "button", onclick: () => shown.close() }, say("game.cancel"))));
  const title = el("p", { id: "pin-why" }, why);
  const shown = el("dialog", {}, title, form);
  shown.setAttribute("aria-labelledby", title.id);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const session = await post("/api/session", { pin: field.value.replace(/\s/g, "") });
      document.querySelector('meta[name="handfoot-token"]').content = session.token;
      signed.dataset.signed = "yes";
      signed.textContent = say("site.signed_in");
      shown.close("in");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      wrong.textContent = error.message;
      wrong.hidden = false;
      field.select();
    }
  });
  document.body.append(shown);
  shown.showModal();
  return new Promise((resolve) => {
    shown.addEventListener("close", () => {
      shown.remove();
      resolve(shown.returnValue === "in");
    });
  });
}
