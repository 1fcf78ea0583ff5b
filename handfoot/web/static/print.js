// The button that prints a page.
document.getElementById("print")?.addEventListener("click", () => window.print());
