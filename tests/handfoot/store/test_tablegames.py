"""Games that a tournament's tables play: what the teams agree to is the table's result, in the same breath."""

import json
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

import pytest
from sqlalchemy import update

from handfoot.errors import ConflictError
from handfoot.store import Store, open_store
from handfoot.store.agreements import Agreements
from handfoot.store.kept import Game, TableGame
from handfoot.store.tablegames import TableGames
from handfoot.store.tablepoints import other_points
from handfoot.store.tableresults import PLAYED_BACK
from handfoot.store.tournaments import Tournaments
from handfoot.store.tournamenttables import TournamentEventRow
from scorer.errors import TournamentError
from scorer.faces import Face
from scorer.record import Pile, Record, Side
from scorer.rulebook.rules import load_rules
from scorer.tournament.desk import plan_cut, plan_draw
from scorer.tournament.events import Decided, Opened, ResultEntered, TeamEntered
from scorer.tournament.requests import agreements, number_going_on, result
from scorer.tournament.rulings import Step, StepUndone
from scorer.tournament.state import Result
from tests.handfoot.store.apart import KILLED, begun, dies_at, heard


@pytest.fixture
def desk(store: Store) -> Tournaments:
    """Return the tournaments of an empty database, with one of two teams whose table is drawn."""
    found = Tournaments(store)
    found.open(Opened("Golden", load_rules("golden-games")), [TeamEntered("Aces"), TeamEntered("Kings")])
    found.add("Golden", lambda state: [plan_draw(state, 1)])
    return found


@pytest.fixture
def game(store: Store, desk: Tournaments) -> Game:
    return TableGames(store).begin(1, 1)


def kings(number: int, **each: int) -> Record:
    """Return a round in which the teams have so many kings, 10 points each."""
    sides = tuple(Side(team, piles=(Pile(cards=(Face.KING,) * count),)) for team, count in each.items())
    return Record("golden-games", sides, round=number)


def agree(store: Store, game: Game, record: Record, *, sides: list[int], seen: int | None = None) -> None:
    for side in sides:
        Agreements(store).agree(game.id, side, record, seen=seen, reason="counted again" if seen else "")


def closed(store: Store, game: Game) -> str:
    table = TableGames(store).table_of(game.id)
    assert table is not None
    return table.closed


def entered(desk: Tournaments, number: int = 1) -> Result | None:
    return desk.tournament("Golden").state.games[-1].results.get((1, number))


def test_a_tables_game_may_be_called_otherwise_but_its_sides_only_at_the_desk(store: Store, game: Game) -> None:
    called = store.describe_game(game.id, name="The corner", sides=game.plan.sides, decks=6)
    assert (called.name, called.plan.sides, called.plan.decks) == ("The corner", game.plan.sides, 6)
    with pytest.raises(ConflictError, match="are a tournament's teams: they are renamed there"):
        store.describe_game(game.id, name="The corner", sides=("Aces", "Queens"), decks=6)
    assert store.game(game.id) == called


def test_teams_that_spaces_alone_part_play_and_what_was_kept_of_them_can_be_read(store: Store) -> None:
    desk, teams = Tournaments(store), ("Jo & Al", "Jo  & Al")
    for name in ("Silver", "Silver  Cup", "Silver Cup"):
        desk.open(Opened(name, load_rules("golden-games")), [TeamEntered(team) for team in teams])
    kept = desk.add("silver  cup", lambda state: [plan_draw(state, 1)])
    assert (kept.state.name, [team.name for team in kept.state.teams]) == ("Silver  Cup", [*teams])
    game = TableGames(store).begin(kept.id, 1)
    agree(store, game, kings(1, **{"Jo & Al": 3, "jo  & al": 4}), sides=[1, 2])
    (version,) = store.history(game.name)
    assert version.record is not None
    assert {side.name: len(side.piles[0].cards) for side in version.record.sides} == {"Jo & Al": 3, "Jo  & Al": 4}


def test_a_table_plays_one_game_by_the_rules_of_its_tournament(store: Store, desk: Tournaments) -> None:
    with ThreadPoolExecutor(4) as phones:
        begun = list(phones.map(lambda _: TableGames(store).begin(1, 1), range(4)))
    assert begun == [store.game(1)] * 4
    (game,) = store.games()
    assert set(game.plan.sides) == {"Aces", "Kings"}
    assert (game.plan.rules.id, game.plan.decks, game.name) == ("golden-games", 5, "Golden – game 1, table 1")
    assert TableGames(store).table_of(game.id) == TableGame(1, desk.tournament(1).state, 1, 1)
    seated = desk.tournament(1).state.games[0].table(1)
    assert TableGames(store).begun(1, 1, seated) == game
    assert TableGames(store).begun(1, 2, seated) is None


