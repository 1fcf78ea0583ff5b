// Under a photo that was read: how a better one would be taken, with the places it is about marked in a small copy.
import { get } from "./api.js";
import { boxes, el, svg } from "./dom.js";

export async function coach(item, photo) {
  const advice = photo.deleted_at ? [] : await get(`/api/photos/${photo.id}/advice`).catch(() => []);
  item.querySelector(".shot-advice")?.remove();
  if (!advice.length) return;
  const places = advice.flatMap((one) => one.boxes);
  const lines = el("ul", {}, advice.map((one) => el("li", {}, one.say)));
  item.querySelector(".shot-deeds").before(el("div", { class: "shot-advice" }, lines, places.length ? marked(photo, places) : null));
}

function marked({ id, width, height }, places) {
  return svg("svg", { class: "marked", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    svg("image", { href: `/api/photos/${id}/picture?size=small`, width, height }),
    ...boxes(places));
}
