"""Edits told in plain words: which sentence of the page's texts tells one, and what is filled in."""

from dataclasses import dataclass

from handfoot.review.applying import apply
from handfoot.review.draft import Draft, DraftPile
from handfoot.review.edits import (
    AddCard,
    Answer,
    ConfirmCards,
    CountOnce,
    Edit,
    MergePiles,
    MoveCard,
    NewPile,
    RemoveCard,
    SetFace,
    SetFact,
    SetKind,
    SetShows,
    SettleDoubt,
    SplitPile,
)
from scorer.faces import Face
from scorer.words import counted, faces, held, one, pile_called, plural, singular
from vision.laying.piles import PileKind


@dataclass(frozen=True)
class Told:
    """A sentence: its key among the texts, and what is filled into it."""

    key: str
    values: dict[str, str]


def told(draft: Draft, edit: Edit) -> Told:
    """Return the sentence that tells an edit made on this draft."""
    key, values = _told(draft, edit)
    return Told(f"edit.{key}", values)


def _told(draft: Draft, edit: Edit) -> tuple[str, dict[str, str]]:
    match edit:
        case SetFace():
            was = draft.card(edit.card).face
            if was is edit.face:
                return "confirm", {"face": singular(edit.face)}
            values = {"was": _one(was), "face": one(edit.face)}
            to = _went_to(draft, edit)
            return ("set_face", values) if to is None else ("set_face_moved", {**values, "to": to})
        case ConfirmCards():
            return "confirm_cards", {"number": str(len(edit.cards))}
        case CountOnce():
            return "count_once", {"cards": counted(len(edit.cards), "card")}
        case AddCard():
            return "add_card", {"face": singular(edit.face)}
        case RemoveCard():
            return "remove_card", {"face": _one(draft.card(edit.card).face)}
        case MoveCard():
            return "move_card", {"face": _one(draft.card(edit.card).face), "to": _place(draft, edit.to)}
        case NewPile() | SplitPile():
            return "new_pile", {"number": str(len(edit.cards))}
        case MergePiles():
            pile, other = draft.pile(edit.pile), draft.pile(edit.other)
            return ("same_pile" if edit.same else "merge_piles"), {
                "pile": pile_name(draft, pile),
                "other": pile_name(draft, other),
            }
        case SetKind():
            key = "spread" if edit.to is PileKind.MELD else f"squared_{edit.to}"
            return key, {"pile": pile_name(draft, draft.pile(edit.pile))}
        case Answer():
            what = held(edit.count, edit.w20, edit.w50)
            return "answer", {"pile": pile_name(draft, draft.pile(edit.pile)), "what": what}
        case SetFact():
            if isinstance(edit.value, bool) or edit.value is None:
                return f"{edit.fact}_{'unsaid' if edit.value is None else 'yes' if edit.value else 'no'}", {}
            return edit.fact, {"number": str(edit.value)}
        case SetShows():
            return f"shows_{edit.shows}", {"photo": draft.photo(edit.photo).name}
        case SettleDoubt():
            say = next((doubt.say for doubt in draft.doubts if doubt.id == edit.doubt), "")
            return ("settle" if edit.settled else "unsettle"), {"say": say}


def pile_name(draft: Draft, pile: DraftPile) -> str:
    """Return what people call a pile: ``kings``, ``book of queens``, ``wilds``."""
    return pile_called(draft.rank(pile), squared=pile.squared, other=_faces(draft, pile))


def _went_to(draft: Draft, edit: SetFace) -> str | None:
    """Return the pile of other cards that a card goes to by what it is said to be, None where it stays."""
    after = apply(draft, edit, mark=0)
    before, now = (
        next((pile for pile in one.piles if edit.card in (*pile.cards, *pile.again)), None) for one in (draft, after)
    )
    is_alone = now is None or now.cards == (edit.card,)
    return None if now is None or is_alone or (before is not None and before.id == now.id) else pile_name(after, now)


def _faces(draft: Draft, pile: DraftPile) -> str:
    shown = draft.faces(pile.cards)
    if pile.kind is PileKind.WILD or len(set(shown)) != 1:
        return "wilds"
    return plural(shown[0]) if pile.squared else faces(len(shown), shown[0])


def _place(draft: Draft, to: str) -> str:
    places = {"left": "cards left", "red_threes": "red 3s", "garbage": "loose cards"}
    return places.get(to) or pile_name(draft, draft.pile(to))


def _one(face: Face | None) -> str:
    return "face-down card" if face is None else singular(face)
