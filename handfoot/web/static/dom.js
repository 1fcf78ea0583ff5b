// Elements, made.
// el("button", { class: "x", onclick: f, "aria-pressed": "true" }, "text", child)
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// Brings the focus to a heading, from which the keyboard goes on.
export function standAt(heading) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// What is drawn on a photo, all in its px: an outline, boxes to look at, and a word on a ground of its own. A point of a
// card is told by the shares of its width and height from its first corner.
export const at = (quad, u, v) =>
  [0, 1].map((i) => quad[0][i] + u * (quad[1][i] - quad[0][i]) + v * (quad[3][i] - quad[0][i]));

// Where a card's face is written: its index, at the corner, stays in sight.
export const BESIDE_INDEX = [0.45, 0.11];

export const pathOf = (quad) => quad.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");

export function boxes(places) {
  return places.map(([x1, y1, x2, y2]) => svg("rect", { class: "advised", x: x1, y: y1, width: x2 - x1, height: y2 - y1 }));
}

export function tag(text, [x, y], size, kind = "") {
  const half = (0.36 * text.length + 0.25) * size;
  return [
    svg("rect", { class: `tag ${kind}`, x: x - half, y: y - 0.62 * size, width: 2 * half, height: 1.24 * size, rx: 0.3 * size }),
    svg("text", { class: "tag-text", x, y, "font-size": size }, text),
  ];
}
