// The part of the photo that some cards lie in: nobody has to look for them.
import { pathOf, svg } from "./dom.js";
import { faceName } from "./faces.js";
import { photoTitle } from "./review_dom.js";
import { say } from "/texts.js";

// Where a card's index lies, and how far a ring around it reaches, in widths and heights of the card.
const INDEX = { right: 0.12, down: 0.13, reach: 0.24 };
const MARGIN = 0.2;

// Of one card, with a ring where its index was read, and thin ones where others of its face are counted, as one of them
// may be another end of it; nothing if no photo shows it.
export function peekCard(state, id) {
  const card = state.cards.find((one) => one.id === id);
  if (!card.quad) return null;
  return peek(state, [card], say("review.peek", { face: faceName(card.face) }),
    ...alikeIn(state, card).map((other) => ring(other, "peek-counted")), ring(card, "peek-ground"), ring(card, "peek-index"));
}

// The ids of the cards that count.
const countingIn = ({ piles, red_threes, left }) => new Set([...piles.flatMap((pile) => pile.cards), ...red_threes, ...left]);

// The other cards of its face that count in a card's photo.
export function alikeIn(state, card) {
  const counts = countingIn(state);
  return state.cards.filter((one) => one.id !== card.id && one.quad && one.photo === card.photo && one.face === card.face && counts.has(one.id));
}

// What is said of the thin rings stands where one is in sight: a part of the photo may show none of them.
export function sayOfRings(place) {
  const box = (one) => one.getBoundingClientRect();
  const isSeen = (one) => {
    const [ring, peek] = [box(one), box(one.ownerSVGElement)];
    return ring.right > peek.left && ring.left < peek.right && ring.bottom > peek.top && ring.top < peek.bottom;
  };
  const seen = [...place.querySelectorAll(".peek-counted")].some(isSeen);
  for (const said of place.querySelectorAll(".of-rings")) said.hidden = !seen;
}

// Of cards that may be none: those of such faces that count in another photo of the same kind, of the one that shows
// most of them and is there to be looked at. What this one shows at its edge may be one of those.
export function countedElsewhere(state, ids) {
  const { photos, cards, faint } = state;
  const asked = cards.filter((card) => ids.includes(card.id) && (faint.includes(card.id) || card.others.includes(null)));
  const here = photos.find((photo) => photo.id === asked[0]?.photo);
  const counts = countingIn(state);
  const faces = new Set(asked.map((card) => card.face));
  const shown = photos.filter((photo) => photo.shows === here?.shows && photo.id !== here.id && !photo.deleted_at)
    .map((photo) => cards.filter((card) => card.quad && card.photo === photo.id && counts.has(card.id) && faces.has(card.face)));
  return shown.reduce((most, some) => (some.length > most.length ? some : most), []);
}

function ring({ quad: [corner, across, , along] }, look) {
  const [cx, cy] = [0, 1].map((axis) => corner[axis] + INDEX.right * (across[axis] - corner[axis]) + INDEX.down * (along[axis] - corner[axis]));
  return svg("circle", { class: look, cx, cy, r: INDEX.reach * Math.hypot(across[0] - corner[0], across[1] - corner[1]) });
}

// Of a pile, in the first photo of it; nothing if none shows it.
export function peekPile(state, id) {
  const pile = state.piles.find((one) => one.id === id);
  const shown = state.cards.filter((card) => card.quad && pile.cards.includes(card.id));
  return peek(state, shown.filter((card) => card.photo === shown[0].photo), say("review.peek_pile", { pile: pile.name }));
}

// Of all cards that a photo shows; nothing if none was read.
export function peekPhoto(state, photo) {
  return peekCards(state, state.cards.filter((card) => card.quad && card.photo === photo.id));
}

// Of some cards of one photo.
export function peekCards(state, cards) {
  const photo = state.photos.find((one) => one.id === cards[0]?.photo);
  return photo ? peek(state, cards, say("review.peek_photo", { photo: photoTitle(state, photo) })) : null;
}

function peek(state, cards, name, ...rings) {
  const photo = state.photos.find((one) => one.id === cards[0]?.photo && !one.deleted_at);
  if (!photo) return null;
  const corners = cards.flatMap((card) => card.quad);
  const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((point) => point[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((point) => point[axis])));
  const margin = MARGIN * Math.max(right - left, bottom - top);
  const viewBox = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(" ");
  return svg("svg", { class: "peek", viewBox, role: "img", "aria-label": name },
    svg("image", { width: photo.width, height: photo.height, href: `/api/photos/${photo.id}/picture` }),
    ...cards.map((card) => svg("polygon", { class: "peek-card", points: pathOf(card.quad) })),
    ...rings);
}
