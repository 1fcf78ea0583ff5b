import { pointsIn } from "/static/points.js";

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
