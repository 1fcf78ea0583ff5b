"""The store: what the command line and the page ask of the database about games."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import TypeVar

from sqlalchemy import Engine, delete, event, func, inspect, select
from sqlalchemy.orm import Session, selectinload

from handfoot.errors import ConflictError, OtherContentError, UnknownGameError
from handfoot.store import gamechanges
from handfoot.store.engine import WRITES, empty_log
from handfoot.store.finding import meant
from handfoot.store.gamerows import change_of, ending_of, game_of, plan_of, version_of, write_plan
from handfoot.store.gametables import LONGEST_TOKEN, EndingRow, GameRow, RoundVersionRow
from handfoot.store.kept import Ending, Game, RoundVersion
from handfoot.store.tableresults import pass_on
from handfoot.store.tournamenttables import TableGameRow, TournamentEventRow
from handfoot.store.troubles import in_one_line
from scorer.errors import GameError
from scorer.games import GamePlan, check_decks, side_names
from scorer.names import clean_name, name_key
from scorer.record import Record
from scorer.strict import shown

Clock = Callable[[], datetime]

GAMES, CHANGES, EVENTS = "games", "changes", "events"
"""What is counted of a store: its games, the changes of them, and what happened at tournaments."""
Change = TypeVar("Change", bound=RoundVersionRow | EndingRow)


def utc_now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


class Store:
    """Games in a database. Every method is one transaction: it happens whole and for good, or not at all.

    A ``token`` is a caller's own name for one submission: the same one again changes nothing and gives what was kept.
    Every method raises StoreError if the database fails it, ConflictError if another change stands against it, and
    UnknownGameError for a game that is not there.
    """

    def __init__(self, engine: Engine, *, clock: Clock = utc_now) -> None:
        """Take an engine of a database that is up to date; ``open_store`` sees to that."""
        self._engine = engine
        # On SQLite a transaction sees one state by itself.
        isolated = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
        self._readers = engine.execution_options(**isolated)
        self._writers = engine.execution_options(**{WRITES: True})
        self.clock = clock
        self._counting, self._own = Lock(), Counter[str]()

    def close(self) -> None:
        """Close the connections to the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session that sees one state of the database, however long it reads."""
        with in_one_line(self._engine.url), Session(self._readers, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose changes are kept together when the block ends, or none of them if it raises.

        On SQLite nobody else writes meanwhile; on PostgreSQL lock the rows that decide: ``with_for_update``.
        """
        made = Counter[str]()
        with in_one_line(self._engine.url), Session(self._writers, expire_on_commit=False) as session, session.begin():
            event.listen(session, "after_flush", partial(_count, made))
            yield session
            made.update(session.info)
        with self._counting:
            self._own.update(made)

    def changed_elsewhere(self) -> tuple[int, ...]:
        """Return numbers that are others after a change of a game or tournament that was not made by this store."""
        revisions = func.coalesce(func.sum(GameRow.revision), 0)
        with self.reading() as session:
            games, changes = session.execute(select(func.count(GameRow.id), revisions)).one()
            there = {GAMES: games, CHANGES: changes}
            there[EVENTS] = session.scalar(select(func.count(TournamentEventRow.id))) or 0
        with self._counting:
            return tuple(number - self._own[what] for what, number in there.items())

    def new_game(self, name: str, plan: GamePlan, *, token: str | None = None) -> Game:
        """Keep a new game with its own copy of the rules.

        Raises:
            GameError: for an odd name, or one that is a number, as games are also found by theirs.
            ConflictError: if there is a game of that name.
            OtherContentError: if the token was submitted with another plan before.
        """
        name = _checked_name(name)
        _check_token(token)
        with self.writing() as session:
            before = token and session.scalar(select(GameRow).where(GameRow.token == token))
            if before and plan_of(before) != plan:
                raise OtherContentError(f"{shown(before.name)} came of the same submission, and is another game")
            if before:
                return game_of(before)
            if session.scalar(select(GameRow.id).where(GameRow.name_key == name_key(name))) is not None:
                raise ConflictError(f"there is a game {shown(name)} already")
            row = GameRow(name=name, name_key=name_key(name), made_at=self.clock(), revision=0, token=token)
            write_plan(row, plan)
            session.add(row)
            session.flush()
            return game_of(row)

    def game(self, which: int | str) -> Game:
        """Return a game by its number, or by its name in any letter case."""
        with self.reading() as session:
            return game_of(find_game(session, which))

    def begun(self) -> dict[int, datetime]:
        """Return when each game was begun, by its number."""
        with self.reading() as session:
            return {row.id: row.made_at for row in session.execute(select(GameRow.id, GameRow.made_at))}

    def games(self, *, most: int | None = None, before: int | None = None) -> tuple[Game, ...]:
        """Return the games, the newest first. most: so many at most; before: those begun before the game of that id."""
        wanted = select(GameRow).options(*WHOLE).order_by(GameRow.id.desc()).limit(most)
        if before is not None:
            wanted = wanted.where(GameRow.id < before)
        with self.reading() as session:
            return tuple(game_of(row) for row in session.scalars(wanted))

    def add_round(
        self,
        which: int | str,
        record: Record,
        *,
        points: Mapping[str, int] | None = None,
        token: str | None = None,
    ) -> RoundVersion:
        """Score the record as the round it names, and keep it with the points confirmed, or its best ones.

        Raises:
            EnteredError: if the round is entered already.
            RoundError: if it cannot be entered in this game now.
            GameError, SettingError: if the record or the points do not fit the game.
        """
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            given = gamechanges.Given(record, points, "", token)
            return version_of(
                row, self._kept(session, row, token, row.versions, partial(gamechanges.enter, row, given))
            )

    def edit_round(
        self,
        which: int | str,
        record: Record,
        *,
        reason: str,
        points: Mapping[str, int] | None = None,
        seen: int | None = None,
        token: str | None = None,
    ) -> RoundVersion:
        """Score the record anew as the round it names, and keep it as the round's next version, with its reason.

        ``seen`` is the version that the editor had before them.

        Raises:
            ConflictError: if the round has a newer version than the one seen.
            RoundError: if the round is not entered.
            GameError, SettingError: if the record or the points do not fit the game, or there is no reason.
        """
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            given = gamechanges.Given(record, points, reason, token)
            change = partial(gamechanges.edit, row, given, seen=seen)
            return version_of(row, self._kept(session, row, token, row.versions, change))

    def undo(
        self, which: int | str, *, reason: str = "", seen: int | None = None, token: str | None = None
    ) -> RoundVersion | Ending:
        """Take back the last change that still stands, as a further version of its round or as the game's going on.

        ``seen`` is the revision of the game that the caller had before them.

        Raises:
            ConflictError: if there is nothing to take back, or the game was changed since the revision seen.
        """
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            change = partial(gamechanges.undo, row, gamechanges.Wish(reason, seen, token))
            before: list[RoundVersionRow | EndingRow] = [*row.versions, *row.endings]
            return change_of(row, self._kept(session, row, token, before, change))

    def end_game(
        self, which: int | str, *, reason: str = "", seen: int | None = None, token: str | None = None
    ) -> Ending:
        """End a game before all its rounds are played: whoever leads has won, until ``go_on``.

        ``seen`` is the revision of the game that the caller had before them.

        Raises:
            ConflictError: if the game is over, has no round yet, plays the rounds of a tournament's table, or was
                changed since the revision seen.
        """
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            if session.get(TableGameRow, row.id) is not None:
                raise ConflictError(f"{shown(row.name)} plays a tournament's rounds: it cannot be ended early")
            change = partial(gamechanges.end, row, gamechanges.Wish(reason, seen, token))
            return ending_of(row, self._kept(session, row, token, row.endings, change))

    def go_on(self, which: int | str, *, reason: str = "", seen: int | None = None, token: str | None = None) -> Ending:
        """Go on with a game that was ended early, whatever else was changed since.

        Raises:
            ConflictError: if the game was not ended early, or was changed since the revision seen.
        """
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            change = partial(gamechanges.go_on, row, gamechanges.Wish(reason, seen, token))
            return ending_of(row, self._kept(session, row, token, row.endings, change))

    def history(self, which: int | str, round: int | None = None) -> tuple[RoundVersion, ...]:
        """Return every version of the game's rounds, or of one of them, in the order they were made."""
        with self.reading() as session:
            row = find_game(session, which)
            return tuple(version_of(row, one) for one in row.versions if round in (None, one.round))

    def describe_game(self, which: int | str, *, name: str, sides: Sequence[str], decks: int | None) -> Game:
        """Call a game and its sides so, and say how many decks it has, None where nobody knows.

        What was scored stays as it is, told with the names of today; a problem of several sides keeps the old ones.

        Raises:
            GameError: for an odd name, other than as many sides, two of one name, or a number of decks no game has.
            ConflictError: if there is another game of that name, or the sides are a tournament's teams.
        """
        name, names = _checked_name(name), side_names(sides)
        check_decks(decks)
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            taken = session.scalar(select(GameRow.id).where(GameRow.name_key == name_key(name), GameRow.id != row.id))
            if taken is not None:
                raise ConflictError(f"there is a game {shown(name)} already")
            before = [side.name for side in row.sides]
            if len(names) != len(before):
                raise GameError(f"{len(names)} names for {len(before)} sides of {shown(row.name)}")
            if list(names) != before and session.get(TableGameRow, row.id) is not None:
                raise ConflictError(f"the sides of {shown(row.name)} are a tournament's teams: they are renamed there")
            row.name, row.name_key, row.decks = name, name_key(name), decks
            # Names may change places: each is free before another side takes it.
            for called in ([f"{place}\n" for place in range(len(names))], names):
                for side, given in zip(row.sides, called, strict=True):
                    side.name = given
                session.flush()
            return game_of(row)

    def delete_game(self, which: int | str) -> None:
        """Delete a game for good, with every version of its rounds."""
        with self.writing() as session:
            row = find_game(session, which, lock=True)
            session.info.update({GAMES: -1, CHANGES: -row.revision})
            session.execute(delete(GameRow).where(GameRow.id == row.id))
        empty_log(self._engine)

    def _kept(
        self,
        session: Session,
        row: GameRow,
        token: str | None,
        before: Sequence[Change],
        change: Callable[[datetime], Change],
    ) -> Change:
        """Make a change that was not submitted before, and pass it on to the tournament whose table plays the game."""
        _check_token(token)
        made = next((one for one in before if token is not None and one.token == token), None)
        if made is None:
            moment = self.clock()
            made = change(moment)
            if isinstance(made, RoundVersionRow):
                pass_on(session, row, made, moment, agreed=False)
        return made


