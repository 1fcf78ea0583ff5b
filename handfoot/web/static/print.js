// The button that prints a page; it may be on a part of the page that is exchanged.
document.addEventListener("click", ({ target }) => target.closest("#print") && window.print());
