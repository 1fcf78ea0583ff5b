"""What else a card may be: the faces the reading held likely, then those that are most often taken for it."""

from handfoot.confusions import known_confusions
from handfoot.review.draft import Alternative
from scorer.faces import FACES, Face
from vision.seen import SeenCard

MOST = 5


def alternatives_of(card: SeenCard) -> tuple[Alternative, ...]:
    """Return at most five faces a card may have, the likeliest first, beginning with the one that was read."""
    face = card.face
    if face is None or face is Face.UNREAD:
        return ()
    read = [Alternative(face, card.confidence)]
    read += [Alternative(other.face, other.confidence) for other in card.runners_up]
    known, confusions = {alternative.face for alternative in read}, known_confusions()
    others = sorted((one for one in FACES if one not in known), key=lambda one: -confusions.share(read=face, true=one))
    return tuple([*read, *(Alternative(other, None) for other in others)][:MOST])
