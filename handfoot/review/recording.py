"""The side of a record that a draft makes."""

from collections.abc import Iterator, Mapping

from handfoot.asking.behind import NOTE as BEHIND
from handfoot.asking.kinds import ABOUT_KINDS
from handfoot.asking.kinds import NOTE as KINDS
from handfoot.asking.kinds import SAID as KIND_SAID
from handfoot.asking.lay import NOTE as LAY
from handfoot.asking.maybes import BESIDE, BOOKS, FACE_DOWN, LEFT, LOOSE, Maybe, places_of, with_maybes
from handfoot.asking.repeats import Repeat, each_once, repeat_of, with_repeats
from handfoot.asking.unsaid import IMPROPER_MELDS, PERFECT_DEALS, UNSAID, WENT_OUT
from handfoot.asking.unseen import LEFT_UNSEEN, PHOTO
from handfoot.review.draft import Draft, DraftCard, DraftDoubt, DraftPile
from handfoot.review.placing import pile_of_a_wild
from scorer.faces import NATURAL_RANKS, WILDS, Face
from scorer.record import BookKind, Pile, Side
from vision.doubting.doubts import DoubtCode
from vision.laying.piles import PhotoRole, PileKind


def record_of(draft: Draft, name: str, *, score_before: int = 0, others_out: bool = False) -> Side:
    """Return the side that a draft stands for, with notes of what was not seen or said.

    others_out: whether another side of the table is said to have gone out; then this one did not, unless it is said.
    """
    facts = draft.facts
    unsaid = [] if facts.went_out is not None or others_out else [WENT_OUT]
    if facts.perfect_deals is None:
        unsaid.append(PERFECT_DEALS)
    if facts.improper_melds is None:
        unsaid.append(IMPROPER_MELDS)
    left = draft.faces(draft.left)
    shows = [photo.shows for photo in draft.photos]
    left_unseen = bool(shows) and not left and PhotoRole.LEFT not in shows
    side = Side(
        name=name,
        piles=tuple(_pile(draft, pile) for pile in draft.piles),
        red_threes=len(draft.red_threes),
        garbage=draft.faces(draft.garbage),
        left=left,
        went_out=bool(facts.went_out),
        perfect_deals=facts.perfect_deals or 0,
        improper_melds=facts.improper_melds or 0,
        score_before=score_before,
        extra={**({UNSAID: unsaid} if unsaid else {}), **({LEFT_UNSEEN: True} if left_unseen else {})},
    )
    return with_repeats(with_maybes(side, doubtful(draft)), [repeat for _, repeat in repeats(draft)])


def doubtful(draft: Draft) -> Mapping[Maybe, str]:
    """Return the cards that may be others, or none, and what may be a card, with their ids; a person's word ends it."""
    right = draft.said_right
    numbers = {pile.id: number for number, pile in enumerate(draft.piles, start=1)}

    def on(card: DraftCard, place: str) -> int | None:
        may_be_wild = place not in (LEFT, LOOSE) and not set(card.others).isdisjoint(WILDS)
        pile = pile_of_a_wild(draft, card.id) if may_be_wild else None
        return None if pile is None else numbers[pile.id]

    counted = {
        Maybe(place, at, card.others, name, on(card, place)): card.id
        for card, (place, at) in ((draft.card(one), where) for one, where in _places(draft).items())
        if card.others and not card.touched and card.id not in right and (name := _name(draft, card)) is not None
    }
    return {**counted, **dict(_faint(draft)), **dict(_face_down(draft))}


def _face_down(draft: Draft) -> Iterator[tuple[Maybe, str]]:
    """Yield what was read as cards face down in the played area in too little light: each may be the top of a book.

    They stand for all books that can lie there: those that are worth most, of ranks that no pile has. Where light is
    enough they are no question but a doubt: a stock or an unplayed foot often lies beside the piles.
    """
    dark = {doubt.photo for doubt in draft.doubts if doubt.code == DoubtCode.TOO_DARK}
    about = (doubt for doubt in draft.doubts if doubt.code == DoubtCode.BACK_IN_PLAY and doubt.photo in dark)
    asked = {card for doubt in about if not doubt.settled for card in doubt.cards if card in draft.face_down}
    cards = [card for card in draft.cards if card.id in asked and not card.touched]
    shown = set(map(draft.rank, draft.piles))
    dearest = [rank for rank in reversed(NATURAL_RANKS) if rank not in shown][: len(cards)]
    faces = tuple(dict.fromkeys((*dearest, Face.SEVEN, Face.WILD_20)))
    for card in cards:
        yield Maybe(FACE_DOWN, None, faces, _name(draft, card) or ""), card.id