WHOLE = (
    selectinload(GameRow.sides),
    selectinload(GameRow.versions).selectinload(RoundVersionRow.points),
    selectinload(GameRow.endings),
)
"""What is looked up with a game's row, of many rows at once, where all of the game is wanted."""


def find_game(session: Session, which: int | str, *, lock: bool = False) -> GameRow:
    """Return a game's row by its number or name, whole; ``lock`` keeps other writers from it until the session ends.

    Raises:
        UnknownGameError: if there is none.
    """
    query = select(GameRow).where(meant(GameRow, which)).options(*WHOLE)
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise UnknownGameError(f"no game {shown(which)}; `handfoot game list` names them")
    return row


def _checked_name(name: str) -> str:
    name = clean_name(name, "a game")
    if name.isdecimal():
        raise GameError(f"{shown(name)} is no name for a game: a number stands for the game's number")
    return name


def _check_token(token: str | None) -> None:
    if token is not None and not (token.isprintable() and 0 < len(token) <= LONGEST_TOKEN):
        raise GameError(f"{shown(token)} names no submission: 1 to {LONGEST_TOKEN} characters that can be printed")


def _count(made: Counter[str], session: Session, _: object) -> None:
    """Add up the games, the changes of them and the things at tournaments that a session is about to keep."""
    for row in (*session.new, *session.dirty):
        if isinstance(row, GameRow):
            history = inspect(row).attrs.revision.history
            made[GAMES] += row in session.new
            made[CHANGES] += sum(history.added or ()) - sum(history.deleted or ())
        made[EVENTS] += isinstance(row, TournamentEventRow) and row in session.new
