// What a person does before the page's scripts are there waits for them and is then done: a form sent, a button
// pressed, a file or an entry chosen, each once, however often it was tried meanwhile; and files dropped.
{
  const waiting = new Map();
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // A field for files takes what is dropped on it by itself; elsewhere the browser would show it in the page's place.
  const brings = ({ dataTransfer, target }) => dataTransfer.types.includes("Files") && !target.matches("[type=file]");
  const holds = {
    submit(event) {
      const { target: form, submitter } = event;
      stop(event);
      waiting.set(form, () => form.requestSubmit(submitter));
    },
    click(event) {
      const button = event.target.closest("button");
      // The browser checks a form before it is sent.
      if (!button || (button.form && button.type === "submit")) return;
      stop(event);
      waiting.set(button, () => button.click());
    },
    change(event) {
      const { target: field } = event;
      stop(event);
      waiting.set(field, () => field.dispatchEvent(new Event("change", { bubbles: true })));
    },
    dragover(event) {
      if (brings(event)) event.preventDefault();
    },
    drop(event) {
      if (!brings(event)) return;
      stop(event);
      // What was brought can be taken out of a drop only while it happens.
      const dataTransfer = new DataTransfer();
      for (const file of event.dataTransfer.files) dataTransfer.items.add(file);
      waiting.set(event, () => event.target.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer })));
    },
  };
  let whole = true;
  for (const [kind, hold] of Object.entries(holds)) document.addEventListener(kind, hold, true);
  document.addEventListener("error", ({ target }) => (whole &&= target.tagName !== "SCRIPT"), true);
  // Modules have run by now, or could not be fetched: then nothing here may be sent, by nobody's script.
  document.addEventListener("DOMContentLoaded", () => {
    if (!whole) {
      const told = document.getElementById("told");
      told.textContent = told.dataset.notWhole;
      told.className = "shown bad";
      return;
    }
    for (const [kind, hold] of Object.entries(holds)) document.removeEventListener(kind, hold, true);
    for (const again of waiting.values()) again();
  });
}
