"""Sides to review, made of hand-laid cards."""

from collections.abc import Mapping, Sequence

from handfoot.review.applying import apply
from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft, DraftPile, Facts
from handfoot.review.edits import EDITS
from handfoot.review.scoring import SideDraft, SideScore, TableDraft, score_of
from handfoot.sides.laying import SeenPhoto
from scorer.faces import Face
from scorer.rulebook.rules import load_rules
from tests.handfoot.oracle import card, column, reading_of
from vision.laying.layout import lay_out
from vision.laying.piles import PhotoRole
from vision.seen import SeenCard

PLAYED: Sequence[SeenCard] = (
    card("K", 200, 150, 90),
    card("W20", 500, 100, shows=(0,)),
    card("Q", 500, 150, 90),
    card("R3", 900, 150),
    card("R3", 1050, 150),
    *column("8 8 8 W20", 200, 500),
    *column("J J J", 500, 500),
)
FANNED: Sequence[SeenCard] = (*column("K K K K K K K", 200, 200), *column("Q Q Q Q Q W50 W20", 600, 200))
LEFT: Sequence[SeenCard] = (card("9", 200, 200), card("R3", 500, 200), card(None, 800, 200))


def photo(name: str, shows: PhotoRole, cards: Sequence[SeenCard]) -> TakenPhoto:
    """Return a photo whose id is its name without ending."""
    reading = reading_of(name, cards)
    seen = SeenPhoto(name, shows, reading, lay_out(reading.cards, PhotoRole(shows)), reading)
    return TakenPhoto(name.split(".")[0], seen)


PLAYED_PHOTO = photo("played.jpg", PhotoRole.PLAYED, PLAYED)
FANNED_PHOTO = photo("fanned.jpg", PhotoRole.FANNED, FANNED)
LEFT_PHOTO = photo("left.jpg", PhotoRole.LEFT, LEFT)
SAID = Facts(went_out=False, perfect_deals=0, improper_melds=0)


def side(*photos: TakenPhoto, facts: Facts = SAID) -> Draft:
    """Return the draft of a side, by default of its played area and its leftovers."""
    return begin(photos or (PLAYED_PHOTO, LEFT_PHOTO), facts)


def edited(draft: Draft, **edit: object) -> Draft:
    """Return the draft after one edit."""
    return apply(draft, EDITS.validate_python(edit), 1)


def pile_of(draft: Draft, rank: str) -> DraftPile:
    """Return the side's pile of a rank."""
    return next(pile for pile in draft.piles if draft.rank(pile) is Face(rank))


def score(
    draft: Draft, rules: str = "remastered-singles", settings: Mapping[str, bool | int | str] | None = None
) -> SideScore:
    """Return the score of a side that plays alone."""
    return score_of(TableDraft(load_rules(rules), (SideDraft("North", draft),), settings=settings or {}), "North")
