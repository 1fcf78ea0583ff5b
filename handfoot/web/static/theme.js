// Light or dark before the first paint: the person's own choice, else the system's.
(function () {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
