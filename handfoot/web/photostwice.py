"""Photos of a round whose cards would count twice: one picture at two places, or the cards of one side at another."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from handfoot.review.beginning import card_id
from handfoot.sides.bothshow import cards_in_both, same_area
from handfoot.store.kept import Game
from handfoot.web.drafts import RoundReview, SideReview
from handfoot.web.entry.seats import side_name
from handfoot.web.errors import WebError
from handfoot.web.served import Served
from handfoot.web.shelf.kept_photo import KeptPhoto, PhotoState
from handfoot.web.shelf.photos import PhotoShelf
from scorer.words import counted


def counting_twice(here: Served, game: Game, number: int, review: RoundReview) -> Iterator[str]:
    """Tell of each photo of the round that another side has too, or an earlier round, or that shows both what is played
    and what is left, and of each that shows cards of another side's: they would count in both.
    """
    yield from _same_pictures(here, game, number)
    for one, other in combinations(review.sides, 2):
        for before, photo in product(one.photos, other.photos):
            count = _counting_in_both(here, one, before, other, photo)
            if count:
                yield (
                    f"photo {photo.name} of {side_name(game, photo.place.side)} shows {counted(count, 'card')} that "
                    f"{before.name} of {side_name(game, before.place.side)} shows, too: they count in both; move it or "
                    "delete it where it is wrong, or remove those cards from one of the two sides"
                )


def _counting_in_both(here: Served, one: SideReview, before: KeptPhoto, other: SideReview, photo: KeptPhoto) -> int:
    """Return how many cards surely show in a photo of one side and in one of another and count at both."""
    is_read = before.state is photo.state is PhotoState.READ
    is_told = photo.picture != "" and before.picture == photo.picture
    if not is_read or is_told or before.shows is not photo.shows:
        return 0
    counts, counts_too = one.replayed.draft.counting, other.replayed.draft.counting
    return sum(
        card_id(before.read_as, first) in counts and card_id(photo.read_as, second) in counts_too
        for first, second in _cards_in_both(here.shelf, before.read_as, photo.read_as)
    )


def _same_pictures(here: Served, game: Game, number: int) -> Iterator[str]:
    """Tell of each photo of the round that another side has too, or an earlier round, or that shows both what is played
    and what is left: its cards would count in both.
    """
    first: dict[str, KeptPhoto] = {}
    for photo in here.shelf.of_game(game.id):
        before = first.setdefault(photo.picture, photo) if photo.picture and photo.dropped is None else photo
        is_alike = before.place == photo.place and same_area(before.shows, photo.shows)
        if is_alike or photo.place.round != number:
            continue
        where = "" if before.place.round == number else f" in round {before.place.round}"
        yield (
            f"one picture is both {before.name} of {side_name(game, before.place.side)}{where} and {photo.name} of "
            f"{side_name(game, photo.place.side)}: its cards count in both; move it or delete it where it is wrong"
        )


@lru_cache(maxsize=1024)
def _cards_in_both(shelf: PhotoShelf, first: str, second: str) -> tuple[tuple[int, int], ...]:
    """Return which cards two photos that were read surely both show; a reading is never changed once it is kept."""
    try:
        one, other = shelf.reading(first), shelf.reading(second)
    except WebError:
        return ()  # deleted meanwhile
    return () if one is None or other is None else cards_in_both(one, other)
