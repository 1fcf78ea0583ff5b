"""Tournaments in the store, on SQLite and PostgreSQL: events in one order whoever writes, whole or not at all."""

import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

import pytest
from sqlalchemy import delete, insert, update

from handfoot.errors import ConflictError, OtherContentError, StoreError, UnknownTournamentError
from handfoot.store import Store, open_store
from handfoot.store.kept import KeptTournament
from handfoot.store.tournaments import Tournaments
from handfoot.store.tournamenttables import TournamentEventRow
from scorer.errors import TournamentError
from scorer.rulebook.rules import load_rules
from scorer.tournament.desk import plan_draw
from scorer.tournament.events import Opened, TeamEntered
from scorer.tournament.requests import result
from tests.handfoot.store.apart import KILLED, begun, dies_at, heard


@pytest.fixture
def desk(store: Store) -> Tournaments:
    """Return the tournaments of an empty database, with one of two teams opened."""
    found = Tournaments(store)
    found.open(Opened("Golden", load_rules("golden-games")), [TeamEntered("Aces"), TeamEntered("Kings")])
    return found


def teams(kept: KeptTournament) -> list[str]:
    return [team.name for team in kept.state.teams]


def test_what_is_kept_is_read_back_the_same(desk: Tournaments) -> None:
    added = desk.add("golden", lambda state: [TeamEntered("Zoë & 李", ("Ann",)), plan_draw(state, 1)][:1])
    read = desk.tournament(added.id)
    assert read == added
    assert [kept.number for kept in read.history] == [1, 2, 3, 4]
    assert read.state.rules == load_rules("golden-games")
    assert [(title.name, title.events) for title in desk.titles()] == [("Golden", 4)]


@pytest.mark.parametrize("which", [99, "99", "Silver", "", "9" * 30, 10**30, -1, "a\0b", "\ud800"], ids=ascii)
def test_a_tournament_that_is_not_there_is_named(desk: Tournaments, which: int | str) -> None:
    with pytest.raises(UnknownTournamentError, match="no tournament "):
        desk.tournament(which)


def test_events_that_cannot_follow_are_kept_neither_whole_nor_in_part(desk: Tournaments) -> None:
    with pytest.raises(TournamentError, match="a team is called 'Aces' already"):
        desk.add("Golden", lambda state: [TeamEntered("Queens"), TeamEntered("aces")])
    assert teams(desk.tournament("Golden")) == ["Aces", "Kings"]
    with pytest.raises(TournamentError, match="'Tens' already"):
        desk.open(Opened("Silver", load_rules("golden-games")), [TeamEntered("Tens"), TeamEntered("Tens")])
    with pytest.raises(UnknownTournamentError, match="no tournament 'Silver'"):
        desk.tournament("Silver")
    with pytest.raises(ConflictError, match="there is a tournament 'GOLDEN' already"):
        desk.open(Opened("GOLDEN", load_rules("golden-games")))


def test_the_same_submission_again_counts_once(desk: Tournaments) -> None:
    desk.add("Golden", lambda state: [plan_draw(state, 1)])
    for _ in range(2):
        kept = desk.add("Golden", lambda state: [result(state, {"Aces": 5, "Kings": 10}, number=1)], token="a phone's")
    assert len(kept.history) == 5


def test_the_same_opening_again_gives_the_tournament_as_it_stands(desk: Tournaments) -> None:
    wanted = Opened("Silver", load_rules("golden-games"))
    first = desk.open(wanted, [TeamEntered("Tens")], token="a phone's")
    # What a later submission is called says nothing of an opening.
    entered = desk.add(first.id, lambda state: [TeamEntered("Nines")], token="another's")
    assert desk.open(wanted, [TeamEntered("Tens")], token="a phone's") == entered
    assert desk.open(Opened("Bronze", wanted.rules), token="another's").id != first.id
    with pytest.raises(ConflictError, match="there is a tournament 'Silver' already"):
        desk.open(wanted)
    with pytest.raises(OtherContentError, match="'Silver' came of the same submission, and is another tournament"):
        desk.open(Opened("Copper", wanted.rules), token="a phone's")


