"""The receipt of a round: what was agreed, line by line, with the photos and what was said at the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from handfoot.asking.kinds import NO_BOOK, kind_known
from handfoot.asking.unsaid import PERFECT_DEALS, UNSAID, WENT_OUT
from handfoot.sheets.printed import as_printed
from handfoot.store.kept import Game, RoundVersion
from handfoot.web.served import Served
from handfoot.web.shelf.kept_photo import KeptPhoto, SidePlace
from scorer.faces import rank_of_most
from scorer.record import BookKind, Pile, Record, Setting, Side
from scorer.rulebook.settings import SettingName
from scorer.scoring.account import Basis
from scorer.words import held, pile_called, plural


@dataclass(frozen=True)
class ReceiptLine:
    """A line as it was scored. cards: each by itself, to be read aloud. pile: its number and what it is called."""

    reason: str
    points: int
    cards: str
    clause: str
    basis: str
    pile: tuple[int, str] | None


@dataclass(frozen=True)
class ReceiptSide:
    """A side of the round: the points that were agreed, how they came about, and what no photo told.

    books, kinds: what somebody said of piles, each by its rank: what a squared book holds, and which kind it is of.
    denied: the facts of the side that were asked for and answered with no. by_hand: whether its points were entered as
    a number alone, so that nothing else is known of it.
    """

    name: str
    place: int
    confirmed: int
    low: int
    high: int
    lines: tuple[ReceiptLine, ...]
    problems: tuple[str, ...]
    questions: tuple[tuple[str, ...], ...]
    books: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    denied: tuple[str, ...]
    side: Side
    photos: tuple[KeptPhoto, ...]
    by_hand: bool


def receipt_of(here: Served, game: Game, version: RoundVersion) -> tuple[ReceiptSide, ...]:
    """Return the sides of a version as their receipt shows them; none where it took the round back."""
    record, tally = version.record, version.tally
    if record is None or tally is None:
        return ()
    made = _brought_back(here.store.history(game.id, version.round), version)
    sides = game.plan.sides
    return tuple(_side(here, game, version, made, record, _scored(tally, name), name) for name in sides)


def _brought_back(versions: Sequence[RoundVersion], version: RoundVersion) -> RoundVersion:
    """Return the version that was agreed to: of one that took another back, what stood before that."""
    while version.undoes is not None:
        taken = next(one for one in versions if one.change == version.undoes)
        version = next(one for one in versions if one.version == taken.version - 1)
    return version


def _side(
    here: Served,
    game: Game,
    version: RoundVersion,
    made: RoundVersion,
    record: Record,
    score: Mapping[str, object],
    name: str,
) -> ReceiptSide:
    place = game.plan.sides.index(name) + 1
    side = next(one for one in record.sides if one.name == name)
    photos = tuple(
        photo
        for photo in (one.as_of(made) for one in here.shelf.of_game(game.id) if one.belongs_to(made))
        if photo.place == SidePlace(game.id, version.round, place)
    )
    return ReceiptSide(
        name=name,
        place=place,
        confirmed=version.points[name],
        low=_number(score["low"]),
        high=_number(score["high"]),
        lines=tuple(_line(line, game.plan.settings, side) for line in _list(score["lines"])),
        problems=tuple(str(problem["say"]) for problem in _list(score["problems"])),
        questions=_asked(_list(score["questions"])),
        books=tuple(_books(side)),
        kinds=tuple(_kinds(side)),
        denied=tuple(_denied(game, record, side)),
        side=side,
        photos=photos,
        by_hand=not photos and version.told_alone(name),
    )


def _books(side: Side) -> Iterator[tuple[str, str]]:
    """Yield each squared book of which somebody said what is in it, and that."""
    for pile in side.piles:
        if pile.top is not None and (said := held(pile.count, pile.w20, pile.w50)):
            yield plural(pile.top), said


def _kinds(side: Side) -> Iterator[tuple[str, str]]:
    """Yield each pile of which somebody said whether it is a squared book, and of which kind, and that."""
    for pile in side.piles:
        if kind_known(pile) is Basis.ANSWERED:
            rank = pile.top or rank_of_most(pile.cards)
            yield plural(rank) if rank else "wilds", str(pile.kind or NO_BOOK)


def _denied(game: Game, record: Record, side: Side) -> Iterator[str]:
    """Yield what the side did not do, as somebody said: of what nobody said, the record keeps a note."""
    unsaid = side.extra.get(UNSAID)
    notes = unsaid if isinstance(unsaid, list) else []
    # Where one side went out nobody is asked about the others.
    if not any(one.went_out for one in record.sides) and WENT_OUT not in notes:
        yield WENT_OUT
    rules = game.plan.rules
    known = SettingName.PERFECT_DEAL in rules.settings or SettingName.PERFECT_DEAL in game.plan.settings
    if rules.game.perfect_deals and known and not side.perfect_deals and PERFECT_DEALS not in notes:
        yield PERFECT_DEALS


def _line(line: Mapping[str, object], house: Mapping[str, Setting], side: Side) -> ReceiptLine:
    cards = line["cards"]
    number = line.get("pile")
    pile = side.piles[number - 1] if isinstance(number, int) else None
    is_told = pile is not None and kind_known(pile) is Basis.ANSWERED
    # The cards lie there; it was their points that somebody said, once and for all.
    by_house = line["basis"] == Basis.ANSWERED and bool(cards) and line["reason"] in house and not is_told
    assert isinstance(cards, list)
    return ReceiptLine(
        reason=str(line["reason"]),
        points=_number(line["points"]),
        cards=as_printed(" ".join(cards)),
        clause=str(line["clause"]),
        basis="house" if by_house else str(line["basis"]),
        pile=(number, _called(pile)) if isinstance(number, int) and pile is not None else None,
    )


def _called(pile: Pile) -> str:
    rank = None if pile.kind is BookKind.WILD else pile.top or rank_of_most(pile.cards)
    return pile_called(rank, squared=pile.squared)


def _asked(questions: Sequence[Mapping[str, object]]) -> tuple[tuple[str, ...], ...]:
    """Return what was asked, as the review and the round count it: what is asked about one thing is one question."""
    by_about: dict[object, list[str]] = {}
    for question in questions:
        by_about.setdefault(question["about"], []).append(str(question["ask"]))
    return tuple(tuple(asks) for asks in by_about.values())


def _scored(tally: Mapping[str, object], name: str) -> Mapping[str, object]:
    return next(side for side in _list(tally["sides"]) if side["name"] == name)


def _list(value: object) -> Sequence[Mapping[str, object]]:
    assert isinstance(value, list)
    return value


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
