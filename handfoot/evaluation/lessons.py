"""Decks taught by somebody who sees the cards: lessons of photos whose truth is known, each with its answers."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from tablesynth.labels import Scene, load_scene
from tablesynth.taughtfolders import AGAIN, APART, LESSON

from handfoot.evaluation.labelled import LabelledPhoto, read_truth
from handfoot.evaluation.matching import same_place
from scorer.faces import FACES, Face
from vision.decks.lessoncards import LessonCard
from vision.decks.profile import DeckProfile
from vision.decks.teaching import Answer, Lesson, Teacher
from vision.photos.frames import Frame, load_photo
from vision.seen import Box

MOST_LESSON_PHOTOS = 15
"""A real deck is taught from at most so many photos."""

MOST_OFF = 0.5
"""A card found is the one it lies on if its corners lie less far off than this on average, in card widths."""


def teach_deck(
    folder: Path, teacher: Teacher, lesson_in: str = LESSON
) -> tuple[DeckProfile, Lesson, Mapping[int, Answer]]:
    """Return a rendered deck as it is taught by somebody who sees the cards, with the lesson and the answers given."""
    lesson, answers, skipped = _lesson_of_scenes(folder / lesson_in, teacher)
    return teacher.teach(DeckProfile(folder.name), lesson, answers, skipped), lesson, answers


def lesson_of_boxes(
    photos: Sequence[LabelledPhoto], teacher: Teacher
) -> tuple[Lesson, Mapping[int, Answer], Sequence[int]]:
    """Return the lesson of photos with labelled indices; cards whose corners are labelled otherwise are skipped."""
    frames = [load_photo(photo.path) for photo in photos]
    lesson = teacher.look(frames)
    truths = {frame.name: _boxes_of(photo, frame) for photo, frame in zip(photos, frames, strict=True)}
    answers: dict[int, Answer] = {}
    for card in lesson.cards:
        labels = {faces for box in card.boxes for true, faces in truths[card.photo] if same_place(true, box)}
        if len(labels) == 1:
            faces = labels.pop()
            answers[card.number] = (card.guess if card.guess in faces else faces[0]) if faces else None
    return lesson, answers, [card.number for card in lesson.cards if card.number not in answers]


def covering(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """Return at most MOST_LESSON_PHOTOS photos that together show all faces the most often, the most telling first."""
    shows = {photo.path: _faces_in(photo) for photo in photos}
    have: dict[Face, int] = dict.fromkeys(FACES, 0)
    chosen: list[LabelledPhoto] = []
    while len(chosen) < min(MOST_LESSON_PHOTOS, len(photos)):
        rest = [photo for photo in photos if photo not in chosen]
        best = max(rest, key=lambda photo: sum(1 / (1 + have[face]) ** 2 for face in shows[photo.path]))
        chosen.append(best)
        for face in shows[best.path]:
            have[face] += 1
    return chosen


def _lesson_of_scenes(folder: Path, teacher: Teacher) -> tuple[Lesson, Mapping[int, Answer], Sequence[int]]:
    """Return the lesson of rendered photos, answered as somebody would who sees the cards.

    A photo in which the program finds a card that is not sharp is taken again, where there is another of its cards.
    """
    scenes = [(path.parent, load_scene(path)) for path in sorted(folder.glob("*.json"))]
    again = [(path.parent, load_scene(path)) for path in sorted((folder.parent / AGAIN).glob("*.json"))]
    if folder.name == APART:
        scenes, again = scenes[: len(scenes) // 2], scenes[len(scenes) // 2 :]
    if again:
        looks = [teacher.look([load_photo(home / scene.photo)]) for home, scene in scenes]
        scenes = [
            other if any(card.blurred for card in look.cards) else one
            for one, other, look in zip(scenes, again, looks, strict=True)
        ]
    lesson = teacher.look([load_photo(home / scene.photo) for home, scene in scenes])
    by_photo = {scene.photo: scene for _, scene in scenes}
    answers: dict[int, Answer] = {}
    best: dict[tuple[str, int], tuple[float, int]] = {}
    for card in lesson.cards:
        shown = _shown(card, by_photo[card.photo])
        if shown is not None:
            number, face, off = shown
            answers[card.number] = face
            key = (card.photo, number)
            best[key] = min(best.get(key, (np.inf, -1)), (off, card.number))
    kept = {number for _, number in best.values()}
    skipped = [card.number for card in lesson.cards if card.number not in kept]
    return lesson, {number: face for number, face in answers.items() if number in kept}, skipped


def _shown(card: LessonCard, scene: Scene) -> tuple[int, Face | None, float] | None:
    """Return the number and face of the true card at a lesson's card, and how far off its quad is in card widths."""
    quad = np.array(card.quad)
    middle = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
    for number, label in enumerate(scene.cards):
        true = np.array(label.quad, np.float64)
        if cv2.pointPolygonTest(true.astype(np.float32), middle, False) < 0:
            continue
        width = float(np.linalg.norm(true[1] - true[0]))
        off = min(float(np.linalg.norm(np.roll(quad, k, axis=0) - true, axis=1).mean()) for k in range(4)) / width
        return (number, label.face, off) if off < MOST_OFF else None
    return None


def _boxes_of(photo: LabelledPhoto, frame: Frame) -> list[tuple[Box, tuple[Face, ...]]]:
    truth = read_truth(photo, frame.width, frame.height)
    return [(index.box, index.faces) for index in truth.indices or ()]


def _faces_in(photo: LabelledPhoto) -> set[Face]:
    return {face for index in read_truth(photo, 1, 1).indices or () for face in index.faces}
