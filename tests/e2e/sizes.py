"""The screens that people have, from a small phone to a desk."""

from typing import NamedTuple


class Size(NamedTuple):
    """In CSS pixels; `scale` is how many of the screen's make one of them."""

    width: int
    height: int
    scale: int


SIZES = {
    "small": Size(320, 568, 2),
    "phone": Size(360, 740, 2),
    "landscape": Size(740, 360, 2),
    "tablet": Size(820, 1180, 1),
    "desktop": Size(1280, 800, 1),
}

AREAS = [(size.width, size.height) for size in SIZES.values()]
