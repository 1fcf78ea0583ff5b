"""What cards lie on: procedural wood, felt, cloth, knitwear, stone and the like, and cached textures."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablesynth.assets import picture, pictures

Pixels = NDArray[np.float32]
SIDE = 640


@dataclass(frozen=True)
class Texture:
    """A surface. image: (H, W, 3) uint8 BGR, repeats mirrored; span: how many card widths its width covers."""

    image: NDArray[np.uint8]
    span: float


def draw_surface(rng: np.random.Generator, split: str) -> Texture:
    """Draw a surface that the split may use: a cached texture now and then, else a procedural one."""
    paths = pictures("surfaces", split)
    if paths and rng.random() < 0.4:
        found = picture(paths[int(rng.integers(len(paths)))])
        if found is not None:
            image = _tinted(rng, found[..., :3].astype(np.float32))
            return Texture(image, float(rng.uniform(2, 9)))
    families = FAMILIES["common"] + FAMILIES["train"] if split == "train" else FAMILIES["common"]
    if split != "train" and rng.random() < 0.5:
        families = FAMILIES[split]
    pixels = families[int(rng.integers(len(families)))](rng)
    return Texture(np.clip(pixels, 0, 255).astype(np.uint8), float(rng.uniform(4, 12)))


def noise(rng: np.random.Generator, cells_x: float, cells_y: float) -> Pixels:
    """Return (SIDE, SIDE) smooth noise of about unit spread with that many cells across and down."""
    grid = rng.standard_normal((max(int(cells_y), 2), max(int(cells_x), 2)), dtype=np.float32)
    return np.asarray(cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def grain(rng: np.random.Generator, sigma: float) -> Pixels:
    """Return (SIDE, SIDE) fine noise blurred by ``sigma`` px and scaled back to unit spread."""
    fine = rng.standard_normal((SIDE, SIDE), dtype=np.float32)
    blurred = np.asarray(cv2.GaussianBlur(fine, (0, 0), sigma), np.float32)
    return np.asarray(blurred / max(float(blurred.std()), 1e-6), np.float32)


def colour(rng: np.random.Generator, low: float = 20, high: float = 240, vivid: float = 0.5) -> Pixels:
    """Return a random BGR colour, (3,) float32; ``vivid`` 0 is grey, 1 any colour."""
    grey = rng.uniform(low, high)
    return np.asarray(grey + (rng.uniform(low, high, 3) - grey) * vivid * rng.uniform(0.2, 1), np.float32)


def plain(rng: np.random.Generator) -> Pixels:
    """A painted, plastic or paper-white top."""
    pale = rng.random() < 0.4
    base = colour(rng, 190, 250, 0.3) if pale else colour(rng)
    return np.asarray(base + noise(rng, 4, 4)[..., None] * rng.uniform(0, 5) + grain(rng, 1)[..., None], np.float32)


def wood(rng: np.random.Generator) -> Pixels:
    """Planks with grain running one way."""
    base = np.array([62, 100, 148], np.float32) * rng.uniform(0.35, 1.6) + rng.uniform(-15, 15, 3)
    warp = noise(rng, 2, 4) * rng.uniform(4, 30)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    streaks = noise(rng, rng.uniform(2, 7), rng.uniform(60, 220))
    streaks = np.asarray(cv2.remap(streaks, xs, ys + warp, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    rings = np.sin((ys + warp * 2) * rng.uniform(0.03, 0.12)) * rng.uniform(0, 0.8)
    pixels = base + (streaks * rng.uniform(6, 26) + rings * 14)[..., None] * np.array([0.8, 0.95, 1.05], np.float32)
    if rng.random() < 0.6:
        planks = int(rng.integers(3, 9))
        width = SIDE // planks
        tones = rng.normal(0, 12, planks + 1)
        pixels = pixels + tones[(ys[:, 0] // width).astype(int)][:, None, None]
        pixels[(ys[:, 0] % width) < rng.uniform(1, 4)] *= 0.45
    return np.asarray(pixels.transpose(1, 0, 2) if rng.random() < 0.5 else pixels, np.float32)


def felt(rng: np.random.Generator) -> Pixels:
    """Card-table felt."""
    base = colour(rng, 20, 170, 1.0)
    if rng.random() < 0.4:
        base = np.array([70, 110, 30], np.float32) * rng.uniform(0.5, 1.3)
    return np.asarray(base + (grain(rng, 0.8) * rng.uniform(3, 12) + noise(rng, 8, 8) * 4)[..., None], np.float32)


def carpet(rng: np.random.Generator) -> Pixels:
    """Deep pile: coarse tufts with shade between them."""
    tufts = grain(rng, rng.uniform(1.5, 5)) * rng.uniform(12, 34)
    return np.asarray(colour(rng, 40, 200, 0.5) + (tufts + grain(rng, 0.8) * 6)[..., None], np.float32)


def knit(rng: np.random.Generator) -> Pixels:
    """A knitted blanket: rows of bulging stitches over soft folds."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    stitch = float(rng.uniform(10, 34))
    bend = noise(rng, 3, 3) * stitch
    u, v = (xs + bend) / stitch, (ys + noise(rng, 3, 3) * stitch) / (stitch * rng.uniform(0.5, 1.0))
    bulge = np.abs(np.sin(np.pi * (u + 0.5 * (np.floor(v) % 2)))) * np.abs(np.sin(np.pi * v))
    folds = noise(rng, 4, 4) * rng.uniform(4, 30)
    shade = (bulge - 0.5) * rng.uniform(30, 90) + folds + grain(rng, 0.8) * 5
    return np.asarray(colour(rng, 90, 220, 0.5) + shade[..., None], np.float32)


