"""Which decks a game is played with."""

import pytest

from handfoot.errors import ConflictError, UnknownGameError
from handfoot.store import Store
from handfoot.store.gamedecks import MOST_DECKS_CHOSEN, GameDecks
from scorer.games import plan_game
from scorer.rulebook.rules import load_rules
from vision.errors import DeckError


@pytest.fixture
def game(store: Store) -> int:
    return store.new_game("Friday", plan_game(load_rules("remastered-singles"), ["Ann", "Bob"])).id


def test_a_game_is_played_with_no_deck_of_ones_own_until_some_are_chosen(store: Store, game: int) -> None:
    decks = GameDecks(store)
    assert decks.of(game) == ()
    assert decks.choose(game, ["ours", "theirs", "ours"]) == ("ours", "theirs")
    assert decks.of(game) == ("ours", "theirs")
    decks.choose(game, ["theirs"])
    assert decks.of(game) == ("theirs",)


def test_a_deck_that_is_renamed_stays_chosen(store: Store, game: int) -> None:
    decks = GameDecks(store)
    decks.choose(game, ["ours", "theirs"])
    with decks.renaming("theirs", "the club's"):
        pass
    assert decks.of(game) == ("ours", "the club's")


def test_a_deck_whose_file_cannot_be_renamed_stays_chosen_by_its_name(store: Store, game: int) -> None:
    decks = GameDecks(store)
    decks.choose(game, ["ours"])
    with pytest.raises(DeckError), decks.renaming("ours", "mine"):
        raise DeckError("mine.deck: cannot be written")
    assert decks.of(game) == ("ours",)


def test_a_deleted_game_takes_its_choice_along(store: Store, game: int) -> None:
    decks = GameDecks(store)
    decks.choose(game, ["ours"])
    store.delete_game(game)
    assert decks.of(game) == ()


def test_what_cannot_be_chosen_changes_nothing(store: Store, game: int) -> None:
    decks = GameDecks(store)
    decks.choose(game, ["ours"])
    with pytest.raises(ConflictError, match="too many"):
        decks.choose(game, [f"deck {number}" for number in range(MOST_DECKS_CHOSEN + 1)])
    with pytest.raises(UnknownGameError):
        decks.choose(game + 1, ["ours"])
    assert decks.of(game) == ("ours",)