def test_what_all_teams_agree_to_is_the_tables_result_and_counts(store: Store, desk: Tournaments, game: Game) -> None:
    record = kings(1, Aces=3, Kings=4)
    agree(store, game, record, sides=[1])
    assert entered(desk) is None
    agree(store, game, record, sides=[2])
    found = entered(desk)
    assert found is not None
    assert (found.points, len(found.agreed)) == ({"Aces": 30, "Kings": 40}, 2)
    kept = store.history(game.id)[0].record_json
    assert kept is not None
    (told,) = (one.event for one in desk.tournament(1).history if isinstance(one.event, ResultEntered))
    assert told.record == json.loads(kept)


def test_a_round_agreed_again_changes_the_result_with_its_reason(store: Store, desk: Tournaments, game: Game) -> None:
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    agree(store, game, kings(1, Aces=5, Kings=4), sides=[1, 2], seen=1)
    found = entered(desk)
    assert found is not None
    assert (found.points["Aces"], found.version, found.reason, len(found.agreed)) == (50, 2, "counted again", 2)


def test_points_entered_by_hand_before_are_changed_or_agreed_to(store: Store, desk: Tournaments, game: Game) -> None:
    desk.add(1, lambda state: [result(state, {"Aces": 30, "Kings": 40}, number=1)])
    desk.add(1, lambda state: agreements(state, "Kings", 1))
    desk.add(1, lambda state: [result(state, {"Aces": 10, "Kings": 10}, number=2)])
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    agree(store, game, kings(2, Aces=3, Kings=4), sides=[1, 2])
    first, second = entered(desk, 1), entered(desk, 2)
    assert first is not None
    assert second is not None
    assert (first.version, len(first.agreed), second.version, len(second.agreed)) == (1, 2, 2, 2)
    assert second.points == {"Aces": 30, "Kings": 40}


def test_a_round_entered_on_the_command_line_is_agreed_to_by_nobody_yet(
    store: Store, desk: Tournaments, game: Game
) -> None:
    store.add_round(game.id, kings(1, Aces=3, Kings=4))
    found = entered(desk)
    assert found is not None
    assert (found.points, found.agreed) == ({"Aces": 30, "Kings": 40}, frozenset())


def test_taking_back_a_change_changes_the_result_and_taking_back_its_entry_is_refused(
    store: Store, desk: Tournaments, game: Game
) -> None:
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    agree(store, game, kings(1, Aces=5, Kings=4), sides=[1, 2], seen=1)
    store.undo(game.id)
    found = entered(desk)
    assert found is not None
    assert (found.points["Aces"], found.agreed, found.reason) == (30, frozenset(), PLAYED_BACK)
    with pytest.raises(ConflictError, match="it can be changed, but not taken back"):
        store.undo(game.id)
    assert store.game(game.id).state.totals == (30, 40)


def test_a_tables_game_is_not_ended_early(store: Store, game: Game) -> None:
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    with pytest.raises(ConflictError, match="plays a tournament's rounds"):
        store.end_game(game.id)
    assert not store.game(game.id).state.finished


def test_a_round_of_a_game_that_is_closed_is_neither_agreed_nor_entered(
    store: Store, desk: Tournaments, game: Game
) -> None:
    play_all(desk)
    desk.add(1, lambda state: [Decided(number_going_on(state, 0), "Ruth", "one table is no second game")])
    desk.add(1, lambda state: [plan_cut(state)])
    with pytest.raises(ConflictError, match="game 1 of 'Golden' is closed"):
        agree(store, game, kings(1, Aces=5, Kings=4), sides=[1, 2])
    assert closed(store, game) == "game 1 of 'Golden' is closed: the coordinator can still set points in it"
    assert store.history(game.id) == ()
    with pytest.raises(TournamentError, match="no game is being played"):
        TableGames(store).begin(1, 1)


