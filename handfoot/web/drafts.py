"""The drafts of a round as they stand: photos from the shelf, steps from the store, put together for every side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from handfoot.review.beginning import TakenPhoto, begin
from handfoot.review.draft import Draft
from handfoot.review.log import Entry, Replayed, Standing, replay, standing
from handfoot.review.scoring import SideDraft, TableDraft
from handfoot.sides.laying import laid_out
from handfoot.sides.seenside import BookSize
from handfoot.store.drafts import DraftLog
from handfoot.store.gamedecks import GameDecks
from handfoot.store.kept import Game
from handfoot.taughtdecks import red_tops_are_clean, rules_with_decks
from handfoot.web.errors import WebError
from handfoot.web.served import Served
from handfoot.web.shelf.kept_photo import KeptPhoto, PhotoState, SidePlace
from handfoot.web.shelf.photos import PhotoShelf
from scorer.games import score_before
from vision.decks.profile import DeckProfile
from vision.laying.piles import PhotoRole


@dataclass(frozen=True)
class SideReview:
    """The review of one side. ``photos``: all it took, those not yet read too; only the read ones are in the draft."""

    place: SidePlace
    photos: tuple[KeptPhoto, ...]
    entries: tuple[Entry, ...]
    standing: Standing
    replayed: Replayed

    @property
    def sequence(self) -> int:
        """Return the number of the last step."""
        return len(self.entries)


@dataclass(frozen=True)
class RoundReview:
    """The review of a round: its sides, and the table that their drafts make."""

    sides: tuple[SideReview, ...]
    table: TableDraft

    @property
    def is_blank(self) -> bool:
        """Whether there is no photo and nothing is said: not yet, or all of it was taken back."""
        if any(side.photos for side in self.sides):
            return False
        begun = (
            replace(side, draft=own.replayed.before[0] if own.replayed.before else side.draft)
            for side, own in zip(self.table.sides, self.sides, strict=True)
        )
        return self.table.record() == replace(self.table, sides=tuple(begun)).record()


def review_round(here: Served, game: Game, number: int) -> RoundReview:
    """Return the review of a round of a game as it stands now."""
    decks = _on_table(here, game)
    places = [SidePlace(game.id, number, side) for side in range(1, len(game.plan.sides) + 1)]
    sides = _sides(here, game, places, decks)
    before = score_before(game.plan, {version.round: version.points for version in game.rounds}, number)
    table = TableDraft(
        rules=rules_with_decks(game.plan.rules, decks),
        sides=tuple(
            SideDraft(name, side.replayed.draft, before[name])
            for name, side in zip(game.plan.sides, sides, strict=True)
        ),
        round=number,
        decks=game.plan.decks,
        settings=game.plan.settings,
    )
    doubted = here.proofs.of(game.id, table)
    return RoundReview(
        tuple(
            replace(side, replayed=replace(side.replayed, draft=one.draft))
            for side, one in zip(sides, doubted.sides, strict=True)
        ),
        doubted,
    )


def review_side(here: Served, game: Game, place: SidePlace) -> SideReview:
    """Return the review of a side by itself, without what the whole table says of its cards: far less work."""
    (own,) = _sides(here, game, [place], _on_table(here, game))
    return own


def _sides(
    here: Served, game: Game, places: Sequence[SidePlace], decks: Sequence[DeckProfile]
) -> tuple[SideReview, ...]:
    """Return the reviews of sides of one round, each by itself."""
    steps = DraftLog(here.store).round(game.id, places[0].round)
    red_is_clean = red_tops_are_clean(game.plan.rules, game.plan.settings, decks)
    book = BookSize(game.plan.rules.books.size, game.plan.rules.books.largest)
    # All at once: one that is moved meanwhile is a photo of one of them.
    kept = [photo for photo in here.shelf.of_game(game.id) if photo.dropped is None]
    photos = [tuple(photo for photo in kept if photo.place == place) for place in places]
    try:
        begun = [_begun(here.shelf, _read(own), red_is_clean, book) for own in photos]
    except _ReadAgainError:
        return _sides(here, game, places, decks)
    return tuple(
        _side(place, own, steps.get(place.side, ()), first)
        for place, own, first in zip(places, photos, begun, strict=True)
    )


def _on_table(here: Served, game: Game) -> tuple[DeckProfile, ...]:
    return here.decks.on_table(GameDecks(here.store).of(game.id))


def _read(photos: Sequence[KeptPhoto]) -> tuple[tuple[str, str, PhotoRole], ...]:
    """Return of each photo that was read what drafts know it by, the name it has at this side, and what it shows."""
    return tuple((photo.read_as, photo.name, photo.shows) for photo in photos if photo.state is PhotoState.READ)


def _side(place: SidePlace, photos: tuple[KeptPhoto, ...], entries: tuple[Entry, ...], beginning: Draft) -> SideReview:
    stands = standing(entries)
    return SideReview(place, photos, entries, stands, replay(beginning, stands.made))


class _ReadAgainError(Exception):
    """A photo that was read waits to be read again."""


@lru_cache(maxsize=128)
def _begun(
    shelf: PhotoShelf,
    photos: tuple[tuple[str, str, PhotoRole], ...],
    red_is_clean: bool | None,
    book: BookSize,
) -> Draft:
    """Return the first state of a side of these photos; a reading is never changed once it is kept.

    Raises:
        _ReadAgainError: if what was kept of one is damaged, so that it is none of those that were read any more.
    """
    taken = []
    for photo, name, shows in photos:
        try:
            reading = shelf.reading(photo)
        except WebError:
            continue  # deleted meanwhile
        if reading is None:
            raise _ReadAgainError
        spots = partial(shelf.spots, photo)
        seen = laid_out(name, shows, reading, red_is_clean=red_is_clean, spots=spots)
        taken.append(TakenPhoto(photo, seen))
    return begin(taken, book=book)
