// Changes told in plain words: what another phone did meanwhile, and what this one wanted, with its value.
import { say } from "/texts.js";

// The changes in `fresh` that came after those in `before`; both lists hold only the last ones of all.
export function newlyTold(before, fresh) {
  const [old, now] = [before, fresh].map((list) => list.map((one) => JSON.stringify(one)));
  let best = { run: 0, end: 0 };
  const shifts = [...old.keys(), ...[...now.keys()].map((place) => -place)];
  for (const shift of shifts) {
    const start = Math.max(0, -shift);
    let end = start;
    while (end < now.length && end + shift < old.length && now[end] === old[end + shift]) end += 1;
    if (end - start > best.run) best = { run: end - start, end };
  }
  return fresh.slice(best.end);
}

// told: what to say where the change itself does not say more.
export function tellWanted(draft, edit, told) {
  const pile = edit && "pile" in edit ? draft.pile(edit.pile)?.name : "";
  if (!edit || pile === undefined) return told;
  switch (edit.kind) {
    case "set_fact":
      return typeof edit.value === "number" ? say(`edit.${edit.fact}`, { number: edit.value })
        : say(`edit.${edit.fact}_${edit.value === null ? "unsaid" : edit.value ? "yes" : "no"}`);
    case "set_kind":
      return say(edit.to === "meld" ? "edit.spread" : `edit.squared_${edit.to}`, { pile });
    case "answer":
      return `${pile}: ${say("review.said_book", edit)}`;
    case "confirm_cards":
      return say("edit.confirm_cards", { number: edit.cards.length });
    case "merge_piles":
      return say(edit.same ? "edit.same_pile" : "edit.merge_piles", { pile, other: draft.pile(edit.other)?.name ?? "" });
    case "split_pile":
      return say("edit.new_pile", { number: edit.cards.length });
    default:
      return told;
  }
}