def stone(rng: np.random.Generator) -> Pixels:
    """A speckled stone or terrazzo top."""
    pixels = colour(rng, 15, 220, 0.2) + noise(rng, 9, 9)[..., None] * 6
    for sigma in (0.7, 1.6, 3.0):
        flecks = grain(rng, sigma) > rng.uniform(1.2, 2.4)
        pixels[flecks] = pixels[flecks] * 0.4 + colour(rng, 0, 255, 0.3) * 0.6
    return np.asarray(pixels, np.float32)


def stripes(rng: np.random.Generator) -> Pixels:
    """Striped or checked cloth with a weave."""
    pixels = np.broadcast_to(colour(rng, 20, 250, 1.0), (SIDE, SIDE, 3)).copy()
    for axis in (0, 1):
        if axis == 1 and rng.random() < 0.4:
            break
        for _ in range(int(rng.integers(1, 4))):
            period, broad = int(rng.integers(20, 220)), float(rng.uniform(0.1, 0.5))
            band = (np.arange(SIDE) + int(rng.integers(period))) % period < broad * period
            mixed = pixels * 0.45 + colour(rng, 0, 255, 1.0) * 0.55
            pixels = np.where(band[:, None, None] if axis == 0 else band[None, :, None], mixed, pixels)
    return np.asarray(pixels + (grain(rng, 0.8) * rng.uniform(2, 9))[..., None], np.float32)


