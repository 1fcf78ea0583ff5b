// Points as people read and write them. Their fields are of text: a field of numbers drops, without a word, a minus
// sign that it does not know, and the digits that phones offer have none.
import { ApiError } from "./api.js";
import { ask } from "./doing.js";
import { say } from "/texts.js";

export const points = (number) =>
  String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f").replace(/^/, number < 0 ? "−" : "");

const WRITTEN = /^([-+\u2010-\u2015\u2212\ufe63\uff0d]?)\s*(\d{1,3}(?:([\s.,'\u2019])\d{3}(?:\3\d{3})*)?|\d+)$/u;

// Whether points of a round, by their sides, are meant as they are written in a form: a digit too many is soon typed.
export async function meantSoMany(form, written) {
  const far = Object.entries(written).filter(([, number]) => Math.abs(number) > Number(form.dataset.mostExpected));
  if (!far.length) return true;
  const names = far.map(([name, number]) => `${name}: ${points(number)}`).join("; ");
  return ask(say("desk.many_ask", { names }), say("desk.many_yes"));
}

// Returns the points, or null where nothing is written. Throws an ApiError where it is no whole number, and shows the field.
export function pointsIn(field) {
  const text = field.value.trim();
  if (text === "") return null;
  const [, sign, digits] = text.match(WRITTEN) ?? [];
  if (digits === undefined) {
    const fold = field.closest("details");
    if (fold) fold.open = true;
    field.focus();
    const written = { field: field.labels[0].textContent.trim().replace(/\.$/, ""), text };
    throw new ApiError(422, { code: "no_number", say: say("error.no_number", written), where: field.name });
  }
  const number = Number(digits.replace(/\D/g, ""));
  return sign === "" || sign === "+" ? number : 0 - number;
}
