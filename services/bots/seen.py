"""What a seat knows of the tiles it cannot see: who has how many, and which they cannot be (RULES 1).

Who passed or drew held none of the numbers that were open then; what was drawn could not be placed, but for
the last, which was placed at once. So a seat's hidden tiles lie in groups: those dealt, and those of each
drawing. A group misses the numbers of every pass or drawing that it was there for. A tile played later may
have come from any group that was there and could hold it; where that is not certain, it stands among the
tiles to be dealt out, though everybody has seen it.
"""

from dataclasses import dataclass

from bots.pack import Pack, bits, pack
from rules.actions import Drew, Placed
from rules.ruleset import RuleSet
from rules.seats import Seat, seats
from rules.tile import Tile, lead_rank
from rules.view import SeatView

BONEYARD = -1


@dataclass(frozen=True, slots=True)
class Group:
    """`size` tiles of `owner`, a seat or BONEYARD; all of them are of the mask `may`."""

    owner: int
    size: int
    may: int


@dataclass(frozen=True, slots=True)
class Item:
    """A tile that lies in one of `groups`, by their place in the list; `hidden` unless it has been played."""

    tile: int
    groups: tuple[int, ...]
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader was dealt the highest tile: the first of `above` that was dealt at all is the leader's.

    `above` are hidden tiles, highest first; `needed` if one of them must be the leader's.
    """

    leader: Seat
    above: tuple[int, ...]
    needed: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """`hand` is the seat's own; `groups` and `items` are all that has to be dealt out for the others."""

    seat: Seat
    players: int
    hand: int
    groups: tuple[Group, ...]
    items: tuple[Item, ...]
    lead: Lead | None


@dataclass(slots=True)
class _Era:
    """A group in the making: the tiles that came to a seat at one time."""

    size: int
    may: int


def seen(view: SeatView, rules: RuleSet) -> Seen:
    """All that the seat of `view` can conclude about where the other tiles are."""
    tiles = pack(rules.tiles)
    hidden = tiles.all & ~tiles.mask(view.hand) & ~tiles.mask(laid.tile for laid in view.line)
    led = led_by_highest(view, rules)
    dealt = tiles.all & ~_above(tiles, view.line[0].tile) if led and rules.forced_lead else tiles.all

    groups: list[Group] = []
    items: list[Item] = []
    for seat in seats(view.players):
        if seat != view.seat:
            eras, spent = _history(view, seat, _Era(rules.hand_for(view.players), dealt), tiles)
            first = len(groups)
            groups += [Group(seat, era.size, era.may) for era in eras]
            items += [
                Item(tile, tuple(first + at for at in came), hidden=False) for tile, came in spent.items()
            ]
    groups.append(Group(BONEYARD, view.boneyard, tiles.all))
    items += [Item(tile, _where(groups, tile)) for tile in bits(hidden)]
    lead = _lead(view, hidden, tiles) if led and not rules.forced_lead and not rules.drawing else None
    return Seen(view.seat, view.players, tiles.mask(view.hand), tuple(groups), tuple(items), lead)


def _history(
    view: SeatView, seat: Seat, dealt: _Era, tiles: Pack
) -> tuple[list[_Era], dict[int, tuple[int, ...]]]:
    """What came to `seat` and when, and the eras that each tile it played may have come in."""
    eras = [dealt]
    could = [dealt.may]
    """What each era could hold as far as had been seen when a tile was played."""
    spent: dict[int, tuple[int, ...]] = {}
    drew = False
    for at, event in enumerate(view.log):
        if event.seat != seat:
            continue
        if isinstance(event, Placed):
            if not drew:
                tile = tiles.index[event.tile]
                spent[tile] = tuple(era for era, may in enumerate(could) if may >> tile & 1)
            drew = False
            continue
        drew = isinstance(event, Drew)
        if isinstance(event, Drew):
            found = isinstance(view.log[at + 1], Placed) if at + 1 < len(view.log) else False
            eras.append(_Era(event.tiles - found, tiles.all))
            could.append(tiles.all)
        missing = tiles.all & ~tiles.showing(event.open)
        could = [may & missing for may in could]
    for era, may in zip(eras, could, strict=True):
        era.may = may
    return eras, spent


def _where(groups: list[Group], tile: int) -> tuple[int, ...]:
    return tuple(at for at, group in enumerate(groups) if group.size and group.may >> tile & 1)


def led_by_highest(view: SeatView, rules: RuleSet) -> bool:
    """Whether who leads this round was dealt the highest tile, and has led."""
    return bool(view.line) and (view.number == 1 or rules.next_lead == "highest")


def _above(tiles: Pack, tile: Tile) -> int:
    """The tiles that would have won the lead over `tile`."""
    return tiles.mask(other for other in tiles.tiles if lead_rank(other) > lead_rank(tile))


def _lead(view: SeatView, hidden: int, tiles: Pack) -> Lead:
    """What follows from who leads, where any tile may be led and nothing is drawn."""
    known = [(laid.tile, laid.seat) for laid in view.line] + [(tile, view.seat) for tile in view.hand]
    top, holder = max(known, key=lambda held: lead_rank(held[0]))
    above = sorted(tiles.named(hidden & _above(tiles, top)), key=lead_rank, reverse=True)
    return Lead(view.leader, tuple(tiles.index[tile] for tile in above), holder != view.leader)