def printed(rng: np.random.Generator) -> Pixels:
    """Cloth with a scattered print of blobs, leaves and diamonds."""
    image = np.broadcast_to(colour(rng, 20, 250, 0.9), (SIDE, SIDE, 3)).astype(np.uint8).copy()
    inks = [tuple(int(v) for v in colour(rng, 0, 255, 1.0)) for _ in range(4)]
    for _ in range(int(rng.integers(30, 240))):
        at = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
        size = (int(rng.integers(3, 36)), int(rng.integers(3, 36)))
        ink = inks[int(rng.integers(4))]
        if rng.random() < 0.5:
            cv2.ellipse(image, at, size, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
        else:
            points = np.array([(0, -size[1]), (size[0], 0), (0, size[1]), (-size[0], 0)]) + at
            cv2.fillPoly(image, [points.astype(np.int32)], ink, cv2.LINE_AA)
    return np.asarray(image + (grain(rng, 0.8) * rng.uniform(2, 8))[..., None], np.float32)


def flowers(rng: np.random.Generator) -> Pixels:
    """Cloth with flowers, leaves and dots in a loose repeat."""
    ground = colour(rng, 150, 250, 0.5) if rng.random() < 0.6 else colour(rng, 15, 120, 0.8)
    image = np.broadcast_to(ground, (SIDE, SIDE, 3)).astype(np.uint8).copy()
    inks = [tuple(int(v) for v in colour(rng, 0, 255, 1.0)) for _ in range(4)]
    petals, large = int(rng.integers(4, 9)), float(rng.uniform(8, 34))
    for _ in range(int(rng.integers(15, 90))):
        middle, size = rng.uniform(0, SIDE, 2), large * rng.uniform(0.5, 1.2)
        start = rng.uniform(0, 2 * np.pi)
        for leaf in rng.uniform(0, 2 * np.pi, 2):
            at = (middle + 1.5 * size * np.array([np.cos(leaf), np.sin(leaf)])).astype(int).tolist()
            cv2.ellipse(
                image, at, (int(size * 0.8), int(size * 0.3)), np.degrees(leaf), 0, 360, inks[3], -1, cv2.LINE_AA
            )
        for angle in start + np.arange(petals) * 2 * np.pi / petals:
            at = (middle + 0.6 * size * np.array([np.cos(angle), np.sin(angle)])).astype(int).tolist()
            cv2.ellipse(image, at, (int(size / 2), int(size / 3)), np.degrees(angle), 0, 360, inks[0], -1, cv2.LINE_AA)
        cv2.circle(image, middle.astype(int).tolist(), max(2, int(size * 0.3)), inks[1], -1, cv2.LINE_AA)
    return np.asarray(image + (grain(rng, 0.8) * rng.uniform(2, 8))[..., None], np.float32)


def gingham(rng: np.random.Generator) -> Pixels:
    """Small checks or dots, as on a kitchen cloth."""
    pale, ink = colour(rng, 200, 252, 0.2), colour(rng, 10, 200, 1.0)
    step = float(rng.uniform(12, 70))
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / step
    if rng.random() < 0.35:
        share = (np.hypot(xs % 1 - 0.5, (ys + 0.5 * (np.floor(xs) % 2)) % 1 - 0.5) < rng.uniform(0.1, 0.35)) * 1.0
    else:
        share = ((xs % 2 < 1) * 1.0 + (ys % 2 < 1)) / 2
    return np.asarray(
        pale + (ink - pale) * share[..., None] + (grain(rng, 0.8) * rng.uniform(2, 9))[..., None], np.float32
    )


def leather(rng: np.random.Generator) -> Pixels:
    """Leather: a net of creases between small cells."""
    net = np.abs(grain(rng, rng.uniform(2, 5)))
    shade = np.minimum(net, 0.5) * rng.uniform(20, 60) + noise(rng, 5, 5) * 6
    return np.asarray(colour(rng, 20, 160, 0.6) + shade[..., None], np.float32)


def weave(rng: np.random.Generator) -> Pixels:
    """Canvas, tweed, wicker: two crossing threads."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    thread = float(rng.uniform(4, 26))
    over = np.sin(np.pi * xs / thread) * np.sin(np.pi * ys / thread) > 0
    pixels = np.where(over[..., None], colour(rng, 40, 230, 0.5), colour(rng, 40, 230, 0.5))
    bulge = np.abs(np.sin(np.pi * xs / thread)) * np.abs(np.sin(np.pi * ys / thread))
    return np.asarray(pixels * (0.7 + 0.3 * bulge)[..., None] + (grain(rng, 0.9) * 8)[..., None], np.float32)


def marble(rng: np.random.Generator) -> Pixels:
    """Veined marble."""
    swirl = np.abs(np.sin(noise(rng, 5, 5) * 2.5 + noise(rng, 14, 14)))
    veins = np.exp(-swirl * rng.uniform(6, 20))
    return np.asarray(
        colour(rng, 150, 245, 0.2) * (1 - veins[..., None] * 0.6) + noise(rng, 6, 6)[..., None] * 5, np.float32
    )


def tiles(rng: np.random.Generator) -> Pixels:
    """Square tiles with joints."""
    side = int(rng.integers(60, 240))
    rows = np.arange(SIDE) // side
    tones = rng.normal(0, 9, (rows[-1] + 1, rows[-1] + 1))
    pixels = colour(rng, 60, 240, 0.4) + tones[rows][:, rows][..., None] + (noise(rng, 20, 20) * 4)[..., None]
    joint = np.arange(SIDE) % side < rng.uniform(2, 8)
    pixels[joint] = pixels[:, joint] = colour(rng, 60, 220, 0.1)
    return np.asarray(pixels + (grain(rng, 0.8) * 3)[..., None], np.float32)


FAMILIES: dict[str, tuple[Callable[[np.random.Generator], Pixels], ...]] = {
    "common": (plain, wood, felt, carpet),
    "train": (plain, wood, wood, knit, knit, stone, stripes, printed, flowers, gingham),
    "val": (leather, tiles),
    "test": (weave, marble),
}
"""Surface families by split: half of the val and test pictures lie on families never trained on."""


def _tinted(rng: np.random.Generator, pixels: Pixels) -> NDArray[np.uint8]:
    """Return a texture with its brightness and tint moved a little."""
    gain = np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.06, 3))
    return np.asarray(np.clip(pixels * gain.astype(np.float32), 0, 255), np.uint8)
