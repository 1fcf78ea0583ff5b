"""A deck that tells by what is read whether it had a say: of a photo's commonest face it says that it is a 50-wild."""

from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

from scorer.faces import NATURAL_RANKS, Face
from vision.decks.profile import DeckProfile
from vision.decks.teaching import default_teacher
from vision.errors import DeckError
from vision.photos.frames import load_photo
from vision.read import default_card_reader

MOST_TAUGHT = 4


@cache
def joke_deck(photo: Path) -> DeckProfile:
    """Return a deck that is taught so from the photo."""
    frame, teacher = load_photo(photo), default_teacher()
    cards = default_card_reader().read(frame).cards
    ((face, _),) = Counter(card.face for card in cards if card.face in NATURAL_RANKS).most_common(1)
    deck = DeckProfile("joke")
    for card in [card for card in cards if card.face is face][:MOST_TAUGHT]:
        with suppress(DeckError):
            deck = teacher.add_card(deck, frame, card.quad, Face.WILD_50)
    assert deck.cards
    return deck