def test_a_game_of_tables_drawn_before_is_no_longer_one_of_them(store: Store, desk: Tournaments) -> None:
    desk.add(1, lambda state: [Decided(StepUndone(Step.DRAW), "Ruth", "two teams came late")])
    desk.add(1, lambda state: [TeamEntered("Queens"), TeamEntered("Jacks")])
    desk.add(1, lambda state: [plan_draw(state, 1)])
    before = TableGames(store).begin(1, 1)
    others = before.plan.sides
    assert closed(store, before) == ""
    desk.add(1, lambda state: [Decided(StepUndone(Step.DRAW), "Ruth", "a wrong ticket")])
    with pytest.raises(ConflictError, match="the draw of game 1 of 'Golden' was taken back"):
        agree(store, before, kings(1, **dict.fromkeys(others, 3)), sides=[1, 2])
    assert "was taken back" in closed(store, before)
    seed = next(
        seed for seed in range(2, 100) if set(plan_draw(desk.tournament(1).state, seed).tables[0].teams) != set(others)
    )
    desk.add(1, lambda state: [plan_draw(state, seed)])
    assert "were drawn again" in closed(store, before)
    with pytest.raises(ConflictError, match="were drawn again"):
        agree(store, before, kings(1, **dict.fromkeys(others, 3)), sides=[1, 2])
    after = TableGames(store).begin(1, 1)
    assert (after.id, after.name) == (before.id + 1, "Golden – game 1, table 1 (2)")
    # What the new table plays is nothing that the game of the old one could differ from.
    agree(store, after, kings(1, **dict.fromkeys(after.plan.sides, 3)), sides=[1, 2])
    assert other_points(store.game(before.id), TableGames(store).table_of(before.id)) == ()


def test_which_games_are_closed_is_known_of_each_tournament_that_can_be_read(
    store: Store, desk: Tournaments, game: Game
) -> None:
    other = desk.open(Opened("Silver", load_rules("golden-games")), [TeamEntered("Aces"), TeamEntered("Kings")])
    desk.add("Silver", lambda state: [plan_draw(state, 1)])
    second = TableGames(store).begin(other.id, 1)
    plain = store.new_game("Friday", game.plan)
    games = [game.id, second.id, plain.id]
    assert TableGames(store).closed(games) == set()
    for number in (1, other.id):
        desk.add(number, lambda state: [Decided(StepUndone(Step.DRAW), "Ruth", "drawn too early")])
    assert TableGames(store).closed(games) == {game.id, second.id}
    with store.writing() as session:
        session.execute(
            update(TournamentEventRow).where(TournamentEventRow.tournament_id == other.id).values(event="{")
        )
    assert TableGames(store).closed(games) == {game.id}


def test_who_has_another_version_of_a_round_before_them_agrees_to_nothing(store: Store, game: Game) -> None:
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    for seen in (None, 2):
        with pytest.raises(ConflictError, match="agreed otherwise meanwhile"):
            agree(store, game, kings(1, Aces=5, Kings=4), sides=[1], seen=seen)
    assert Agreements(store).of_round(game.id, 1) == {}


def test_a_deleted_game_leaves_the_result_and_another_can_be_begun(store: Store, desk: Tournaments, game: Game) -> None:
    agree(store, game, kings(1, Aces=3, Kings=4), sides=[1, 2])
    store.delete_game(game.id)
    found = entered(desk)
    assert found is not None
    assert len(found.agreed) == 2
    assert TableGames(store).table_of(game.id) is None
    assert TableGames(store).begin(1, 1).id != game.id


def agree_too(_: Connection, address: str, point: str) -> None:
    """Agree for the second team, and die at that point of it."""
    store = open_store(address)
    dies_at(point)
    agree(store, store.games()[0], kings(1, Aces=3, Kings=4), sides=[2])


@pytest.mark.parametrize(("point", "kept"), [("after_flush", 0), ("before_commit", 0), ("after_commit", 1)])
def test_of_an_agreement_killed_at_any_point_round_and_result_are_both_there_or_neither(
    store: Store, desk: Tournaments, game: Game, address: str, point: str, kept: int
) -> None:
    record = kings(1, Aces=3, Kings=4)
    agree(store, game, record, sides=[1])
    program, pipe = begun(agree_too, address, point)
    assert heard(program, pipe) == []
    assert program.exitcode == KILLED
    assert len(store.history(game.id)) == kept
    assert (entered(desk) is not None) == bool(kept)
    agree(store, game, record, sides=[2], seen=kept or None)
    assert len(store.history(game.id)) == 1
    assert entered(desk) is not None


def play_all(desk: Tournaments) -> None:
    for number in desk.tournament(1).state.rounds:
        points = {"Aces": 100 + number, "Kings": 90}
        desk.add(1, lambda state, number=number, points=points: [result(state, points, number=number)])  # type: ignore[misc]
    for team in ("Aces", "Kings"):
        desk.add(1, lambda state, team=team: agreements(state, team))  # type: ignore[misc]
