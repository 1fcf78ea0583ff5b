"""Reviewing a side's round over the API: its draft, its edits, its score as they stand."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from handfoot.asking.proving import OVER_DECKS
from handfoot.review.applying import apply
from handfoot.review.draft import EditError
from handfoot.review.edits import AddCard, Edit, SetFace, SetShows, SettleDoubt
from handfoot.review.log import Entry, Step
from handfoot.store.drafts import DraftLog, StaleDraftError
from handfoot.store.kept import Game
from handfoot.web.api.review_state import ReviewState, state_of
from handfoot.web.api.shapes import DEED_PATTERN, LONGEST_DEED, Given
from handfoot.web.drafts import SideReview, review_round, review_side
from handfoot.web.entry.seats import TheGame, ThePlace
from handfoot.web.entry.sessions import Changes
from handfoot.web.errors import WebError
from handfoot.web.gametold import tell_of_draft
from handfoot.web.served import Here, Served
from handfoot.web.shelf.kept_photo import SidePlace

router = APIRouter()

_DRAFT = "/api/games/{game_id}/rounds/{number}/sides/{side}/draft"


class StepMade(Given):
    """A step back or forth. on: the number of the last step its maker saw; deed: the client's own name for it."""

    on: Annotated[int, Field(ge=0, le=1_000_000)]
    deed: Annotated[str, Field(min_length=1, max_length=LONGEST_DEED, pattern=DEED_PATTERN)]


class EditMade(StepMade):
    """An edit, made on the draft that its maker saw."""

    edit: Edit


@router.get(_DRAFT, tags=["review"])
def draft(here: Here, game: TheGame, place: ThePlace) -> ReviewState:
    """Return a side's draft and its score as they stand."""
    return _state(here, game, place)


@router.post(f"{_DRAFT}/edits", tags=["review"], dependencies=[Changes])
def make_edit(here: Here, game: TheGame, place: ThePlace, made: EditMade) -> ReviewState:
    """Keep an edit and return the draft after it; the same deed sent twice is one edit.

    409 if somebody changed the draft since, and not by the same edit; 422 if the edit cannot be made on it.
    """
    return _step(here, game, place, made, Entry(made.on + 1, Step.EDIT, made.edit))


@router.post(f"{_DRAFT}/undo", tags=["review"], dependencies=[Changes])
def undo(here: Here, game: TheGame, place: ThePlace, made: StepMade) -> ReviewState:
    """Take back the last edit that stands."""
    return _step(here, game, place, made, Entry(made.on + 1, Step.UNDO))


@router.post(f"{_DRAFT}/redo", tags=["review"], dependencies=[Changes])
def redo(here: Here, game: TheGame, place: ThePlace, made: StepMade) -> ReviewState:
    """Make the edit again that was taken back last."""
    return _step(here, game, place, made, Entry(made.on + 1, Step.REDO))


def _step(here: Served, game: Game, place: SidePlace, made: StepMade, entry: Entry) -> ReviewState:
    log, own = DraftLog(here.store), review_side(here, game, place)
    if log.has(*_at(place), made.deed):
        steps = own.standing.undone if entry.step is Step.UNDO else own.standing.made
        if own.sequence == entry.number and steps:
            # The server may have been ended when the step was kept, and its photo not labelled yet.
            _label(here, own, entry.step, steps[-1].edit)
        return _state(here, game, place)
    if own.sequence != made.on:
        return _overtaken(here, game, own, entry)
    if entry.edit is not None:
        kept = _lasting(here, game, own, entry.edit)
        apply(own.replayed.draft, kept, entry.number)
        entry = replace(entry, edit=kept)
    steps = {Step.EDIT: (entry,), Step.UNDO: own.standing.made, Step.REDO: own.standing.undone}[entry.step]
    if not steps:
        raise EditError(f"there is nothing to {entry.step}")
    try:
        log.add(*_at(place), entry, made.deed)
    except StaleDraftError:
        return _overtaken(here, game, review_side(here, game, place), entry)
    _label(here, own, entry.step, steps[-1].edit)
    tell_of_draft(here.store, here.watchers, place)
    return _state(here, game, place)


def _label(here: Served, own: SideReview, step: Step, edit: Edit | None) -> None:
    """Let a photo of the side show what a step says or takes back, if it is about that.

    Of a photo that was said to show something else since, nothing is taken back.
    """
    if not isinstance(edit, SetShows):
        return
    photo = next((one for one in own.photos if one.read_as == edit.photo), None)
    if photo is not None and step is not Step.UNDO:
        here.shelf.relabel(photo.id, edit.shows)
    elif photo is not None and photo.shows is edit.shows:
        here.shelf.relabel(photo.id, edit.was)


def _state(here: Served, game: Game, place: SidePlace) -> ReviewState:
    agreed = game.round(place.round) is not None
    return state_of(review_round(here, game, place.round), place.side, agreed=agreed)


def _lasting(here: Served, game: Game, own: SideReview, edit: Edit) -> Edit:
    """Return the edit to keep: that a card is no misreading is kept as what it is, as such doubts come and go."""
    if not isinstance(edit, SettleDoubt) or not edit.settled:
        return edit
    if any(doubt.id == edit.doubt for doubt in own.replayed.draft.doubts):
        return edit
    # None of the side's own: it is the whole table that doubts a card so.
    draft = review_round(here, game, own.place.round).sides[own.place.side - 1].replayed.draft
    for doubt in draft.doubts:
        if doubt.id == edit.doubt and doubt.code == OVER_DECKS:
            return SetFace(doubt.cards[0], draft.faces(doubt.cards)[0])
    return edit


def _at(place: SidePlace) -> tuple[int, int, int]:
    return place.game, place.round, place.side


def _overtaken(here: Served, game: Game, own: SideReview, entry: Entry) -> ReviewState:
    """Return the draft where somebody else just did what the entry would do, as who gives the same answer.

    Raises:
        WebError: 409 where it was changed otherwise. A card added twice may be two cards.
    """
    last = own.standing.made[-1] if own.standing.made else None
    if last is None or last.number < entry.number or last.edit != entry.edit or isinstance(entry.edit, AddCard):
        say = "somebody else changed this side meanwhile; your change was not made"
        raise WebError(409, "draft_changed", say, "on")
    return _state(here, game, own.place)
