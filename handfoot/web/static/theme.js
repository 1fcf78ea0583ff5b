// Light or dark before the first paint: the person's own choice, else the system's.
(function () {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  function show() {
    const kept = localStorage.getItem("theme");
    document.documentElement.dataset.theme = kept === "light" || kept === "dark" ? kept : dark.matches ? "dark" : "light";
  }
  show();
  dark.addEventListener("change", show);
})();
