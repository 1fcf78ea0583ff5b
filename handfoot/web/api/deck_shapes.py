"""What the API takes and tells of decks and of teaching them."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from handfoot.web.lessons import BrokenDeck
from scorer.faces import Face
from vision.decks.profile import LONGEST_NAME, DeckProfile
from vision.decks.shipped import SHIPPED
from vision.decks.teaching import Answer
from vision.seen import BACK

Named = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
FaceSaid = Literal["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "R3", "B3", "W20", "W50", "BACK"]


class TaughtCardInfo(BaseModel):
    """A design that was taught: its face, BACK for a back."""

    face: str


class DeckInfo(BaseModel):
    """A deck. ships: whether it came with the program and stays as it is. missing: faces that were not taught,
    none of a deck that ships, as the nets read it as it is.

    composition: how many of each face one deck has; assumed: where that is not known for sure. tuned: whether nets were
    tuned to it. broken: why it cannot be opened, empty where it can; of one that cannot nothing else is known.
    """

    name: str
    ships: bool
    cards: list[TaughtCardInfo]
    faces: list[str]
    missing: list[str]
    has_back: bool
    composition: dict[str, int]
    assumed: bool
    tuned: bool
    broken: str = ""


def deck_info(profile: DeckProfile | BrokenDeck) -> DeckInfo:
    """Return a deck as the API tells of it."""
    if isinstance(profile, BrokenDeck):
        return DeckInfo(
            name=profile.name,
            ships=False,
            cards=[],
            faces=[],
            missing=[],
            has_back=False,
            composition={},
            assumed=False,
            tuned=False,
            broken=profile.why,
        )
    ships = profile.name.casefold() in SHIPPED
    return DeckInfo(
        name=profile.name,
        ships=ships,
        cards=[TaughtCardInfo(face=BACK if card.face is None else str(card.face)) for card in profile.cards],
        faces=[str(face) for face in profile.faces],
        missing=[] if ships else [str(face) for face in profile.missing],
        has_back=profile.has_back,
        composition={str(face): number for face, number in profile.composition.items()},
        assumed=profile.assumed,
        tuned=profile.nets is not None,
    )


def answer_of(said: str) -> Answer:
    """Return what a person said that a card is, as teaching takes it: None for a back."""
    return None if said == BACK else Face(said)
