"""What is in doubt of a side, where it is too much to be tried at once: in parts, and what these move together at most.

The points of piles add up. What no part tells by itself is which books several of them make of one rank, and what going
out comes to then: both are bounded, so that the interval is rather too wide than too narrow.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from handfoot.asking.doubted import Doubted
from handfoot.asking.maybes import BOOKS, FACE_DOWN, LEFT, RED_THREES, Maybe, cards_of
from handfoot.asking.together import Opened, few, make_ups, opened_by, wider
from handfoot.asking.unsaid import may_be_out, staying_in
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import Pile, Side
from scorer.rulebook.rule_sections import IllegalGoingOut
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import BOOKS as BOOK_LINES
from scorer.scoring.account import SideTally
from scorer.scoring.house import House
from scorer.scoring.makeups import Book

Score = Callable[[Side], SideTally]

Part = tuple[int, ...]
"""Numbers of things in doubt, from 0, in the order of ``Doubted.choices``."""

Lot = Face | str
"""What several things may change together: the piles of a rank, the red 3s, or by its place a pile that shows none."""


def opened(doubted: Doubted, house: House, score: Score) -> Opened:
    """Return what all that is in doubt of a side opens of its interval. score: of the side as it may be."""
    if few(doubted.choices):
        return _opened(doubted, tuple(range(len(doubted.choices))), score)[0]

    def stays(changed: Side) -> SideTally:
        return score(staying_in(changed))

    side, parts = doubted.side, _parts(doubted, house)
    found = [_opened(doubted, part, stays) for part in parts]
    base = score(side)
    low, high = base.low, base.high
    if (side.went_out or may_be_out(side)) and not all(steady for _, steady in found):
        low, high = _if_out_or_not(doubted, house, score)
    down, up = _slack(doubted, parts, [steady for _, steady in found], stays(side), house)
    least = min(low - base.low + sum(one.least for one, _ in found) - down, 0)
    most = max(high - base.high + sum(one.most for one, _ in found) + up, 0)
    widths, spans = [0] * len(doubted.choices), [0] * len(doubted.choices)
    lacking = most - least
    for part, (one, _) in zip(parts, found, strict=True):
        lacking = max(lacking - (one.most - one.least), 0)
        for thing, width, span in zip(part, one.widths, one.spans, strict=True):
            widths[thing], spans[thing] = width, span
    return Opened(least, most, wider(widths, lacking), tuple(span + lacking for span in spans))


def _opened(doubted: Doubted, part: Part, score: Score) -> tuple[Opened, bool]:
    """Return what a part opens by itself, and whether going out takes the same however it is."""
    choices = [doubted.choices[thing] for thing in part]
    base = score(doubted.side)
    leaving = _leaving(doubted.side, base)
    steady = few(choices) and not any(map(_is_unread, doubted.side.piles))
    tried = []
    for made in make_ups(choices):
        changed = doubted.otherwise({part[number]: other for number, other in made.items()})
        tried.append((set(made), score(changed)))
        steady = steady and _leaving(changed, tried[-1][1]) == leaving
    return opened_by(base, tried, choices), steady


def _leaving(side: Side, score: SideTally) -> Hashable:
    """Return what of a side going out depends on."""
    books = Counter(line.reason for line in score.lines if line.reason in BOOK_LINES)
    return frozenset(books.items()), side.red_threes, bool(side.left)


def _if_out_or_not(doubted: Doubted, house: House, score: Score) -> tuple[int, int]:
    """Return the ends of the interval of a side that may go out with the right to, without it, or not at all."""
    stays = score(staying_in(doubted.side))
    gain = house.points(SettingName.GOING_OUT)
    gain += house.points(SettingName.BLACK3_PLAYED) * _possible(doubted)[Face.BLACK_THREE]
    low, high = stays.low + min(gain, 0), stays.high + max(gain, 0)
    if house.rules.ending.illegal is not IllegalGoingOut.FORFEIT:
        return low, high
    lost = score(replace(doubted.side, piles=(), red_threes=0, garbage=(), went_out=True))
    return min(low, lost.low), max(high, lost.high)


def _parts(doubted: Doubted, house: House) -> Sequence[Part]:
    """Return the things in doubt in parts: those of a place, with what may change the same, where they are few."""
    homes: dict[Hashable, list[int]] = {}
    for thing in range(len(doubted.choices)):
        places = {maybe.place for maybe in doubted.about(thing)}
        homes.setdefault(places.pop() if len(places) == 1 else thing, []).append(thing)
    parts = [tuple(home) for home in homes.values()]
    for lot in sorted(set(chain.from_iterable(_lots(doubted, part, house) for part in parts))):
        sharing = [part for part in parts if lot in _lots(doubted, part, house)]
        joined = tuple(sorted(chain.from_iterable(sharing)))
        if len(sharing) > 1 and few([doubted.choices[thing] for thing in joined]):
            parts = [*(part for part in parts if part not in sharing), joined]
    return parts


def _lots(doubted: Doubted, part: Part, house: House) -> frozenset[Lot]:
    """Return all that a part may change."""
    about = chain.from_iterable(doubted.about(thing) for thing in part)
    lots = frozenset(chain.from_iterable(_lots_of(doubted.side, maybe) for maybe in about if maybe.place != LEFT))
    sevens = {Face.SEVEN, Face.RED_THREE}
    # What red 3s are worth may depend on a book of sevens.
    return lots | sevens if house.limits.sevens_books and lots & sevens else lots


def _lots_of(side: Side, maybe: Maybe) -> Iterator[Lot]:
    shown = () if maybe.pile is None else cards_of(side.piles[maybe.pile - 1])
    yield from (face for face in (*shown, *maybe.faces) if face in (*NATURAL_RANKS, Face.RED_THREE) and face)
    if maybe.place == RED_THREES:
        yield Face.RED_THREE
    if maybe.pile is not None and set(shown).isdisjoint(NATURAL_RANKS):
        yield maybe.place


def _slack(
    doubted: Doubted, parts: Sequence[Part], steady: Sequence[bool], base: SideTally, house: House
) -> tuple[int, int]:
    """Return how many points down and up books may move that several parts change, or one that was not all tried.

    steady: which parts change no book by themselves. What others gain or lose by it hides what their cards are worth.
    """
    lots = [_lots(doubted, part, house) for part in parts]
    times = Counter(chain.from_iterable(lots))
    untried = (own for part, own in zip(parts, lots, strict=True) if not few([doubted.choices[n] for n in part]))
    bounded = {lot for lot, many in times.items() if many > 1}.union(*untried)
    if not house.on(SettingName.SECOND_BOOK) and _may_be_rankless(doubted):
        bounded |= set(times)
    moved = [part for part, own, still in zip(parts, lots, steady, strict=True) if not still and own & bounded]
    hidden = max(house.rules.values.values()) * sum(map(len, moved))
    down, up = zip((hidden, hidden), *(_worth(doubted, lot, base, house) for lot in bounded), strict=True)
    return sum(down), sum(up)


def _may_be_rankless(doubted: Doubted) -> bool:
    """Tell whether the cards of a pile may be of any book, as no rank shows of it."""
    doubtful = {(maybe.place, maybe.at) for maybe in doubted.cards}
    return any(
        (pile.squared and (pile.top not in NATURAL_RANKS or (f"pile {number}", 1) in doubtful)) or _is_unread(pile)
        for number, pile in enumerate(doubted.side.piles, start=1)
    )


def _is_unread(pile: Pile) -> bool:
    return Face.UNREAD in cards_of(pile)


def _worth(doubted: Doubted, lot: Lot, base: SideTally, house: House) -> tuple[int, int]:
    """Return how many points less and more it makes at most which books a lot is, if any."""
    possible, piles = _possible(doubted), doubted.side.piles
    if lot is Face.RED_THREE:
        flipped = 2 * abs(house.points(SettingName.RED3_PLAYED)) * possible[lot] * house.limits.sevens_books
        return flipped, flipped
    lines = [line for line in base.lines if line.pile is not None and line.reason in BOOK_LINES]
    own = [number for number, pile in enumerate(piles, start=1) if lot in (f"pile {number}", *cards_of(pile))]
    now = sum(line.points for line in lines if line.pile in own)
    squared = _may_be_squared(doubted, lot)
    kinds = set(Book) if squared or not isinstance(lot, Face) else {Book.CLEAN, Book.DIRTY}
    kinds |= {Book.SEVENS} if lot is Face.SEVEN else set()
    bonuses = (0, house.points(SettingName.OPEN_WILD_BOOK), *(house.points(SettingName(book.value)) for book in kinds))
    many = max(len(own), 1) if house.on(SettingName.SECOND_BOOK) else 1
    least, most = many * min(bonuses), many * max(bonuses)
    wilds = sum(possible[wild] for wild in WILDS)
    naturals = possible[lot] if isinstance(lot, Face) else 0
    if not squared and naturals + wilds < house.limits.size:
        return max(-least, 0), 0
    if any(map(_is_unread, piles)):
        return most - least, most - least
    # All cards of a squared book are worth what its top is.
    cards = squared * house.limits.size * max(house.rules.values.values())
    return max(now - least, 0) + cards, max(most - now, 0) + cards


def _may_be_squared(doubted: Doubted, lot: Lot) -> bool:
    """Tell whether one of a lot's piles is squared, or may turn out to be the top of a squared book."""
    doubtful = Counter(maybe.place for maybe in doubted.cards)
    if not doubtful.keys().isdisjoint((*BOOKS, FACE_DOWN, RED_THREES)):
        return True
    return any(
        pile.squared or len(pile.cards) <= doubtful[f"pile {number}"] + 1
        for number, pile in enumerate(doubted.side.piles, start=1)
        if lot == f"pile {number}" or lot in cards_of(pile)
    )


def _possible(doubted: Doubted) -> Counter[Face]:
    """Return how many cards of each face may lie in the played area at most."""
    side = doubted.side
    shown = Counter(chain.from_iterable(map(cards_of, side.piles))) + Counter({Face.RED_THREE: side.red_threes})
    shown.update(face for maybe in doubted.cards for face in set(maybe.faces) if face is not None)
    return shown
