"""The fast line that a rule set needs. Knows no seat, hand or turn."""

from collections.abc import Sequence

from bots.arms import Arms
from bots.pack import pack
from bots.straight import Straight
from rules.line import Laid, OpenEnd
from rules.ruleset import RuleSet

FastLine = Straight | Arms


def line_of(rules: RuleSet, laid: Sequence[Laid], ends: Sequence[OpenEnd]) -> FastLine:
    """The line as it lies; `ends` are its open ends."""
    tiles = pack(rules.tiles)
    if rules.fives or rules.spinner:
        return Arms(tiles, fives=rules.fives, four_way=rules.spinner).lay(laid)
    return Straight(tiles, *(end.number for end in ends))
