"""Sides with several photos judged card by card: what was counted twice, and what was dropped though it was read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tablesynth.labels import Scene

from handfoot.evaluation.figures import as_table, share
from handfoot.evaluation.labelled import scene_beside
from handfoot.evaluation.matching import MIN_IOU, assigned, overlap
from handfoot.evaluation.tabletruth import UNUSABLE, JudgedTable, SideRow
from handfoot.pipeline import ScoredSide, score_table
from handfoot.sides.laying import At
from handfoot.tables import read_table
from vision.photoreading import PhotoReading, ReadsPhotos
from vision.seen import SeenCard


@dataclass(frozen=True)
class SeveralRow:
    """How a side's photos were joined.

    cards: those of the side that some photo shows and that were read there. counted: how many of them count. twice,
    dropped: how many count more than once, and how many no longer. again: sightings known to show a card again.
    doubts: raised about the side.
    """

    source: str
    table: str
    side: str
    photos: int
    cards: int
    counted: int
    twice: int
    dropped: int
    again: int
    doubts: int


def judge_joining(
    tables: Sequence[JudgedTable], known: Mapping[Path, PhotoReading], reader: ReadsPhotos
) -> tuple[SeveralRow, ...]:
    """Return a row for each side whose photos' labels say which card is which; other tables have none."""
    rows: list[SeveralRow] = []
    for table in tables:
        with suppress(*UNUSABLE):
            rows += _judged(table, known, reader)
    return tuple(rows)


def _judged(table: JudgedTable, known: Mapping[Path, PhotoReading], reader: ReadsPhotos) -> list[SeveralRow]:
    folder = read_table(table.path, within=table.within)
    scenes = {path: scene for path in folder.files if (scene := _scene(path)) is not None}
    if not scenes or not all(path in known for path in folder.files):
        return []
    scored = score_table(folder, reader, known=known)
    return [_row(table, side, scenes) for side in scored.sides if len(side.read.photos) > 1]


def several_markdown(rows: Sequence[SeveralRow], sides: Sequence[SideRow]) -> str:
    """Return a table of the figures of each set, empty where no side has several photos."""
    if not rows:
        return ""
    head = (
        "sides with several photos | how many | photos | cards | counted twice | dropped | doubts a side "
        "| score exact | interval holds the truth"
    )
    lines = []
    for source in dict.fromkeys(row.source for row in rows):
        own = [row for row in rows if row.source == source]
        names = {(row.table, row.side) for row in own}
        scored = [side for side in sides if side.source == source and (side.table, side.side) in names]
        cards = sum(row.cards for row in own)
        lines.append(
            (
                *(source, len(own), sum(row.photos for row in own), cards),
                *(share(sum(row.twice for row in own), cards), share(sum(row.dropped for row in own), cards)),
                f"{sum(row.doubts for row in own) / len(own):.1f}",
                share(sum(side.exact for side in scored), len(scored)),
                share(sum(side.held for side in scored), len(scored)),
            )
        )
    return as_table(head, lines)


def _scene(path: Path) -> Scene | None:
    """Return a photo's labels where they say which card is which."""
    scene = scene_beside(path)
    return scene if scene is not None and any(card.physical is not None for card in scene.cards) else None


def _row(table: JudgedTable, side: ScoredSide, scenes: Mapping[Path, Scene]) -> SeveralRow:
    which: dict[At, int] = {}
    for number, (path, photo) in enumerate(zip(side.read.paths, side.read.photos, strict=True)):
        if path in scenes:
            found = _physical(scenes[path], photo.reading.cards)
            which.update({At(number, card): physical for card, physical in found.items()})
    seen = side.read.seen
    counting = [*(place for pile in seen.piles for place in pile.places), *((at,) for at in seen.threes)]
    counting += [(at,) for at in seen.left_cards]
    spread = {at for pile in seen.piles for at in pile.lay_at}
    again = {*seen.again, *(at for pile in seen.piles for at in pile.again), *spread}
    # What shows a card best may be a reading that no label fits; then what else shows it tells which it is.
    counted = Counter(known[0] for place in counting if (known := [which[at] for at in place if at in which]))
    # What lay squared and was spread out again is looked for among what was read there.
    read = {physical for at, physical in which.items() if at not in spread}
    return SeveralRow(
        source=table.source,
        table=table.path.name,
        side=side.name,
        photos=len(side.read.photos),
        cards=len(read),
        counted=len(counted),
        twice=sum(number > 1 for number in counted.values()),
        dropped=len(read - set(counted)),
        again=len(again),
        doubts=len(side.doubts),
    )


def _physical(scene: Scene, cards: Sequence[SeenCard]) -> dict[int, int]:
    """Return which of the side's cards each card read in a photo is, by its indices; strangers are left out."""
    pairs = sorted(
        (
            (share, number, label.physical)
            for number, card in enumerate(cards)
            for label in scene.cards
            if label.physical is not None
            if (share := max((overlap(a.box, b.box) for a in card.indices for b in label.indices), default=0.0))
            >= MIN_IOU
        ),
        reverse=True,
    )
    return assigned((number, physical) for _, number, physical in pairs)
