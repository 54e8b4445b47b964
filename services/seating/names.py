"""What a person may be called. A name is shown to strangers beside others' names: it must not move them.

So it holds nothing that is unseen, turns the direction of writing, or climbs over its neighbours; but a
Persian name keeps the non-joiner inside its words, and an emoji the joiner inside it.
"""

from collections.abc import Iterator
from itertools import pairwise
from unicodedata import category, combining, normalize

from seating.errors import WrongName

LONGEST = 24
"""Characters as people count them."""
MOST_MARKS = 4
"""On one character: enough for pointed Arabic, too few to climb over the next line."""
MOST_CODES = 160
"""Code points: an emoji of a family has eleven."""

NON_JOINER, JOINER = "\u200c", "\u200d"
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
_MODIFIERS = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0000, 0xE1000)
_PICTURES_TO_COME = range(0x1F000, 0x1FB00)


def clean_name(typed: str) -> str:
    """Return `typed` composed, with single blanks; raise WrongName where it cannot be a name."""
    if len(typed) > MOST_CODES:
        raise WrongName(fields=("name",))
    composed = normalize("NFC", typed)
    if len(composed) > MOST_CODES or not all(map(_allowed, composed)):
        raise WrongName(fields=("name",))
    name = " ".join(composed.split())
    if not (0 < length(name) <= LONGEST and _well_joined(name) and _well_marked(name)):
        raise WrongName(fields=("name",))
    return name


def length(name: str) -> int:
    """Characters of `name` as people count them, nearly: marks, and what is joined, add nothing."""
    return sum(1 for before, char in _pairs(name) if not (_clings(char) or before == JOINER))


def _allowed(char: str) -> bool:
    if char in (JOINER, NON_JOINER):
        return True
    code = ord(char)
    if char in _UNSEEN or code in _TAGS:
        return False
    kind = category(char)
    if kind == "Cn":  # not in this Python's Unicode: pictures get new ones every year
        return code in _PICTURES_TO_COME
    return kind[0] != "C" and kind not in ("Zl", "Zp")


def _clings(char: str) -> bool:
    return char in (JOINER, NON_JOINER) or _marks(char) or ord(char) in _MODIFIERS


def _well_joined(name: str) -> bool:
    """Joiners and non-joiners stand singly, and inside a word."""
    joiners = (JOINER, NON_JOINER)
    if name.startswith(joiners) or name.endswith(joiners):
        return False
    return not any(
        (char in joiners and (before == " " or before in joiners)) or (char == " " and before in joiners)
        for before, char in _pairs(name)
    )


def _well_marked(name: str) -> bool:
    """Every mark stands on a character, and none carries too many."""
    carried = MOST_MARKS
    for char in name:
        if _marks(char):
            carried += 1
        elif char not in (JOINER, NON_JOINER):
            carried = MOST_MARKS if char == " " else 0
        if carried > MOST_MARKS:
            return False
    return True


def _marks(char: str) -> bool:
    return combining(char) > 0 or category(char) in ("Mn", "Me")


def _pairs(name: str) -> Iterator[tuple[str, str]]:
    return pairwise((" ", *name))
