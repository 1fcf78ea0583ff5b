// What was done to a deck is told by the list of decks that is fetched then, where the keyboard goes on from that deck.
import { tell } from "./app.js";
import { standAt } from "./dom.js";

const SHELF = "deck told";

// name: of the deck, by which the list finds it; one that is gone leaves the head of the page.
export function tellOnList(sentence, name) {
  sessionStorage.setItem(SHELF, JSON.stringify({ sentence, name }));
}

export function tellKept() {
  const kept = sessionStorage.getItem(SHELF);
  if (kept === null) return;
  sessionStorage.removeItem(SHELF);
  const { sentence, name } = JSON.parse(kept);
  const place = document.querySelector(`.deck[data-name="${CSS.escape(name)}"]`) ?? document.querySelector("main");
  place.scrollIntoView();
  standAt(place.querySelector("h1, h2"));
  tell(sentence, "good");
}
