"""What the review's page shows of a side: the JSON of its draft and its score."""

from dataclasses import dataclass
from datetime import datetime

from handfoot.review.draft import DraftDoubt, DraftPile, Facts, ShownCard
from handfoot.review.edits import SetShows
from handfoot.review.scoring import SideScore, score_of
from handfoot.review.telling import Told, pile_name, told
from handfoot.web.drafts import RoundReview, SideReview
from handfoot.web.shelf.kept_photo import PhotoState
from scorer.rulebook.rule_sections import Garbage
from scorer.rulebook.settings import SettingName
from vision.laying.piles import PhotoRole, PileKind

LAST_TOLD = 6
"""So many of the last changes are told."""


@dataclass(frozen=True)
class ReviewPhoto:
    """A photo of the side. id: as its draft knows it. deleted_at: when its picture was deleted."""

    id: str
    name: str
    shows: PhotoRole
    width: int
    height: int
    state: PhotoState
    deleted_at: datetime | None


@dataclass(frozen=True)
class ReviewPile:
    """A pile with what people call it and the points it has in the score."""

    id: str
    name: str
    kind: PileKind
    cards: tuple[str, ...]
    again: tuple[str, ...]
    count: int | None
    w20: int | None
    w50: int | None
    points: int


@dataclass(frozen=True)
class LastChange(Told):
    """A change that stands, by its number among the draft's steps, and how it is told."""

    number: int


@dataclass(frozen=True)
class SetAside:
    """A change that no longer fits the photos, and why."""

    number: int
    why: str


@dataclass(frozen=True)
class ReviewRules:
    """What the page has to know of the rules: which switches there are, and how many cards a book has at most.

    tail: whether players have a Tail in this round.
    """

    title: str
    perfect_deals: int
    improper_melds: bool
    loose_cards: bool
    largest_book: int | None
    tail: bool


@dataclass(frozen=True)
class ReviewState:
    """A side's review. sequence: the number of its last step, which the next one is made on.

    cards: without their ``chances``, which are half of all that would be sent, and nothing the page shows.
    told: the last changes, the newest last. refused: changes that no longer fit the photos. others_out: the names of
    other sides that are said to have gone out. agreed: whether the round counts as it was agreed, whatever is changed
    here since.
    """

    name: str
    sequence: int
    can_undo: bool
    can_redo: bool
    photos: tuple[ReviewPhoto, ...]
    cards: tuple[ShownCard, ...]
    piles: tuple[ReviewPile, ...]
    red_threes: tuple[str, ...]
    left: tuple[str, ...]
    garbage: tuple[str, ...]
    face_down: tuple[str, ...]
    again: tuple[str, ...]
    removed: tuple[str, ...]
    faint: tuple[str, ...]
    facts: Facts
    doubts: tuple[DraftDoubt, ...]
    score: SideScore
    told: tuple[LastChange, ...]
    undoes: Told | None
    refused: tuple[SetAside, ...]
    rules: ReviewRules
    others_out: tuple[str, ...]
    agreed: bool


def state_of(review: RoundReview, side: int, *, agreed: bool) -> ReviewState:
    """Return what the page shows of a side, by its number from 1. agreed: whether its round counts already."""
    own, name = review.sides[side - 1], review.table.sides[side - 1].name
    draft, score = own.replayed.draft, score_of(review.table, name)
    last_told = _last_told(own)
    return ReviewState(
        name=name,
        sequence=own.sequence,
        can_undo=bool(own.standing.made),
        can_redo=bool(own.standing.undone),
        photos=tuple(
            ReviewPhoto(
                photo.read_as, photo.name, photo.shows, photo.width, photo.height, photo.state, photo.deleted_at
            )
            for photo in own.photos
        ),
        cards=draft.cards,
        piles=tuple(_pile(own, pile, score) for pile in draft.piles),
        red_threes=draft.red_threes,
        left=draft.left,
        garbage=draft.garbage,
        face_down=draft.face_down,
        again=draft.again,
        removed=draft.removed,
        faint=draft.faint,
        facts=draft.facts,
        doubts=draft.doubts,
        score=score,
        told=last_told,
        # A change that no longer fits is told by what it was refused for.
        undoes=last_told[-1] if last_told and own.replayed.made[-1:] == own.standing.made[-1:] else None,
        # Of a photo that was deleted, or moved with what it shows, that is nothing left out.
        refused=tuple(
            SetAside(refused.entry.number, refused.why)
            for refused in own.replayed.refused
            if not isinstance(refused.entry.edit, SetShows)
        ),
        rules=_rules(review),
        others_out=tuple(one.name for one in review.table.sides if one.draft.facts.went_out and one.name != name),
        agreed=agreed,
    )


def _last_told(own: SideReview) -> tuple[LastChange, ...]:
    last = zip(own.replayed.before[-LAST_TOLD:], own.replayed.made[-LAST_TOLD:], strict=True)
    said = ((told(before, entry.edit), entry.number) for before, entry in last if entry.edit is not None)
    return tuple(LastChange(one.key, one.values, number) for one, number in said)


def _pile(own: SideReview, pile: DraftPile, score: SideScore) -> ReviewPile:
    return ReviewPile(
        id=pile.id,
        name=pile_name(own.replayed.draft, pile),
        kind=pile.kind,
        cards=pile.cards,
        again=pile.again,
        count=pile.count,
        w20=pile.w20,
        w50=pile.w50,
        points=sum(line.points for line in score.lines if line.piles[:1] == (pile.id,)),
    )


def _rules(review: RoundReview) -> ReviewRules:
    rules, settings = review.table.rules, review.table.settings

    def has(name: SettingName) -> bool:
        return name in rules.settings or name in settings

    return ReviewRules(
        title=rules.title,
        perfect_deals=rules.game.perfect_deals if has(SettingName.PERFECT_DEAL) else 0,
        improper_melds=has(SettingName.IMPROPER_MELD),
        loose_cards=rules.garbage is not Garbage.NONE,
        largest_book=rules.books.largest,
        tail=review.table.round in rules.game.tail_rounds,
    )
