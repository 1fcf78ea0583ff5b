"""What was read against what is true: corner indices by place and face, cards by count."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorer.faces import Face
from vision.seen import Box, SeenCard

One = TypeVar("One", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)

MIN_IOU = 0.3
"""Boxes that overlap at least so much, or one of which holds the other's centre, are of one index."""


@dataclass(frozen=True)
class TrueIndex:
    """A labelled index. faces: those that count as right, none for a back. name: what tables of results call it.

    counts: False for an index half hidden, which may be read or not, rightly or not.
    """

    box: Box
    faces: tuple[Face, ...]
    name: str
    counts: bool = True


@dataclass(frozen=True)
class ReadIndex:
    """An index as it was read; face is None for a corner of a face-down card."""

    box: Box
    face: Face | None


def read_indices(cards: Iterable[SeenCard]) -> tuple[ReadIndex, ...]:
    """Return the indices of cards as they were read, card by card."""
    return tuple(ReadIndex(index.box, None if card.is_back else index.face) for card in cards for index in card.indices)


@dataclass(frozen=True)
class IndexMatch:
    """A photo's indices compared.

    pairs: for each labelled index that counts, its name and the face read there, None where nothing was.
    right: names of those read right. extra: faces read where no index is labelled. errors: the place of each index
    missed, misread or extra, with a text that says which. places: the labelled index that each read one lies on, in
    the order they were read, even if another reading of it counts; None for one that lies on none, or has no face.
    """

    pairs: tuple[tuple[str, Face | None], ...]
    right: tuple[str, ...]
    extra: tuple[Face, ...]
    errors: tuple[tuple[Box, str], ...] = ()
    places: tuple[TrueIndex | None, ...] = ()

    @property
    def true(self) -> int:
        """How many labelled indices count."""
        return len(self.pairs)

    @property
    def read(self) -> int:
        """How many indices were read, those on labels that do not count left out."""
        return sum(face is not None for _, face in self.pairs) + len(self.extra)


def match_indices(true: Sequence[TrueIndex], read: Sequence[ReadIndex]) -> IndexMatch:
    """Match each read index to at most one labelled one, the right face and the largest overlap first.

    Backs, labelled or read, take part in neither count; an unread index (``?``) claims nothing.
    """
    labels = [label for label in true if label.faces or not label.counts]
    faced = [k for k, claim in enumerate(read) if claim.face is not None and claim.face is not Face.UNREAD]
    claims = [read[k] for k in faced]
    candidates = sorted(
        (
            (claim.face in label.faces, label.counts, overlap(label.box, claim.box), i, j)
            for i, label in enumerate(labels)
            for j, claim in enumerate(claims)
            if same_place(label.box, claim.box)
        ),
        reverse=True,
    )
    at = assigned((i, j) for *_, i, j in candidates)
    face_at, taken = {i: claims[j].face for i, j in at.items()}, {j: labels[i] for i, j in at.items()}
    extra = [claim for j, claim in enumerate(claims) if j not in taken]
    # Of the labels that an extra reading lies on, sorted as they are, the best comes first.
    lies_on = {j: labels[i] for _, _, _, i, j in reversed(candidates)} | taken
    place_of = {faced[j]: label for j, label in lies_on.items()}
    counted = [(label, face_at.get(i)) for i, label in enumerate(labels) if label.counts]
    return IndexMatch(
        pairs=tuple((label.name, face) for label, face in counted),
        right=tuple(label.name for label, face in counted if face in label.faces),
        extra=tuple(claim.face for claim in extra if claim.face is not None),
        errors=(
            *((label.box, f"{label.name}>{face or 'missed'}") for label, face in counted if face not in label.faces),
            *((claim.box, f"extra {claim.face}") for claim in extra),
        ),
        places=tuple(place_of.get(k) for k in range(len(read))),
    )


def assigned(fits: Iterable[tuple[One, Other]]) -> dict[One, Other]:
    """Return what goes with what, each at most once; fits: what can go together, the best first."""
    found: dict[One, Other] = {}
    taken: set[Other] = set()
    for one, other in fits:
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def same_place(one: Box, other: Box) -> bool:
    """Tell whether two boxes are of one index."""
    return overlap(one, other) >= MIN_IOU or _holds_centre(one, other) or _holds_centre(other, one)


def overlap(one: Box, other: Box) -> float:
    """Return intersection over union."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / (_area(one) + _area(other) - both)


def counted_exactly(
    read: Sequence[Face], certain: Sequence[Face], maybe: Sequence[Face] = (), alike: Mapping[Face, str] | None = None
) -> bool:
    """Tell whether the read cards are the certain ones and, of those half hidden, any number.

    alike: names under which faces count as the same, where labels do not tell them apart.
    """
    names = alike or {}
    have, least = (Counter(names.get(face, face) for face in faces) for faces in (read, certain))
    most = least + Counter(names.get(face, face) for face in maybe)
    return have >= least and have <= most


def _holds_centre(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)
