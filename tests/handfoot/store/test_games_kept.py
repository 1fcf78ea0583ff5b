"""Games as the store keeps them: every round as versions, nothing twice, nothing lost, on both databases."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from handfoot.errors import ConflictError, StoreError, UnknownGameError
from handfoot.store import Store, open_store
from handfoot.store.kept import Action
from scorer.errors import GameError, RoundError, ScorerError
from scorer.games import plan_game
from scorer.record import Record
from scorer.rulebook.rules import load_rules, load_rules_file, rule_ids
from tests.handfoot.store.rounds import begin, round_record
from tests.scorer.tables import HOST_SETTINGS


def test_a_game_is_found_by_its_number_and_by_its_name_in_any_letter_case(store: Store) -> None:
    made = begin(store, "Café Friday")
    assert made == store.game(made.id) == store.game(str(made.id)) == store.game("CAFÉ friday")
    assert made.plan == plan_game(load_rules("remastered-singles"), ["North", "South"])


def test_a_game_of_every_rule_set_comes_back_as_it_was(store: Store) -> None:
    plans = [
        plan_game(load_rules(rules), ["North", "South"], settings=HOST_SETTINGS if rules == "club" else {}, decks=6)
        for rules in rule_ids()
    ]
    for plan in plans:
        store.new_game(plan.rules.id, plan)
    assert [game.plan for game in store.games()] == plans[::-1]


def test_a_game_of_some_of_the_rounds_keeps_to_them(store: Store) -> None:
    plan = plan_game(load_rules("four-hand"), ["A", "B"], rounds=[1, 3])
    assert store.new_game("short", plan).plan.rounds == store.game("short").plan.rounds == (1, 3)


def test_a_round_counts_with_its_score_and_keeps_its_record_and_lines(store: Store) -> None:
    game = begin(store)
    version = store.add_round(game.id, round_record(1, 3, 7))
    assert version.points == {"North": 30, "South": 770}
    assert (version.round, version.version, version.action) == (1, 1, Action.ENTERED)
    assert version.record == round_record(1, 3, 7)
    assert version.tally is not None
    assert store.game(game.id).state.totals == (30, 770)
    assert store.game(game.id).round(1) == version


def test_the_running_total_is_the_score_before_the_next_round(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1, 3, 7))
    second = store.add_round(game.id, round_record(2, 4, 0)).record
    assert second is not None
    assert [side.score_before for side in second.sides] == [30, 770]


def test_points_agreed_on_count_in_the_place_of_the_cards(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1), points={"south": 500, "north": -20})
    assert store.game(game.id).state.totals == (-20, 500)


def test_times_are_utc_whatever_the_database_keeps(address: str) -> None:
    moment = datetime(2026, 3, 29, 2, 30, 5, 123456, tzinfo=UTC)
    opened = open_store(address)
    opened.clock = lambda: moment.astimezone(tz=None) + timedelta()
    begin(opened)
    opened.add_round("Friday", round_record(1))
    opened.close()
    again = open_store(address)
    game = again.game("Friday")
    assert (game.made_at, game.rounds[0].made_at) == (moment, moment)
    assert game.made_at.tzinfo is UTC
    again.close()


def test_an_edit_is_a_further_version_and_the_old_one_stays(store: Store) -> None:
    game = begin(store)
    first = store.add_round(game.id, round_record(1, 3, 3))
    second = store.edit_round(game.id, round_record(1, 3, 4), reason="a king was missed")
    assert (second.version, second.reason, second.points["South"]) == (2, "a king was missed", 40)
    assert store.history(game.id) == (first, second)
    assert store.game(game.id).state.totals == (30, 40)


def test_undo_takes_back_one_change_after_the_other_and_keeps_them_all(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1, 3, 3))
    store.add_round(game.id, round_record(2, 5, 5))
    store.edit_round(game.id, round_record(1, 3, 4), reason="missed")
    totals = []
    for _ in range(3):
        store.undo(game.id, reason="again")
        totals.append(store.game(game.id).state.totals)
    assert totals == [(80, 80), (30, 30), (0, 0)]
    with pytest.raises(ConflictError, match="nothing in 'Friday' to take back"):
        store.undo(game.id)
    history = store.history(game.id)
    assert [version.change for version in history] == [1, 2, 3, 4, 5, 6]
    assert [version.undoes for version in history] == [None, None, None, 3, 2, 1]
    assert [version.version for version in store.history(game.id, 1)] == [1, 2, 3, 4]


def test_a_round_taken_back_can_be_entered_again(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1, 3, 3))
    store.undo(game.id)
    assert store.game(game.id).round(1) is None
    assert store.add_round(game.id, round_record(1, 4, 4)).version == 3
    store.undo(game.id)
    assert store.game(game.id).state.totals == (0, 0)


def test_a_game_ended_early_is_gone_on_with_and_nothing_is_lost(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1, 3, 4))
    ended = store.end_game(game.id, reason="it is late")
    stands = store.game(game.id)
    assert (stands.state.ended_early, stands.state.winners, stands.revision) == (True, ("South",), 2)
    assert (stands.last_change, stands.endings) == (ended, (ended,))
    with pytest.raises(RoundError, match="ended early"):
        store.add_round(game.id, round_record(2))
    store.edit_round(game.id, round_record(1, 5, 4), reason="a king was missed")
    assert store.game(game.id).state.winners == ("North",)
    gone_on = store.go_on(game.id)
    assert (gone_on.change, gone_on.undoes, ended.undoes) == (4, ended.change, None)
    store.add_round(game.id, round_record(2))
    stands = store.game(game.id)
    assert (stands.state.totals, stands.state.finished) == ((80, 70), False)
    assert [change.change for change in stands.changes(store.history(game.id))] == [1, 2, 3, 4, 5]


def test_undo_takes_back_an_end_as_the_last_change_and_skips_one_that_was_gone_on_with(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1, 3, 3))
    ended = store.end_game(game.id)
    undone = store.undo(game.id)
    assert (undone.undoes, store.game(game.id).state.finished) == (ended.change, False)
    store.end_game(game.id)
    store.go_on(game.id)
    assert store.game(game.id).last_change == store.history(game.id)[0]
    store.undo(game.id)
    stands = store.game(game.id)
    assert (stands.rounds, stands.last_change) == ((), None)


def test_an_end_submitted_twice_is_one(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1))
    assert store.end_game(game.id, token="tap") == store.end_game(game.id, token="tap")
    assert store.go_on(game.id, token="tap 2") == store.go_on(game.id, token="tap 2")
    assert store.game(game.id).revision == 3


def test_a_game_that_cannot_be_ended_or_gone_on_with_stays_as_it_is(store: Store) -> None:
    game = begin(store)
    with pytest.raises(ConflictError, match="no round of 'Friday' is played yet"):
        store.end_game(game.id)
    store.add_round(game.id, round_record(1))
    with pytest.raises(ConflictError, match="was not ended early"):
        store.go_on(game.id)
    with pytest.raises(ConflictError, match="changed meanwhile"):
        store.end_game(game.id, seen=0)
    store.end_game(game.id)
    with pytest.raises(ConflictError, match="is over already"):
        store.end_game(game.id)
    assert store.game(game.id).revision == 2


def test_the_same_submission_counts_once(store: Store) -> None:
    game = begin(store)
    first = store.add_round(game.id, round_record(1), token="tap")
    assert store.add_round(game.id, round_record(1), token="tap") == first
    edited = store.edit_round(game.id, round_record(1, 4), reason="more", token="tap 2")
    assert store.edit_round(game.id, round_record(1, 4), reason="more", token="tap 2") == edited
    undone = store.undo(game.id, token="tap 3")
    assert store.undo(game.id, token="tap 3") == undone
    assert len(store.history(game.id)) == 3
    assert store.game(game.id).state.totals == (30, 30)


def test_the_same_new_game_is_begun_once(store: Store) -> None:
    plan = plan_game(load_rules("bain"), ["A", "B"])
    assert store.new_game("Bain", plan, token="tap") == store.new_game("Bain", plan, token="tap")
    assert len(store.games()) == 1


def test_who_reads_sees_one_state_however_long(store: Store) -> None:
    begin(store)
    count = text("SELECT count(*) FROM games")
    with store.reading() as session:
        assert session.scalar(count) == 1
        begin(store, "Sunday")
        assert session.scalar(count) == 1
    with store.reading() as session:
        assert session.scalar(count) == 2


def test_a_submission_names_itself_within_its_game(store: Store) -> None:
    for name in ("Friday", "Sunday"):
        begin(store, name)
        store.add_round(name, round_record(1), token="1")
    assert [game.state.totals for game in store.games()] == [(30, 30), (30, 30)]


def test_a_submission_that_cannot_be_named_is_refused(store: Store) -> None:
    game = begin(store)
    for token in ("", "a\0b", "x" * 201, "\ud800"):
        with pytest.raises(GameError, match="names no submission"):
            store.add_round(game.id, round_record(1), token=token)
        with pytest.raises(GameError, match="names no submission"):
            store.new_game("Sunday", game.plan, token=token)
    assert store.games() == (game,)


def test_a_copy_of_rules_that_this_version_cannot_read_is_told(store: Store) -> None:
    begin(store)
    with store.writing() as session:
        session.execute(text("UPDATE games SET rules = '{}'"))
    with pytest.raises(StoreError, match="the rules kept with game 'Friday' cannot be read by this version: 'id'"):
        store.game("Friday")


def test_an_edit_of_a_version_that_is_not_the_last_is_refused(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1))
    store.edit_round(game.id, round_record(1, 4), reason="one phone", seen=1)
    with pytest.raises(ConflictError, match="round 1 of 'Friday' has version 2 now, not 1"):
        store.edit_round(game.id, round_record(1, 5), reason="another phone", seen=1)
    with pytest.raises(ConflictError, match="'Friday' was changed meanwhile"):
        store.undo(game.id, seen=1)
    assert store.game(game.id).state.totals == (40, 30)


@pytest.mark.parametrize(
    ("given", "error", "say"),
    [
        (round_record(1), ConflictError, "round 1 of 'Friday' is entered already"),
        (round_record(5), RoundError, "the game has no round 5: 1, 2, 3, 4"),
        (round_record(2, rules="bain"), GameError, "the record is of 'bain'"),
        (replace(round_record(2), sides=round_record(2).sides[:1]), GameError, "no side 'South' in the record"),
        (replace(round_record(2), settings={"odd": 1}), GameError, "the record's 'odd' is 1"),
    ],
    ids=["entered", "outside", "rules", "sides", "settings"],
)
def test_a_round_that_does_not_fit_is_refused_and_nothing_changed(
    store: Store, given: Record, error: type[Exception], say: str
) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1))
    before = (store.game(game.id), store.history(game.id))
    with pytest.raises(error) as refused:
        store.add_round(game.id, given)
    assert say in str(refused.value)
    assert (store.game(game.id), store.history(game.id)) == before


def test_an_edit_needs_a_round_and_a_reason(store: Store) -> None:
    game = begin(store)
    with pytest.raises(RoundError, match="round 1 of 'Friday' is not entered"):
        store.edit_round(game.id, round_record(1), reason="why not")
    store.add_round(game.id, round_record(1))
    for reason, say in ((" ", "no reason to change round 1"), ("x" * 1001, "is no reason"), ("a\0b", "is no reason")):
        with pytest.raises(GameError, match=say):
            store.edit_round(game.id, round_record(1), reason=reason)
    assert len(store.history(game.id)) == 1


def test_names_of_games_are_told_apart_whatever_their_letter_case(store: Store) -> None:
    begin(store, "Friday")
    with pytest.raises(ConflictError, match="there is a game 'FRIDAY' already"):
        begin(store, " FRIDAY")
    assert len(store.games()) == 1


def test_odd_names_of_games_are_refused(store: Store) -> None:
    for name in ("", "  ", "7", "a\nb", "a\0b", "x" * 201, "\ud800", "\u202e", "\u200d", "Jo\u200d", "a\u200d b"):
        with pytest.raises(ScorerError, match="is no name for a game"):
            begin(store, name)
    assert store.games() == ()


def test_names_with_odd_but_printable_letters_are_kept(store: Store) -> None:
    for name in ("Zoë's 山田 🂡", "'; DROP TABLE games; --", "<script>", "%s {0} \\x", "²"):
        assert begin(store, name) == store.game(name)
    for name in ("👩\u200d👧 at home", "می\u200cخواهم"):
        assert begin(store, name) == store.game(name)


def test_names_that_only_a_joiner_parts_are_the_same(store: Store) -> None:
    begin(store, "Jon")
    with pytest.raises(ConflictError, match="there is a game"):
        begin(store, "jo\u200cn")


def test_a_game_that_is_not_there_is_named(store: Store) -> None:
    for which in (1, "1", "Sunday", "", "9" * 30, 10**30, -1, "a\0b", "\ud800"):
        for ask in (store.game, store.history, store.undo, store.delete_game):
            with pytest.raises(UnknownGameError, match="no game "):
                ask(which)


def test_a_deleted_game_is_gone_with_its_rounds_and_its_number_is_not_given_again(store: Store) -> None:
    game = begin(store)
    store.add_round(game.id, round_record(1))
    store.delete_game(game.id)
    assert store.games() == ()
    assert begin(store).id != game.id
    assert store.history("Friday") == ()


def test_a_deleted_game_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    opened = open_store(str(tmp_path / "games.db"))
    begin(opened, "Mnemosyne")

    def holding_it() -> list[Path]:
        return [path for path in tmp_path.iterdir() if b"Mnemosyne" in path.read_bytes()]

    assert holding_it()
    opened.delete_game("Mnemosyne")
    opened.close()
    assert holding_it() == []


def test_old_scores_do_not_move_when_the_rules_file_changes(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    text = 'extends = "remastered-singles"\nid = "house"\n[settings.clean_book]\nvalue = {}\n'
    path.write_text(text.format(1000), encoding="utf-8")
    game = store.new_game("Friday", plan_game(load_rules_file(path), ["North", "South"]))
    first = store.add_round(game.id, round_record(1, 7, 0, rules="house"))
    path.write_text(text.format(1), encoding="utf-8")
    assert load_rules_file(path).settings != game.plan.rules.settings
    assert store.history(game.id) == (first,)
    assert first.points == {"North": 1070, "South": 0}
    assert store.add_round(game.id, round_record(2, 7, 0, rules="house")).points == {"North": 1070, "South": 0}


def test_notes_of_a_record_stay_with_it(store: Store) -> None:
    game = begin(store)
    note = {"x_photo": {"file": "a\u0000\ud83d b.jpg"}}
    version = store.add_round(game.id, replace(round_record(1), extra=note))
    assert version.record is not None
    assert version.record.extra == note


changes = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(1, 4), st.integers(0, 9)),
        st.tuples(st.just("edit"), st.integers(1, 4), st.integers(0, 9)),
        st.tuples(st.just("undo"), st.just(0), st.just(0)),
    ),
    max_size=12,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=changes)
def test_totals_are_the_sums_of_the_current_versions_and_history_only_grows(
    store: Store, steps: list[tuple[str, int, int]]
) -> None:
    game = begin(store)
    try:
        past: list[dict[int, int]] = [{}]
        for done, number, kings in steps:
            before = store.history(game.id)
            if done == "undo" and len(past) > 1:
                store.undo(game.id)
                past.pop()
            elif done == "add" and number not in past[-1]:
                store.add_round(game.id, round_record(number, kings, 0))
                past.append({**past[-1], number: kings})
            elif done == "edit" and number in past[-1]:
                store.edit_round(game.id, round_record(number, kings, 0), reason="again")
                past.append({**past[-1], number: kings})
            else:
                continue
            after = store.history(game.id)
            assert after[:-1] == before
            stands = store.game(game.id)
            assert {version.round for version in stands.rounds} == set(past[-1])
            worth = sum(kings * 10 + (700 if kings >= 7 else 0) for kings in past[-1].values())
            assert stands.state.totals[0] == worth == sum(one.points["North"] for one in stands.rounds)
            assert stands.revision == len(after)
    finally:
        store.delete_game(game.id)
