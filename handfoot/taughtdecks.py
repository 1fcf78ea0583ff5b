"""The decks on a table: where those that were taught lie, which are named, and what they hold between them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from handfoot.datafolder import data_folder, from_home, named_by
from scorer.faces import NATURAL_RANKS, Face
from scorer.record import Setting
from scorer.rulebook.rules import RuleSet
from scorer.rulebook.settings import SettingName
from vision.decks.profile import DeckProfile, DeckTopColours
from vision.decks.shelf import DeckShelf

if TYPE_CHECKING:
    from handfoot.store.gamedecks import GameDecks

VARIABLE = "HANDFOOT_DECKS"


def decks_folder(data: Path | None = None) -> Path:
    """Return what HANDFOOT_DECKS names, or the decks' folder in the data folder, or in the one given."""
    named = named_by(VARIABLE)
    return Path(from_home(named)) if named else (data or data_folder()) / "decks"


def decks_named(names: Sequence[str]) -> tuple[DeckProfile, ...]:
    """Return the decks of these names, each once. Raises DeckError if there is no such one, or its file is broken."""
    shelf = DeckShelf(decks_folder())
    return tuple(shelf.open(name) for name in dict.fromkeys(names))


def rename_deck(shelf: DeckShelf, games: "GameDecks", old: str, new: str) -> DeckProfile:
    """Give a deck another name and return it; the games that are played with it follow, or nothing is changed.

    Raises:
        DeckError: if it ships, is not there, or the name is taken.
        StoreError: if the database of the games fails.
    """
    with games.renaming(shelf.called(old), new):
        return shelf.rename(old, new)


def rules_with_decks(rules: RuleSet, decks: Sequence[DeckProfile]) -> RuleSet:
    """Return the rules with what one of the decks on the table holds, where every one of them says it.

    Of decks that differ, the larger number counts: which of them a card is of is not known.
    """
    if not decks or not all(deck.composition for deck in decks):
        return rules

    def most(*faces: Face) -> int:
        return max(deck.composition.get(face, 0) for deck in decks for face in faces)

    held = rules.decks.model_copy(
        update={
            "natural": most(*NATURAL_RANKS),
            "wild_20": most(Face.WILD_20),
            "wild_50": most(Face.WILD_50),
            "red_3": most(Face.RED_THREE),
            "black_3": most(Face.BLACK_THREE),
            "assumed": any(deck.assumed for deck in decks),
        }
    )
    return rules.model_copy(update={"decks": held})


def red_tops_are_clean(rules: RuleSet, settings: Mapping[str, Setting], decks: Sequence[DeckProfile]) -> bool | None:
    """Return what a red card on top of a squared book means at a table; None where colours tell nothing there.

    What was said for the table goes first. Colours tell nothing where a deck on it has none, or its decks say two
    things, as it is not known which of them the card is of. Red is dirty where the decks say so, or the house's rules.
    """
    said = settings.get(SettingName.TOP_COLOURS)
    if said is not None:
        return said != DeckTopColours.RED_DIRTY
    told = {deck.top_colours for deck in decks} - {None}
    if DeckTopColours.NOTHING in told or len(told) > 1:
        return None
    rule = rules.settings.get(SettingName.TOP_COLOURS)
    return DeckTopColours.RED_DIRTY not in {*told, None if rule is None else rule.value}
