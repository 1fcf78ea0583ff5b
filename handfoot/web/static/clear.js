// What stays in sight at an edge of the window covers nothing that the keyboard or a script goes to: its height is a
// length of the style sheet, --head or --foot, by which the rest keeps clear of it.

// A bar that takes more of the window than this is marked as tall, so that it need not stay.
const MOST_OF_WINDOW = 0.3;

export function keepClearOf(bar, edge) {
  const measure = () => {
    bar.classList.toggle("tall", bar.offsetHeight > MOST_OF_WINDOW * innerHeight);
    const stays = getComputedStyle(bar).position === "sticky";
    document.documentElement.style.setProperty(`--${edge}`, stays ? `${bar.offsetHeight}px` : "0px");
  };
  new ResizeObserver(measure).observe(bar, { box: "border-box" });
  addEventListener("resize", measure);
}
