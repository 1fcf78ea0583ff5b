"""What else a card may be: the faces the reading held likely, then those that are easily taken for one another."""

from handfoot.review.draft import Alternative
from scorer.faces import Face
from vision.seen import SeenCard

MOST = 5

_F = Face
_LOOK_ALIKE: dict[Face, tuple[Face, ...]] = {
    _F.FOUR: (_F.ACE, _F.JACK, _F.SEVEN, _F.NINE),
    _F.FIVE: (_F.SIX, _F.EIGHT, _F.BLACK_THREE, _F.RED_THREE),
    _F.SIX: (_F.EIGHT, _F.NINE, _F.FIVE, _F.TEN),
    _F.SEVEN: (_F.JACK, _F.WILD_20, _F.ACE, _F.FOUR),
    _F.EIGHT: (_F.SIX, _F.NINE, _F.BLACK_THREE, _F.RED_THREE),
    _F.NINE: (_F.SIX, _F.EIGHT, _F.QUEEN, _F.TEN),
    _F.TEN: (_F.QUEEN, _F.NINE, _F.SIX, _F.JACK),
    _F.JACK: (_F.SEVEN, _F.KING, _F.QUEEN, _F.FOUR),
    _F.QUEEN: (_F.NINE, _F.KING, _F.JACK, _F.TEN),
    _F.KING: (_F.QUEEN, _F.JACK, _F.ACE, _F.FOUR),
    _F.ACE: (_F.FOUR, _F.KING, _F.SEVEN, _F.SIX),
    _F.RED_THREE: (_F.BLACK_THREE, _F.EIGHT, _F.FIVE, _F.WILD_20),
    _F.BLACK_THREE: (_F.RED_THREE, _F.EIGHT, _F.FIVE, _F.WILD_20),
    _F.WILD_20: (_F.WILD_50, _F.SEVEN, _F.RED_THREE, _F.BLACK_THREE),
    _F.WILD_50: (_F.WILD_20, _F.JACK, _F.KING, _F.ACE),
}


def alternatives_of(card: SeenCard) -> tuple[Alternative, ...]:
    """Return at most five faces a card may have, the likeliest first, beginning with the one that was read."""
    if card.face is None or card.face is Face.UNREAD:
        return ()
    read = [Alternative(card.face, card.confidence)]
    read += [Alternative(other.face, other.confidence) for other in card.runners_up]
    known = {alternative.face for alternative in read}
    guesses = [Alternative(face, None) for face in _LOOK_ALIKE[card.face] if face not in known]
    return tuple([*read, *guesses][:MOST])
