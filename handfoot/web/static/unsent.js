// What was written in a form that was not sent after all, for want of the PIN say: it is there again when the page is.

// Which form it is, on this page and on the same page fetched anew: many are sent to one address.
export function which(form) {
  const { send, then } = form.dataset;
  const hidden = [...form.querySelectorAll("input[type=hidden]")].map((one) => one.value);
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
  else sessionStorage.removeItem(shelf(form));
}

// makeRoom(kept) is awaited before, for forms whose fields come and go.
export async function bringBack(form, makeRoom = () => {}) {
  const kept = JSON.parse(sessionStorage.getItem(shelf(form)) ?? "null");
  if (!kept) return;
  await makeRoom(kept);
  sessionStorage.removeItem(shelf(form));
  for (const { as, place, said } of kept) {
    const one = alike(form, as)[place];
    if (!one || (one.matches("select") && ![...one.options].some((option) => option.value === said))) continue;
    if (isChoice(one)) one.checked = said;
    else one.value = said;
    const fold = one.closest("details");
    if (fold) fold.open = true;
  }
}
