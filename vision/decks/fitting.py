"""Learning a deck: a prototype for each taught card in the reader's embedding, and for what is no card of the deck.

Each taught corner is varied as the finder errs and the light changes; a prototype is the mean of a card's variants. How
far variants of one thing lie apart, in every direction, is the measure of nearness. Corners of other decks, and what is
no index at all, have prototypes of their own, so that what looks like them is left to the net.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.faces import FACES, NATURAL_RANKS, Face
from vision.corners import READER_FACES, Image, Ink, Readings
from vision.decks.embedding import Embedded, EmbeddingReader
from vision.decks.profile import CARD_PX, PATCH_PX, DeckProfile, DeckTopColours, Prototypes, TaughtCard
from vision.decks.telling import telling
from vision.errors import DeckError
from vision.looks.varying import vary

Floats = NDArray[np.float64]

MOST_VARIANTS, FEWEST, MOST = 700, 6, 40
"""So many variants in all, and so few and so many of each corner: what a small computer embeds in seconds."""

SHRINKAGE = 0.3
"""Share of the metric that is the same in every direction: variants are too few to know them all."""

TEMPERATURES = np.exp(np.linspace(np.log(4.0), np.log(60.0), 20))
"""Tried in calibrating. Variants are more alike than photos, so that none colder than 4 is believed."""

MOST_READ_WEIGHT = 4.0
"""What the reader reads counts at most so much beside how a corner looks."""

READ_ITSELF = 0.5
"""A taught card whose face the reader finds so likely in its corners is one that it reads by itself."""

MOSTLY_READ = 0.85
"""Of a deck whose faces it reads less surely than this, each where it reads it best, it reads none by itself."""

SEVERAL = 3
"""Of a face that it reads on so many cards and more another card is rather a bad photo than another design."""

READ_OTHERWISE = 0.1
"""So often it reads what it usually does not."""

LEAST_NATURALS = 4
"""Of fewer ranks it is not told whether the deck has suits."""

OTHER_SIDE = 48
"""Side of a patch on the sheet of others."""

OTHERS_A_FACE = 20
"""Patches of each face on that sheet, row by row in the order of the faces; those that follow are no index."""

ART_PATCHES = 4
"""So many patches of a card's middle are learnt as being no index."""

OTHER, NOTHING = -1, -2
"""What stands for the owner of a prototype of another deck's face, and of one of no index."""


