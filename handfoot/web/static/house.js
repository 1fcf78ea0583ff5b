import { ApiError } from "./api.js";
import { ask } from "./doing.js";
import { pointsIn } from "./points.js";
import { say } from "/texts.js";

// Points against a side that were written without their minus sign would be points for it: whether they are meant so.
export async function meantAsWritten(form) {
  const fields = [...form.querySelectorAll(".setting[data-takes-away]")];
  const odd = fields.filter((field) => pointsIn(field.querySelector("input")) > 0);
  if (!odd.length) return true;
  const names = odd.map((field) => field.querySelector("label").textContent.trim().replace(/\.$/, ""));
  return ask(say("new.plus_ask", { settings: names.join("; ") }), say("new.plus_yes"));
}

// The house's settings in a form: those that differ from what the rules say.
export function settings(form) {
  const changed = {};
  for (const field of form.querySelectorAll(".setting")) {
    const input = field.querySelector("input, select");
    const { was } = input.dataset;
    if (field.dataset.kind === "switch") {
      if (input.checked !== (was === "yes")) changed[input.name] = input.checked;
    } else {
      const value = field.dataset.kind === "choice" ? input.value : pointsIn(input);
      if (value !== null && String(value) !== was) changed[input.name] = value;
    }
  }
  return changed;
}

// The rounds that are played, none where they are all: then nothing has to be said. Throws where none is ticked.
export function rounds(form) {
  const all = [...form.querySelectorAll("#rounds input")];
  const played = all.filter((one) => one.checked);
  if (all.length && !played.length) throw new ApiError(0, { code: "no_round", say: say("new.no_round"), where: "rounds" });
  return played.length === all.length ? null : played.map((one) => Number(one.value));
}
