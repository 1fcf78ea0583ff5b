// A change told in plain words that waits, or came too late, with its value.
import { say } from "/texts.js";

// told: what to say where the change itself does not say more.
export function sayWanted(draft, edit, told) {
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