def learn(profile: DeckProfile, cards: tuple[TaughtCard, ...], reader: EmbeddingReader) -> DeckProfile:
    """Return the profile with ``cards`` beside those it has, and prototypes of them all in the reader's embedding.

    Of a card's corners those are left out that do not tell its face (``vision.decks.telling``).

    Raises:
        DeckError: if no face is among them.
    """
    taught = (*profile.cards, *cards)
    if not any(card.face is not None for card in taught):
        raise DeckError(f"deck {profile.name!r}: no face is taught")
    taught = telling(taught, reader)
    rng = np.random.default_rng(len(taught))
    corners = [(number, corner) for number, card in enumerate(taught) for corner in card.corners]
    owners = np.array([number for number, _ in corners])
    pictures = np.stack([corner for _, corner in corners])
    each = int(np.clip(MOST_VARIANTS // len(corners), FEWEST, MOST))
    seen = reader.embed(vary(np.repeat(pictures, each, axis=0), rng))
    variants = seen.embeddings.astype(np.float64)
    judged = reader.embed(vary(np.repeat(pictures, 4, axis=0), rng)).embeddings.astype(np.float64)
    own = np.repeat(owners, each)
    theirs, kinds = _others(taught, variants, own, reader, rng)
    others = theirs.embeddings.astype(np.float64)
    weights, offsets = _prototypes(variants, own, others, kinds)
    rest = [OTHER if kind < len(FACES) else NOTHING for kind in np.unique(kinds)]
    names = (*(int(owner) for owner in np.unique(owners)), *rest)
    temperature = _temperature(judged, np.repeat(owners, 4), others, kinds, weights, offsets, np.array(names))
    shown = [taught[number].face for number in own]
    learnt = Prototypes(
        net=reader.net,
        owners=names,
        weights=(weights / temperature).astype(np.float32),
        offsets=(offsets / temperature).astype(np.float32),
        read=np.concatenate([_mean_readings(seen.readings, own), _mean_readings(theirs.readings, kinds)]),
        suitless=_suitless(seen.readings, shown),
    )
    return replace(
        profile,
        cards=taught,
        ink_tells=_ink_tells(seen.readings, shown, default=profile.ink_tells),
        top_colours=profile.top_colours or (DeckTopColours.NOTHING if learnt.suitless else None),
        prototypes=learnt,
    )


def fitted(profile: DeckProfile, reader: EmbeddingReader) -> DeckProfile:
    """Return the profile learnt anew if its prototypes are another reader's, else as it is.

    Raises:
        DeckError: if they say that they are this reader's, and cannot be.
    """
    if not profile.cards:
        return profile
    learnt = profile.prototypes
    if learnt is None or learnt.net != reader.net:
        return learn(replace(profile, cards=()), profile.cards, reader)
    side = reader.patch_px
    wide, wanted = learnt.weights.shape[1], reader.embed(np.zeros((1, side, side, 3), np.uint8)).embeddings.shape[1]
    if wide != wanted:
        raise DeckError(
            f"deck {profile.name!r}: its file is broken: prototypes of {wide} numbers, where its net has {wanted}"
        )
    return profile


def strange(profile: DeckProfile) -> NDArray[np.bool_]:
    """Tell of a deck's prototypes which the reader does not read by itself: (K,), True for what is no taught face.

    Of a deck whose faces it mostly does not read, all are strange; of another none of a face that it reads on several
    of its cards, and on most: the others were photographed badly, and look like much that is no index.
    """
    own = _own_reading(profile)
    if profile.prototypes is None:
        return np.ones(len(own), bool)
    faces = [profile.cards[owner].face if owner >= 0 else None for owner in profile.prototypes.owners]
    # One corner of a face may be half hidden: the one that is read best tells.
    best = [max(o for o, other in zip(own, faces, strict=True) if other is face) for face in {*faces} - {None}]
    if np.mean(best) < MOSTLY_READ:
        return np.ones(len(own), bool)
    read = own >= READ_ITSELF
    cards, known = Counter(faces), Counter(face for face, one in zip(faces, read, strict=True) if one)
    usual = {face for face in cards if known[face] >= SEVERAL and 2 * known[face] > cards[face]}
    return np.asarray(~read & [face not in usual for face in faces])


def read_untaught(profile: DeckProfile) -> tuple[int, ...]:
    """Return the numbers of the taught cards that the reader reads by itself, and is left to."""
    if profile.prototypes is None:
        return ()
    is_strange = strange(profile)
    return tuple(owner for owner, taught in zip(profile.prototypes.owners, is_strange, strict=True) if not taught)


def _own_reading(profile: DeckProfile) -> Floats:
    """Return how likely the reader finds the taught faces in their corners: (K,), NaN for what is no taught face."""
    if profile.prototypes is None:
        return np.zeros(0)
    faces = [profile.cards[owner].face if owner >= 0 else None for owner in profile.prototypes.owners]
    read = profile.prototypes.read
    return np.array([np.nan if face is None else read[k, FACES.index(face)] for k, face in enumerate(faces)])


def likelihoods(profile: DeckProfile, seen: Embedded) -> Floats:
    """Return (N, K) probabilities of N corners over a deck's prototypes: by looks, and by what the reader reads.

    The better the reader reads the taught corners by itself, the more it has to say.
    """
    prototypes = profile.prototypes
    if prototypes is None:
        return np.zeros((len(seen.readings), 0))
    own = float(np.nanmean(_own_reading(profile)))
    weight = min(own / max(1 - own, 1e-6), MOST_READ_WEIGHT)
    looks = seen.embeddings.astype(np.float64) @ prototypes.weights.T.astype(np.float64) + prototypes.offsets
    usual = (1 - READ_OTHERWISE) * prototypes.read.astype(np.float64) + READ_OTHERWISE / len(READER_FACES)
    return _softmax(looks + weight * np.log(seen.readings.faces.astype(np.float64) @ usual.T + 1e-9))


def nearness(profile: DeckProfile, embeddings: NDArray[np.float32]) -> Floats:
    """Return how near corners are to the nearest taught face, (N,), as natural logarithms.

    Views of one corner, or of any, can be held against each other by them, as embeddings are all of one length. A deck
    that has learnt nothing is infinitely far.
    """
    return _nearest(profile, embeddings, lambda owner: owner >= 0 and profile.cards[owner].face is not None)


def nearness_of_others(profile: DeckProfile, embeddings: NDArray[np.float32]) -> Floats:
    """Return how near corners are to the nearest face of other decks, (N,), as ``nearness`` measures it."""
    return _nearest(profile, embeddings, lambda owner: owner == OTHER)


def _nearest(profile: DeckProfile, embeddings: NDArray[np.float32], is_meant: Callable[[int], bool]) -> Floats:
    """Return how near corners are to the nearest prototype whose owner is meant."""
    learnt = profile.prototypes
    if learnt is None:
        return np.full(len(embeddings), -np.inf)
    meant = np.array([is_meant(owner) for owner in learnt.owners])
    looks = embeddings.astype(np.float64) @ learnt.weights[meant].T.astype(np.float64) + learnt.offsets[meant]
    return np.asarray(looks.max(axis=1, initial=-np.inf))


def _ink_tells(readings: Readings, faces: list[Face | None], *, default: bool) -> bool:
    """Tell whether the reader sees the red 3s red and the black ones black; ``default`` if one of them is not there."""
    red, black = (np.array([face is three for face in faces]) for three in (Face.RED_THREE, Face.BLACK_THREE))
    if not red.any() or not black.any():
        return default
    return bool(readings.inks[red, Ink.RED].mean() > 0.5 and readings.inks[black, Ink.BLACK].mean() > 0.5)


def _suitless(readings: Readings, faces: list[Face | None]) -> bool:
    """Tell whether the taught ranks have no suits: then the colour of a top card says nothing, and each has one print.

    What a colour says where they have some is the house's matter.
    """
    natural = np.array([face in NATURAL_RANKS for face in faces])
    shown = {face for face in faces if face in NATURAL_RANKS}
    return len(shown) >= LEAST_NATURALS and float(readings.suits[natural, -1].mean()) > 0.5


def _mean_readings(readings: Readings, names: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return what is read of the patches of each name on the average, (K, 16), in the order of the names."""
    return np.stack([readings.faces[names == name].mean(axis=0) for name in np.unique(names)]).astype(np.float32)


def _prototypes(
    variants: Floats, owners: NDArray[np.int64], others: Floats, kinds: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Return (K, D) weights and (K,) offsets: logarithms of likelihoods under one spread about every mean."""
    means, rests = [], []
    for values, names in ((variants, owners), (others, kinds)):
        for name in np.unique(names):
            mine = values[names == name]
            means.append(mine.mean(axis=0))
            rests.append(mine - means[-1])
    apart = np.concatenate(rests)
    spread = apart.T @ apart / len(apart)
    usual = float(np.trace(spread)) / len(spread)
    spread = (1 - SHRINKAGE) * spread + SHRINKAGE * usual * np.eye(len(spread))
    prototypes = np.stack(means)
    weights = np.linalg.solve(spread, prototypes.T).T
    return weights, -0.5 * (weights * prototypes).sum(axis=1)


def _temperature(
    judged: Floats,
    owners: NDArray[np.int64],
    others: Floats,
    kinds: NDArray[np.int64],
    weights: Floats,
    offsets: Floats,
    names: NDArray[np.int64],
) -> float:
    """Return the temperature under which fresh variants and others are likeliest to be what they are."""
    values = np.concatenate([judged, others])
    scores = values @ weights.T + offsets
    own = np.concatenate([owners, np.where(kinds < len(FACES), OTHER, NOTHING)])[:, None] == names[None]
    losses = [-np.log((_softmax(scores / t) * own).sum(axis=1) + 1e-9).mean() for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def _others(
    cards: tuple[TaughtCard, ...],
    variants: Floats,
    owners: NDArray[np.int64],
    reader: EmbeddingReader,
    rng: np.random.Generator,
) -> tuple[Embedded, NDArray[np.int64]]:
    """Return how what is no index of the deck looks, and which of the net's faces each shows, or none.

    A card's middle may be its rank once more: what looks like its own index there is not learnt as being none.
    """
    sheet = _sheet()
    kinds = np.minimum(np.arange(len(sheet)) // OTHERS_A_FACE, len(READER_FACES) - 1).astype(np.int64)
    numbers = np.repeat(np.arange(len(cards)), ART_PATCHES)
    art = vary(np.stack([patch for card in cards for patch in _art(card.picture, rng)]), rng)
    seen, drawn = _seen_sheet(reader), reader.embed(art)
    weights, offsets = _prototypes(variants, owners, seen.embeddings.astype(np.float64), kinds)
    names = np.array([*np.unique(owners), *(len(cards) + np.unique(kinds))])
    like = names[(drawn.embeddings @ weights.T + offsets).argmax(axis=1)]
    faces = np.array([FACES.index(card.face) if card.face is not None else -1 for card in cards])[numbers]
    kept = np.flatnonzero((like != numbers) & (drawn.readings.faces.argmax(axis=1) != faces))
    readings = seen.readings.followed_by(drawn.readings.at(kept))
    all_kinds = np.concatenate([kinds, np.full(len(kept), len(READER_FACES))])
    return Embedded(readings, np.concatenate([seen.embeddings, drawn.embeddings[kept]])), all_kinds


def _art(picture: Image, rng: np.random.Generator) -> list[Image]:
    """Return patches of a card's middle, away from its indices."""
    patches = []
    for _ in range(ART_PATCHES):
        side = int(rng.integers(30, 50))
        x = int(rng.integers(CARD_PX[0] // 4, 3 * CARD_PX[0] // 4 - side // 2)) - side // 4
        y = int(rng.integers(CARD_PX[1] // 4, 3 * CARD_PX[1] // 4 - side // 2)) - side // 4
        part = picture[max(y, 0) : y + side, max(x, 0) : x + side]
        patches.append(np.asarray(cv2.resize(part, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_LINEAR), np.uint8))
    return patches


@lru_cache(maxsize=1)
def _seen_sheet(reader: EmbeddingReader) -> Embedded:
    """Return how the sheet's patches look to a reader: the same whatever deck is learnt, and long to tell."""
    return reader.embed(_sheet())


@lru_cache(maxsize=1)
def _sheet() -> NDArray[np.uint8]:
    """Return the patches of rendered decks that ship, (N, 48, 48, 3) uint8 BGR."""
    data = (resources.files("vision.decks") / "others.jpg").read_bytes()
    sheet = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    rows, columns = sheet.shape[0] // OTHER_SIDE, sheet.shape[1] // OTHER_SIDE
    cells = sheet.reshape(rows, OTHER_SIDE, columns, OTHER_SIDE, 3).swapaxes(1, 2)
    return np.ascontiguousarray(cells.reshape(rows * columns, OTHER_SIDE, OTHER_SIDE, 3))


def _softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
