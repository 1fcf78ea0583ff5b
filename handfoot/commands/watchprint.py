"""What is told of a live picture: the reading that settled, its score, and how to hold the camera better."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import click
from rich.console import Console

from handfoot.commands.frontdoor import ExitCode
from handfoot.commands.read import print_reading
from handfoot.commands.score import print_table
from handfoot.commands.tally import between
from handfoot.live.scoring import score_settled
from handfoot.pipeline import Said, ScoredTable
from handfoot.sheets.receipts import table_to_json
from scorer.words import counted
from vision.coach import Advice, advise
from vision.laying.piles import PhotoRole
from vision.live.feed import Picture
from vision.live.watching import Watched
from vision.photoreading import PhotoReading, ReadsPhotos, reading_to_json


@dataclass
class Teller:
    """Tells on standard output what settled, and on standard error what would make the picture better.

    said: rules and round to score by, None for the cards alone. say: is told in one line what settled.
    """

    shows: PhotoRole
    said: Said | None
    reader: ReadsPhotos
    console: Console
    as_json: bool
    say: Callable[[str], None] = lambda text: None
    settled: int = 0
    code: ExitCode = ExitCode.DOUBT
    _advised: tuple[str, ...] = field(default=())
    _holds: bool = False
    _line: str = ""

    def tell(self, seen: Watched) -> None:
        """Tell what settled with a picture, or else what would make the picture better."""
        self._holds = seen.holds
        if seen.settled is not None:
            self._tell_settled(seen.settled, seen.picture)
        elif seen.looked and seen.reading is not None:
            self._coach(seen.reading, seen.picture)

    def end(self) -> None:
        """Say that what was seen last did not settle, where it did not."""
        if not self.settled:
            click.echo("nothing settled: no cards were read alike several times in a row", err=True)
        elif not self._holds:
            self.code = ExitCode.DOUBT
            click.echo("the cards changed since, and nothing settled any more", err=True)

    def line(self, seen: Watched) -> str:
        """Return what is written below a picture."""
        if seen.holds:
            return self._line
        return f"{counted(len(seen.cards), 'card')}, hold still" if seen.cards else "looking for cards"

    def _tell_settled(self, reading: PhotoReading, picture: Picture) -> None:
        self.settled += 1
        scored = None if self.said is None else score_settled(reading, self.shows, self.said, self.reader)
        advice = advise(picture.image, reading, self.shows)
        doubtful = scored.in_doubt if scored is not None else bool(reading.doubts)
        self.code = ExitCode.DOUBT if doubtful else ExitCode.CLEAR
        self._line = _in_short(reading, scored)
        self.say(self._line)
        if self.as_json:
            click.echo(json.dumps(_json(reading, scored, advice, picture.seconds), ensure_ascii=False))
            return
        self.console.print(f"settled after {picture.seconds:.1f} s")
        print_reading(reading, self.console, doubts=scored is None)
        if scored is not None:
            print_table(scored, self.console, heading=False)
        for one in advice:
            self.console.print(f"  > {one.say}")

    def _coach(self, reading: PhotoReading, picture: Picture) -> None:
        """Say what would make the picture better, when that is not what was said last."""
        says = tuple(one.say for one in advise(picture.image, reading, self.shows))
        if says and says != self._advised:
            click.echo(f"{picture.seconds:.1f} s: {' '.join(says)}", err=True)
        self._advised = says


def _in_short(reading: PhotoReading, scored: ScoredTable | None) -> str:
    cards = counted(sum(not card.is_back for card in reading.cards), "card")
    doubts = f", {len(reading.doubts)} in doubt" if reading.doubts else ""
    if scored is None:
        return f"settled: {cards}{doubts}"
    (side,) = scored.tally.sides
    return f"settled: {cards}, {side.best} points{between(side)}{doubts}"


def _json(
    reading: PhotoReading, scored: ScoredTable | None, advice: tuple[Advice, ...], seconds: float
) -> dict[str, object]:
    told: dict[str, object] = {
        "seconds": round(seconds, 2),
        **reading_to_json(reading),
        "advice": [{"code": str(one.code), "say": one.say} for one in advice],
    }
    return told if scored is None else {**told, "score": table_to_json(scored)}
