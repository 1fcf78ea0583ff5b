// The button that prints a page; it may be on a part of the page that is exchanged.
document.addEventListener("click", ({ target }) => target.closest("#print") && window.print());

// On paper nothing can be opened: what is folded is printed whole, but for what is not printed at all.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open], .no-print, .no-print *)")];
  for (const fold of opened) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of opened) fold.open = false;
});
