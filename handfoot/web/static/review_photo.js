// The photo with every card and pile drawn over it; zoomed and moved by fingers, wheel, buttons and keys.
import { BESIDE_INDEX, at, boxes, el, pathOf, svg, tag } from "./dom.js";
import { faceMark } from "./faces.js";
import { say } from "/texts.js";

const MOST_ZOOM = 12;
const TAP_PX = 10;
// How tall the letters of a pile's label are: of the page's own, and at least of a card's width.
const LETTERS = 0.7;
const LEAST_LETTERS = 0.1;
const BELOW_INDEX = [0.16, 0.36];

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const wide = (quad) => apart(quad[0], quad[1]);

function holds(quad, point) {
  let side = 0;
  for (let i = 0; i < 4; i += 1) {
    const [a, b] = [quad[i], quad[(i + 1) % 4]];
    const turn = Math.sign((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]));
    if (turn !== 0 && side !== 0 && turn !== side) return false;
    if (turn !== 0) side = turn;
  }
  return true;
}

// Points around all others, clockwise: the outline of a pile.
function hull(found) {
  const points = [...found].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const kept = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [a, b] = kept.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(points), ...half(points.reverse())];
}

function allOfIt() {
  const corners = "M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6";
  return svg("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    svg("path", { d: corners, fill: "none", stroke: "currentColor", "stroke-width": 2.5 }));
}

export class PhotoView {
  // tapCard(id), tapPile(pile), tapPlace(x, y): what a tap means.
  constructor(stage, { tapCard, tapPile, tapPlace }) {
    Object.assign(this, { stage, tapCard, tapPile, tapPlace, lit: new Set(), marks: [], photo: null, lifted: null });
    this.drawing = svg("svg", { class: "drawing", "aria-hidden": "true", focusable: "false" });
    this.pointers = new Map();
    this.makeControls();
    this.listen();
    new ResizeObserver(() => this.photo && (this.all ? this.whole() : this.look())).observe(this.drawing);
  }

  makeControls() {
    const button = (key, mark, doing) =>
      el("button", { type: "button", class: "step", "data-key": key, "aria-label": say(`review.${key}`), title: say(`review.${key}`), onclick: doing }, mark);
    this.stage.replaceChildren(
      this.drawing,
      el(
        "div",
        { class: "zoom" },
        button("zoom_in", "+", () => this.zoom(1.5)),
        button("zoom_out", "−", () => this.zoom(1 / 1.5)),
        button("zoom_all", allOfIt(), () => this.whole()),
      ),
    );
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "group");
  }

  // cards: those of this photo with { id, face, quad, pile, doubted, faint, mine }; piles: { id, name, title, kind, quads }.
  show(photo, cards, piles) {
    const fresh = this.photo?.id !== photo.id;
    Object.assign(this, { photo, cards, piles });
    this.stage.setAttribute("aria-label", say("review.stage", { name: photo.name }));
    this.draw();
    if (fresh) this.whole();
  }

  draw() {
    const { photo, cards, piles, lit } = this;
    const quads = cards.map((card) => card.quad);
    this.unit = quads.length ? quads.map(wide).sort((a, b) => a - b)[Math.floor(quads.length / 2)] : photo.width / 16;
    if (this.pictured !== photo.id && !photo.deleted_at) {
      this.picture = svg("image", { width: photo.width, height: photo.height, preserveAspectRatio: "none", href: `/api/photos/${photo.id}/picture` });
      this.pictured = photo.id;
    }
    const shapes = photo.deleted_at ? [] : [this.picture];
    for (const pile of piles) shapes.push(this.pileShape(pile));
    for (const card of cards) shapes.push(this.cardShape(card, lit.has(card.id)));
    // Above all outlines, so that each can be read.
    for (const card of cards) if (!card.faint) shapes.push(this.cardTag(card, quads));
    this.labels = svg("g");
    shapes.push(this.labels, ...boxes(this.marks));
    this.drawing.replaceChildren(...shapes);
    this.labelled = null;
    if (this.span) this.label();
  }

  cardShape(card, isLit) {
    const states = [card.doubted && "doubted", isLit && "lit", card.faint && "faint", card.mine && "mine"];
    const group = svg("g", { class: `card ${states.filter(Boolean).join(" ")}`, "data-card": card.id });
    group.append(svg("polygon", { class: "ground", points: pathOf(card.quad) }));
    group.append(svg("polygon", { class: "edge", points: pathOf(card.quad) }));
    return group;
  }

  // A card's face, where the fewest other cards may hide the card: beside its index or below it.
  cardTag(card, quads) {
    const other = [2, 3, 0, 1].map((i) => card.quad[i]);
    const places = [card.quad, other].flatMap((quad) => [at(quad, ...BESIDE_INDEX), at(quad, ...BELOW_INDEX)]);
    const covers = (place) => quads.filter((quad) => quad !== card.quad && holds(quad, place)).length;
    const place = places.reduce((best, one) => (covers(one) < covers(best) ? one : best));
    const text = faceMark(card.face) + (card.doubted ? " ?" : "");
    const kind = card.doubted ? "doubted" : card.face === "R3" ? "red" : "";
    return svg("g", {}, ...tag(text, place, 0.2 * this.unit, kind));
  }

  pileShape(pile) {
    const ring = hull(pile.quads.flat());
    const [cx, cy] = [0, 1].map((axis) => ring.reduce((sum, p) => sum + p[axis], 0) / ring.length);
    const grown = ring.map(([x, y]) => {
      const far = Math.hypot(x - cx, y - cy) || 1;
      return [x + ((x - cx) / far) * 0.1 * this.unit, y + ((y - cy) / far) * 0.1 * this.unit];
    });
    pile.ring = grown;
    return svg("polygon", { class: `pile ${pile.kind}`, points: pathOf(grown) });
  }

  // Labels the piles anew where they are seen so much nearer or further off that their labels need another size.
  label() {
    const scale = this.shape().width / this.span;
    const step = Math.round(10 * Math.log(scale));
    if (step === this.labelled) return;
    this.labelled = step;
    const letters = LETTERS * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const size = Math.max(letters / scale, LEAST_LETTERS * this.unit);
    this.taken = [];
    for (const pile of [...this.piles].sort((a, b) => b.quads.length - a.quads.length)) this.place(pile, size);
    this.labels.replaceChildren(...this.taken.map((label) => this.pileTag(label, size)));
  }

  // A label where no other stands and the fewest cards of other piles are hidden, further off only where none is;
  // without its points where it is too long. Where there is no room at all, the label is there once all is seen nearer.
  place(pile, size) {
    const tall = 0.65 * size;
    const others = this.piles.filter((one) => one !== pile).flatMap((one) => one.quads);
    for (const title of [pile.title, pile.name]) {
      const half = (0.29 * title.length + 0.4) * size;
      const isFree = ({ x, y }) => this.taken.every((one) => Math.abs(one.x - x) >= one.half + half || Math.abs(one.y - y) >= 2.1 * tall);
      const hides = ({ x, y }) => {
        const points = [-1, -0.5, 0, 0.5, 1].flatMap((u) => [-1, 1].map((v) => [x + u * half, y + v * tall]));
        return others.filter((quad) => points.some((point) => holds(quad, point))).length;
      };
      const spots = this.spots(pile.ring, half, tall).filter(isFree).map((spot) => ({ ...spot, hides: hides(spot) }))
        .filter((spot) => !spot.off || !spot.hides);
      if (!spots.length || 2 * half > this.photo.width) continue;
      const best = spots.reduce((one, other) => (other.hides < one.hides ? other : one));
      this.taken.push({ pile, title, half, tall, x: best.x, y: best.y });
      return;
    }
  }

  // Where a label can stand, the best place first: above its pile, below it, on it; beside it or further above or
  // below, which is off.
  spots(ring, half, tall) {
    const { photo } = this;
    const [left, right] = [Math.min, Math.max].map((most) => most(...ring.map((p) => p[0])));
    const middle = (left + right) / 2;
    const heights = ring.flatMap(([x, y], place) => {
      const [x2, y2] = ring[(place + 1) % ring.length];
      return Math.min(x, x2) <= middle && middle <= Math.max(x, x2) && x !== x2 ? [y + ((middle - x) / (x2 - x)) * (y2 - y)] : [];
    });
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    const level = (top + bottom) / 2;
    return [
      [middle, top - 1.15 * tall], [middle, bottom + 1.15 * tall], [middle, level], [left - half, level], [right + half, level],
      [middle, top - 3.3 * tall], [middle, bottom + 3.3 * tall],
    ].map(([x, y], place) => ({
      off: place > 2,
      x: Math.min(Math.max(x, half), photo.width - half),
      y: Math.min(Math.max(y, tall), photo.height - tall),
    }));
  }

  pileTag({ pile, title, half, tall, x, y }, size) {
    return svg(
      "g",
      { class: "pile-tag" },
      svg("rect", { class: `tag ${pile.kind}`, x: x - half, y: y - tall, width: 2 * half, height: 2 * tall, rx: 0.3 * size }),
      svg("text", { class: "tag-text", x, y, "font-size": size }, title),
    );
  }

  light(ids) {
    this.lit = new Set(ids);
    if (this.photo) this.draw();
  }

  mark(boxes) {
    this.marks = boxes;
    if (this.photo) this.draw();
    if (boxes.length) this.whole();
  }

  // Brings cards into view, as near as they can be read.
  goTo(ids) {
    const found = this.cards.filter((card) => ids.includes(card.id)).flatMap((card) => card.quad);
    if (!found.length) return;
    const [x1, x2, y1, y2] = [0, 1].flatMap((axis) => {
      const values = found.map((p) => p[axis]);
      return [Math.min(...values), Math.max(...values)];
    });
    const { width, height } = this.shape();
    const span = Math.max(x2 - x1, ((y2 - y1) * width) / height) + 3 * this.unit;
    this.span = Math.min(span, this.fitSpan());
    this.centre = [(x1 + x2) / 2, (y1 + y2) / 2];
    this.look();
  }

  shape() {
    const { width, height } = this.drawing.getBoundingClientRect();
    return { width: Math.max(width, 1), height: Math.max(height, 1) };
  }

  fitSpan() {
    const { width, height } = this.shape();
    return Math.max(this.photo.width, (this.photo.height * width) / height);
  }

  whole() {
    this.span = this.fitSpan();
    this.centre = [this.photo.width / 2, this.photo.height / 2];
    this.look();
  }

  // Shows `span` px of the photo across the stage, with `centre` in its middle.
  look() {
    const { width, height } = this.shape();
    const most = this.fitSpan();
    this.span = Math.min(Math.max(this.span, most / MOST_ZOOM), most);
    const tall = (this.span * height) / width;
    const [w, h] = [this.photo.width, this.photo.height];
    this.centre = [
      this.span >= w ? w / 2 : Math.min(Math.max(this.centre[0], this.span / 2), w - this.span / 2),
      tall >= h ? h / 2 : Math.min(Math.max(this.centre[1], tall / 2), h - tall / 2),
    ];
    const box = [this.centre[0] - this.span / 2, this.centre[1] - tall / 2, this.span, tall];
    this.drawing.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
    this.stage.dataset.zoom = (most / this.span).toFixed(2);
    // Who saw all of it does so, too, when the phone is turned.
    this.all = this.span >= most;
    this.label();
  }

  zoom(by, point = this.centre) {
    const span = Math.min(Math.max(this.span / by, this.fitSpan() / MOST_ZOOM), this.fitSpan());
    const kept = span / this.span;
    this.centre = [0, 1].map((axis) => point[axis] + (this.centre[axis] - point[axis]) * kept);
    this.span = span;
    this.look();
  }

  pan(dx, dy) {
    const scale = this.span / this.shape().width;
    this.centre = [this.centre[0] - dx * scale, this.centre[1] - dy * scale];
    this.look();
  }

  // A point of the screen in px of the photo.
  spot(event) {
    const { left, top } = this.drawing.getBoundingClientRect();
    const { width, height } = this.shape();
    const scale = this.span / width;
    return [
      this.centre[0] + (event.clientX - left - width / 2) * scale,
      this.centre[1] + (event.clientY - top - height / 2) * scale,
    ];
  }

  // Of the cards under a point the one whose index is nearest: that is what shows of it.
  cardAt(point) {
    const nearness = ({ quad }) =>
      Math.min(apart(point, at(quad, 0.2, 0.15)), apart(point, at(quad, 0.8, 0.85))) / wide(quad);
    const under = this.cards.filter((card) => !card.faint && holds(card.quad, point));
    return under.reduce((best, card) => (best === null || nearness(card) < nearness(best) ? card : best), null);
  }

  listen() {
    const { stage, pointers } = this;
    stage.addEventListener("pointerdown", (event) => {
      if (event.target.closest(".zoom") || event.button !== 0) return;
      stage.setPointerCapture(event.pointerId);
      if (pointers.size === 0) this.moved = 0;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    stage.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      stage.addEventListener(end, (event) => {
        if (pointers.delete(event.pointerId) && (pointers.size > 0 || end === "pointercancel")) this.moved = Infinity;
        this.lifted = event;
      });
    }
    // Not at the pointer's end: a sheet opened by then would get the click that follows. But where the finger was: a
    // browser moves the click to what it thinks was meant, which is the next card's label.
    stage.addEventListener("click", (event) => {
      if (!event.target.closest(".zoom") && this.moved < TAP_PX) this.tap(this.lifted ?? event);
      this.lifted = null;
    });
    stage.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), this.spot(event));
      },
      { passive: false },
    );
    stage.addEventListener("keydown", (event) => this.press(event));
  }

  drag(event) {
    const { pointers } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (pointers.size === 1) {
      this.moved += Math.hypot(dx, dy);
      if (this.moved >= TAP_PX) this.pan(dx, dy);
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const by = apart(now, other) / Math.max(apart(before, other), 1);
      this.moved = Infinity;
      this.zoom(by, this.spot({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 }));
      this.pan(dx / 2, dy / 2);
    }
    pointers.set(event.pointerId, now);
  }

  tap(event) {
    const point = this.spot(event);
    const card = this.cardAt(point);
    const label = this.taken.find(({ x, y, half, tall }) => Math.abs(point[0] - x) <= half && Math.abs(point[1] - y) <= tall);
    if (card) this.tapCard(card.id);
    else if (label) this.tapPile(label.pile);
    else if (point[0] >= 0 && point[1] >= 0 && point[0] <= this.photo.width && point[1] <= this.photo.height) {
      this.tapPlace(...point);
    }
  }

  press(event) {
    const step = 60;
    const doing = {
      "+": () => this.zoom(1.5),
      "=": () => this.zoom(1.5),
      "-": () => this.zoom(1 / 1.5),
      0: () => this.whole(),
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
    }[event.key];
    if (!doing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    doing();
  }
}

