"""Rules, games and rounds as the store's tests want them."""

from handfoot.store import Store
from handfoot.store.kept import Game
from scorer.faces import Face
from scorer.games import plan_game
from scorer.record import Pile, Record, Side
from scorer.rulebook.rules import load_rules


def begin(
    store: Store,
    name: str = "Friday",
    *,
    rules: str = "remastered-singles",
) -> Game:
    """Begin a game between North and South."""
    return store.new_game(name, plan_game(load_rules(rules), ["North", "South"]))


def round_record(number: int, north: int = 3, south: int = 3, *, rules: str = "remastered-singles") -> Record:
    """Return a round in which the sides have so many kings, 10 points each."""
    sides = tuple(
        Side(name, piles=(Pile(cards=(Face.KING,) * kings),) if kings else ())
        for name, kings in (("North", north), ("South", south))
    )
    return Record(rules, sides, round=number)
