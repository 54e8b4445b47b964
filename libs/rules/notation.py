"""A round as one line of text, for tests and reports; never for a log, since it shows every hand.

    6-6 4-6 pass 3-6< | 1-4 5-5 / 2-3 / 0-1 + 2-2 0-0 | turn 1

Three parts. First what has happened, in order: a tile was placed at the end behind it, `<` left, `>` right,
`^` up, `v` down, without a sign at the right (the first tile: on the empty table); `pass`; and `+2-2+4-6`
for a drawing of these two. Then what each seat holds now, seat 0 first, `-` for nothing, and behind ` + `
the boneyard, first to be drawn first. Last `turn N`, the seat to act, or `lead N`, the seat that led, for a
round that is over. Not written: rule set, scores, a forced lead, and where in a hand a placed tile once was.
"""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from rules.actions import Action, Draw, Pass, Place
from rules.deal import Deal
from rules.line import End
from rules.round import Round, decide, start
from rules.ruleset import RuleSet
from rules.seats import SEATS, Seat
from rules.tile import Tile

_SIGNS: Final[Mapping[End, str]] = MappingProxyType({"left": "<", "right": ">", "up": "^", "down": "v"})
_ENDS: Final[Mapping[str, End]] = MappingProxyType({sign: end for end, sign in _SIGNS.items()})

Tiles = tuple[Tile, ...]


def write(round_: Round) -> str:
    """`round_` as one line of text."""
    hands = " / ".join(_write_tiles(hand) for hand in round_.hands)
    rest = f" + {_write_tiles(round_.boneyard)}" if round_.boneyard else ""
    who = f"lead {round_.leader}" if round_.turn is None else f"turn {round_.turn}"
    return f"{' '.join(_write_log(round_))} | {hands}{rest} | {who}"


def read(
    text: str, rules: RuleSet, *, before: tuple[int, ...] | None = None, target: int | None = None
) -> Round:
    """The round that `text` stands for, played from its deal; what was placed is dealt first.

    Raises ValueError for a text that is no round, and the Refusal of an action that the rules do not allow.
    """
    happened, holdings, who = (part.strip() for part in text.split("|"))
    held, _, rest = holdings.partition("+")
    hands = [_read_tiles(hand) for hand in held.split("/")]
    tokens = happened.split()
    seats = _who_acted(tokens, who, len(hands))
    dealt = _deal_before(tokens, seats, hands, _read_tiles(rest))
    round_ = start(dealt, rules, seats[0], before=before, target=target)
    for token, seat in zip(tokens, seats, strict=False):
        round_, _ = decide(round_, _read_action(token, seat, first=not round_.line.laid))
    if [sorted(hand) for hand in round_.hands] != [sorted(hand) for hand in hands]:
        raise ValueError(f"The drawings in {text!r} are not what the rules would draw.")
    return round_


def _write_tiles(tiles: Tiles) -> str:
    return " ".join(map(str, tiles)) or "-"


def _write_log(round_: Round) -> list[str]:
    boneyard = iter(round_.deal.boneyard)
    misses = [iter(of_seat) for of_seat in round_.passes]
    words: list[str] = []
    for action in round_.log:
        if isinstance(action, Place):
            words.append(f"{action.tile}{_SIGNS[action.end] if words else ''}")
            continue
        drawn = islice(boneyard, next(misses[action.seat]).drawn)
        words.append("".join(f"+{tile}" for tile in drawn) or "pass")
    return words


def _read_tiles(text: str) -> Tiles:
    return tuple(Tile.parse(word) for word in text.split() if word != "-")


def _drawn(token: str) -> Tiles:
    return _read_tiles(token.replace("+", " ")) if token.startswith("+") else ()


def _placed(token: str) -> Tile | None:
    return None if token == "pass" or token.startswith("+") else Tile.parse(token.rstrip("<>^v"))  # noqa: S105


def _read_action(token: str, seat: Seat, *, first: bool) -> Action:
    tile = _placed(token)
    if tile is None:
        return Draw(seat) if _drawn(token) else Pass(seat)
    return Place(seat, tile, _ENDS.get(token[-1], "left" if first else "right"))


def _who_acted(tokens: list[str], who: str, players: int) -> list[Seat]:
    """The seat of every token, and of the action after them: a drawing keeps the turn."""
    word, _, number = who.partition(" ")
    if word not in ("turn", "lead") or number not in map(str, range(players)):
        raise ValueError(f"{who!r} is neither the seat to act nor the seat that led.")
    turns = sum(not token.startswith("+") for token in tokens)
    at = int(number) - (turns if word == "turn" else 0)
    seats: list[Seat] = []
    for token in tokens:
        seats.append(SEATS[at % players])
        at += not token.startswith("+")
    return [*seats, SEATS[at % players]]


def _deal_before(tokens: list[str], seats: list[Seat], hands: list[Tiles], rest: Tiles) -> Deal:
    """What was dealt, so that playing `tokens` leaves `hands` and `rest`."""
    drawn = [tile for token in tokens for tile in _drawn(token)]
    dealt: list[Tiles] = []
    for seat, hand in enumerate(hands):
        placed = [_placed(token) for token, by in zip(tokens, seats, strict=False) if by == seat]
        had = [tile for tile in (*placed, *hand) if tile is not None]
        dealt.append(tuple(tile for tile in had if tile not in drawn))
    return Deal(tuple(dealt), (*drawn, *rest))