def test_a_change_made_on_what_has_changed_since_is_refused(desk: Tournaments) -> None:
    seen = len(desk.tournament("Golden").history)
    desk.add("Golden", lambda state: [TeamEntered("Queens")], seen=seen)
    with pytest.raises(ConflictError, match="'Golden' was changed meanwhile: look at it again"):
        desk.add("Golden", lambda state: [TeamEntered("Jacks")], seen=seen)
    assert teams(desk.tournament("Golden")) == ["Aces", "Kings", "Queens"]


def test_two_writers_at_once_lose_and_double_nothing(desk: Tournaments, address: str) -> None:
    def enter(writer: int) -> list[str]:
        store = open_store(address)
        names = [f"Team {writer}-{number}" for number in range(10)]
        for name in names:
            Tournaments(store).add("Golden", lambda state, name=name: [TeamEntered(name)])
        store.close()
        return names

    with ThreadPoolExecutor(2) as pool:
        entered = [name for names in pool.map(enter, range(2)) for name in names]
    kept = desk.tournament("Golden")
    assert sorted(teams(kept)) == sorted(["Aces", "Kings", *entered])
    assert [one.number for one in kept.history] == list(range(1, 24))


def test_a_result_that_two_writers_enter_at_once_is_entered_once(desk: Tournaments, address: str) -> None:
    desk.add("Golden", lambda state: [plan_draw(state, 1)])

    def enter(points: int) -> str:
        store = open_store(address)
        try:
            entry = {"Aces": points, "Kings": points}
            Tournaments(store).add("Golden", lambda state: [result(state, entry, number=1)])
        except TournamentError as error:
            return str(error)
        finally:
            store.close()
        return "entered"

    with ThreadPoolExecutor(2) as pool:
        told = sorted(pool.map(enter, (5, 10)))
    assert told[0] == "entered"
    assert told[1].startswith("round 1 at table 1 is entered already")


def enter_two(_: Connection, address: str, point: str) -> None:
    """Enter two teams, and die at that point of it."""
    desk = Tournaments(open_store(address))
    dies_at(point)
    desk.add("Golden", lambda state: [TeamEntered("Queens"), TeamEntered("Jacks")], token="late")


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX systems do")
@pytest.mark.parametrize(("point", "kept"), [("after_flush", 3), ("before_commit", 3), ("after_commit", 5)])
def test_a_writer_killed_at_any_point_leaves_all_or_nothing(
    desk: Tournaments, address: str, point: str, kept: int
) -> None:
    program, pipe = begun(enter_two, address, point)
    assert heard(program, pipe) == []
    assert program.exitcode == KILLED
    assert len(desk.tournament("Golden").history) == kept
    desk.add("Golden", lambda state: [TeamEntered("Queens"), TeamEntered("Jacks")], token="late")
    assert teams(desk.tournament("Golden")) == ["Aces", "Kings", "Queens", "Jacks"]


def test_the_database_itself_refuses_two_events_of_one_number(desk: Tournaments, store: Store) -> None:
    row = {"tournament_id": 1, "number": 3, "kind": "team_entered", "event": "{}", "made_at": store.clock()}
    with pytest.raises(ConflictError), store.writing() as session:
        session.execute(insert(TournamentEventRow).values(row))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (delete(TournamentEventRow).where(TournamentEventRow.number == 2), "an event is missing"),
        (update(TournamentEventRow).where(TournamentEventRow.number == 2).values(event="{"), "Expecting property name"),
        (
            update(TournamentEventRow).where(TournamentEventRow.number == 2).values(event='{"kind": "team_danced"}'),
            "event 2: 'the event'",
        ),
        (
            update(TournamentEventRow)
            .where(TournamentEventRow.number == 2)
            .values(event='{"kind": "team_entered", "team": "Kings"}'),
            "a team is called 'Kings' already",
        ),
    ],
    ids=["missing", "no JSON", "unknown", "impossible"],
)
def test_a_history_that_someone_meddled_with_is_one_clear_line(
    desk: Tournaments, store: Store, change: object, why: str
) -> None:
    with store.writing() as session:
        session.execute(change)  # type: ignore[call-overload]
    with pytest.raises(StoreError, match="what was kept of tournament 'Golden' cannot be read") as caught:
        desk.tournament("Golden")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
