"""Deals hidden tiles out at random, so that all that was seen could have happened. Knows no line and no move.

Tiles that can lie in few places are dealt first, each with a chance by the room that is left; one that finds
no room makes others move (augmenting paths, as in Kuhn's matching), so that every deal comes out whole.
"""

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from bots.pack import bits
from bots.seen import BONEYARD, Item, Seen

TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class World:
    """A deal that may be the true one: a mask for each seat, and the boneyard, first to be drawn first.

    `groups` are the hidden tiles of each group of `Seen`.
    """

    hands: list[int]
    boneyard: list[int]
    groups: list[int]


class Impossible(Exception):
    """What was seen cannot have happened; a view from a table never gives this."""


class Worlds:
    """Deals out again and again what is hidden from one seat."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._owner = [group.owner for group in seen.groups]
        self._room = [group.size for group in seen.groups]
        self._fixed = [item for item in seen.items if len(item.groups) == 1]
        loose = [item for item in seen.items if len(item.groups) != 1]
        for item in self._fixed:
            self._room[item.groups[0]] -= 1
        self._ways = {item.tile: item.groups for item in loose}
        self._by_freedom = [
            [item.tile for item in loose if len(item.groups) == ways]
            for ways in sorted({len(item.groups) for item in loose})
        ]
        self._hidden = {item.tile for item in loose if item.hidden}
        self._hands = [0] * seen.players
        self._hands[seen.seat] = seen.hand
        self._certain = [0] * len(seen.groups)
        for item in self._fixed:
            if item.hidden:
                self._certain[item.groups[0]] |= 1 << item.tile
        if min(self._room) < 0:
            raise Impossible

    def deal(self, random: Random) -> World:
        """One of the deals that agree with all that was seen."""
        return self._world(self.places(random), random)

    def places(self, random: Random) -> dict[int, int]:
        """For each tile that can lie in several groups, the group it lies in, in one of these deals.

        Should the tiles above the lead leave no way to deal the others, what follows from the lead is let go.
        """
        if self._seen.lead is not None:
            for _ in range(TRIES):
                with suppress(Impossible):
                    return self._places(self._pinned(random), random)
        return self._places({}, random)

    def _places(self, where: dict[int, int], random: Random) -> dict[int, int]:
        """Deal out all that is not in `where`; raise Impossible if there is no way."""
        pinned = set(where)
        room = self._room[:]
        for group in where.values():
            room[group] -= 1
        if min(room) < 0:
            raise Impossible
        chance = random.random
        for tiles in self._by_freedom:
            for tile in sorted(tiles, key=lambda _: chance()):
                if tile in pinned:
                    continue
                ways = self._ways[tile]
                total = 0
                for group in ways:
                    total += room[group]
                if not total:
                    self._make_room(tile, where, room, pinned)
                    continue
                pick = chance() * total
                for group in ways:
                    pick -= room[group]
                    if pick < 0:
                        break
                where[tile] = group
                room[group] -= 1
        return where

    def _world(self, where: dict[int, int], random: Random) -> World:
        groups = self._certain[:]
        hidden = self._hidden
        for tile, group in where.items():
            if tile in hidden:
                groups[group] |= 1 << tile
        hands = self._hands[:]
        for owner, group in zip(self._owner, groups, strict=True):
            if owner != BONEYARD:
                hands[owner] |= group
        boneyard = [1 << tile for tile in bits(groups[-1])]
        random.shuffle(boneyard)
        return World(hands, boneyard, groups)

    def _make_room(self, tile: int, where: dict[int, int], room: list[int], pinned: set[int]) -> None:
        """Place `tile` by moving others along; raise Impossible if no others can move."""
        tried: set[int] = set()

        def place(moving: int) -> bool:
            for group in self._ways[moving]:
                if group in tried:
                    continue
                tried.add(group)
                if room[group]:
                    room[group] -= 1
                    where[moving] = group
                    return True
                for other in [held for held, at in where.items() if at == group and held not in pinned]:
                    if place(other):
                        where[moving] = group
                        return True
            return False

        if not place(tile):
            raise Impossible

    def _pinned(self, random: Random) -> dict[int, int]:
        """Where the highest tiles lie, so that the leader was dealt the highest of all (see `Lead`)."""
        lead = self._seen.lead
        where: dict[int, int] = {}
        assert lead is not None  # noqa: S101
        aside = len(self._owner) - 1
        leaders = next((at for at, owner in enumerate(self._owner) if owner == lead.leader), None)
        theirs = self._room[leaders] if leaders is not None else 0
        beside = self._room[aside]
        can = [leaders is not None and leaders in self._ways.get(tile, ()) for tile in lead.above]
        for at, tile in enumerate(lead.above):
            if tile not in self._ways:
                if leaders is not None and _only(self._fixed, tile) == leaders:
                    return where
                continue
            last = lead.needed and not any(can[at + 1 :])
            if can[at] and theirs and (last or not beside or random.random() * (theirs + beside) < theirs):
                assert leaders is not None  # noqa: S101
                where[tile] = leaders
                return where
            where[tile] = aside
            beside -= 1
        return where


def _only(fixed: list[Item], tile: int) -> int:
    return next((item.groups[0] for item in fixed if item.tile == tile), BONEYARD)
