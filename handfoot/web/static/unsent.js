// What was written in a form and not sent yet: it is there again when the page is, left for the PIN or loaded anew.

// Which form it is, or which part of a page that has no form, on this page and on the same page fetched anew: many are
// sent to one address. The version of what it was made for is none of it: what is written outlasts another's change.
export function which(form) {
  const { send, then } = form.dataset;
  const hidden = [...form.querySelectorAll("input[type=hidden]:not([name=version])")].map((one) => one.value);
  const keys = [...form.querySelectorAll("[data-key]")].map((one) => one.dataset.key);
  return JSON.stringify([form.id, send, then, hidden, keys]);
}

const shelf = (form) => `unsent ${location.pathname}${location.search} ${which(form)}`;
const isChoice = (one) => one.type === "checkbox" || one.type === "radio";
const read = (one) => (isChoice(one) ? one.checked : one.value);
// What the page itself put there stays with the page.
const fields = (form) => [...form.querySelectorAll("input, select, textarea")].filter((one) => one.name && one.type !== "hidden");

function isTouched(one) {
  if (isChoice(one)) return one.checked !== one.defaultChecked;
  if (!one.matches("select")) return one.value !== one.defaultValue;
  return one.value !== ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value;
}

const called = (one) => JSON.stringify([one.name, one.dataset.key, isChoice(one) ? one.value : ""]);
const alike = (form, name) => fields(form).filter((one) => called(one) === name);

export function putBy(form) {
  const kept = fields(form).filter(isTouched).map((one) => {
    const as = called(one);
    return { name: one.name, as, place: alike(form, as).indexOf(one), said: read(one) };
  });
  if (kept.length) sessionStorage.setItem(shelf(form), JSON.stringify(kept));
  else forget(form);
}

// Of what was sent nothing comes back.
export function forget(form) {
  sessionStorage.removeItem(shelf(form));
}

// Keeps what is written in the forms that the selector finds, also in those that take their place later.
// makeRoom(kept, form) is awaited before it is brought back, for forms that come and go, or their fields.
export function keepWritten(selector, makeRoom = () => {}) {
  document.addEventListener("input", ({ target }) => {
    const form = target.closest(selector);
    if (form) putBy(form);
  });
  for (const form of document.querySelectorAll(selector)) Promise.resolve(makeRoom(keptOf(form), form)).then(() => bringBack(form));
}

const keptOf = (form) => JSON.parse(sessionStorage.getItem(shelf(form)) ?? "[]");

// Writes into a form what was written in it before, also where it has just taken the place of another.
export function bringBack(form) {
  for (const { as, place, said } of keptOf(form)) {
    const one = alike(form, as)[place];
    if (!one || (one.matches("select") && ![...one.options].some((option) => option.value === said))) continue;
    if (isChoice(one)) one.checked = said;
    else one.value = said;
    const fold = one.closest("details");
    if (fold) fold.open = true;
  }
}
