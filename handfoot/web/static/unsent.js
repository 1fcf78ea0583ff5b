// What was written in a form that was not sent after all, for want of the PIN say: it is there again when the page is.
const shelf = (form) => `unsent ${location.pathname}${location.search} ${form.dataset.send ?? form.id}`;
const fields = (form) => [...form.elements].filter((one) => one.name);
const read = (one) => (one.type === "checkbox" || one.type === "radio" ? one.checked : one.value);

export function putBy(form) {
  sessionStorage.setItem(shelf(form), JSON.stringify(fields(form).map((one) => [one.name, read(one)])));
}

// makeRoom(names) is called before, for forms whose fields come and go.
export function bringBack(form, makeRoom = () => {}) {
  const kept = JSON.parse(sessionStorage.getItem(shelf(form)) ?? "null");
  if (!kept) return;
  sessionStorage.removeItem(shelf(form));
  makeRoom(kept.map(([name]) => name));
  fields(form).forEach((one, place) => {
    const [name, value] = kept[place] ?? [];
    if (name !== one.name) return;
    if (typeof value === "boolean") one.checked = value;
    else one.value = value;
  });
}
