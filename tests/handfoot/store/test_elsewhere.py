"""What a store knows of the changes that others make in its database."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise

import pytest

from handfoot.store import Store, open_store
from handfoot.store.tournaments import Tournaments
from scorer.games import plan_game
from scorer.record import Record, Side
from scorer.rulebook.rules import load_rules
from scorer.tournament.events import Opened, TeamEntered

RULES = load_rules("remastered-singles")
PLAN = plan_game(RULES, ("North", "South"))
ROUND = Record(RULES.id, (Side("North"), Side("South")), round=1)


def play(store: Store, name: str) -> None:
    """Begin a game, change it in every way, and delete it; open a tournament of that name."""
    game = store.new_game(name, PLAN).id
    store.add_round(game, ROUND)
    store.edit_round(game, ROUND, reason="looked at again")
    store.undo(game)
    store.end_game(game)
    store.go_on(game)
    store.describe_game(game, name=f"{name} evening", sides=("Ann", "Ben"), decks=4)
    store.new_game(f"{name} once more", PLAN)
    store.delete_game(game)
    tournaments = Tournaments(store)
    tournaments.open(Opened(name, load_rules("golden-games")), [TeamEntered("Aces")])
    tournaments.add(name, lambda _: [TeamEntered("Kings"), TeamEntered("Queens")])


def test_a_store_tells_the_changes_of_others_from_its_own(store: Store, address: str) -> None:
    before = store.changed_elsewhere()
    play(store, "Friday")
    with pytest.raises(RuntimeError), store.writing():
        raise RuntimeError("nothing is kept")
    assert store.changed_elsewhere() == before
    with closing(open_store(address)) as other:
        seen = [before]
        game = other.new_game("Saturday", PLAN).id
        for change in (
            lambda: other.add_round(game, ROUND),
            lambda: other.undo(game),
            lambda: other.delete_game(game),
            lambda: Tournaments(other).add("Friday", lambda _: [TeamEntered("Jacks")]),
        ):
            seen.append(store.changed_elsewhere())
            change()
        seen.append(store.changed_elsewhere())
    assert all(one != following for one, following in pairwise(seen))


def test_looks_for_changes_of_others_hold_no_writer_up(store: Store) -> None:
    before = store.changed_elsewhere()
    with ThreadPoolExecutor(24) as threads:
        played = [threads.submit(play, store, f"Game {number}") for number in range(20)]
        looks = [threads.submit(store.changed_elsewhere) for _ in range(40)]
        for one in (*played, *looks):
            one.result(timeout=60)
    assert store.changed_elsewhere() == before
    assert len(store.games()) == 20
