"""vision's exceptions: ``VisionError`` and, below it, one for each kind of unusable input."""


class VisionError(Exception):
    """Something handed to vision cannot be used; the message names it and says why in one line."""


class PhotoError(VisionError):
    """A file that cannot be read as a photo."""


class ModelError(VisionError):
    """A net or its card that is missing, damaged or not the one its card describes."""


class DeckError(VisionError):
    """A deck's profile that is missing, broken or foreign, or a name that no deck can have."""


class FeedError(VisionError):
    """A camera or video that gives no pictures."""
