// What stays in sight at an edge of the window covers nothing that the keyboard or a script goes to: its height is a
// length of the style sheet, --head or --foot, by which the rest keeps clear of it.
export function keepClearOf(bar, edge) {
  const measure = () => {
    const stays = getComputedStyle(bar).position === "sticky";
    document.documentElement.style.setProperty(`--${edge}`, stays ? `${bar.offsetHeight}px` : "0px");
  };
  new ResizeObserver(measure).observe(bar, { box: "border-box" });
  addEventListener("resize", measure);
}