def repeats(draft: Draft) -> tuple[tuple[DraftDoubt, Repeat], ...]:
    """Return the doubts whether cards count twice, with what is asked of those cards; a person's word ends it."""
    places = _places(draft)
    open_ones = ((doubt, draft.counting_twice(doubt)) for doubt in draft.doubts if not doubt.settled)
    return tuple(
        each_once(
            (doubt, repeat_of([places[card] for card in cards], _taken(draft, cards[0]), doubt.say))
            for doubt, cards in open_ones
            if cards
        )
    )


def _places(draft: Draft) -> dict[str, tuple[str, int]]:
    return places_of([pile.cards for pile in draft.piles], draft.red_threes, draft.left, draft.garbage)


def _taken(draft: Draft, card_id: str) -> str:
    """Return the name of the photo that shows a card."""
    photo = draft.card(card_id).photo
    return "by hand" if photo is None else draft.photo(photo).name


def _faint(draft: Draft) -> Iterator[tuple[Maybe, str]]:
    numbers = {pile.id: f"pile {number}" for number, pile in enumerate(draft.piles, start=1)}
    for card in map(draft.card, draft.faint):
        near = card.near or BESIDE
        place = near if near in (LEFT, *BOOKS) else numbers.get(near, BESIDE)
        yield Maybe(place, None, card.others, _name(draft, card) or ""), card.id


def _pile(draft: Draft, pile: DraftPile) -> Pile:
    """Return a pile of the record; where it lies goes along, so that a line of the score can point at its cards."""
    faces = draft.faces(pile.cards)
    photo, inside = _whereabouts(draft, pile)
    notes: dict[str, object] = {PHOTO: photo, "x_cards": inside}
    if _kind_said(draft, pile):
        notes[KIND_SAID] = True
    if not pile.squared:
        if pile.lay is not None:
            notes[LAY] = str(pile.lay)
        return Pile(cards=faces, extra=notes)
    if behind := faces[1:]:
        notes[BEHIND] = [str(face) for face in behind]
    if kinds := open_kinds(draft, pile):
        notes[KINDS] = [str(kind) for kind in kinds]
    return Pile(top=faces[0], kind=BookKind(pile.kind), count=pile.count, w20=pile.w20, w50=pile.w50, extra=notes)


def open_kinds(draft: Draft, pile: DraftPile) -> tuple[PileKind, ...]:
    """Return what else a squared book may be; nothing once somebody said that it is right as it lies."""
    return () if _is_right(draft, pile) else tuple(kind for kind in pile.may_be if kind is not pile.kind)


def _kind_said(draft: Draft, pile: DraftPile) -> bool:
    """Tell whether a person said that a pile is of its kind, or, where that was open, that it is right as it lies."""
    return pile.said is pile.kind or (bool(pile.may_be) and _is_right(draft, pile))


def _is_right(draft: Draft, pile: DraftPile) -> bool:
    about = (doubt for doubt in draft.doubts if doubt.code in ABOUT_KINDS and doubt.cards[:1] == pile.cards[:1])
    return any(doubt.settled for doubt in about)


def _whereabouts(draft: Draft, pile: DraftPile) -> tuple[str, list[int]]:
    """Return the photo a pile lies in and its cards' numbers there; of cards from several photos, the first one's."""
    first = draft.card(pile.cards[0])
    here = (card for card in map(draft.card, pile.cards) if card.photo == first.photo)
    return _taken(draft, first.id), [card.number for card in here if card.number is not None]


def _name(draft: Draft, card: DraftCard) -> str | None:
    """Return what people know a card by in its photo, from 0, what may be one from ?1; None of one added by hand."""
    if card.photo is None or card.number is None:
        return None
    photo = draft.photo(card.photo).name
    return f"{photo}, ?{card.number + 1}" if card.id in draft.faint else f"{photo}, card {card.number}"
