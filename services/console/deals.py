"""A deal without a record: what a seed that was shown after a round deals, and whether it was promised."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from console.wording import written
from rules.deal import SEED_BYTES, commitment, deal, verify
from rules.presets import PRESETS
from rules.ruleset import RuleSet, faults
from rules.tile import SETS, TileSet


class NotADeal(Exception):
    """No table deals so; the text says why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A deal by its numbers. For a custom table `tiles` and `hand` say what the preset does not."""

    code: str
    match: int
    round: int
    seed: str
    preset: str
    players: int | None
    tiles: str | None
    hand: int | None
    commitment: str | None


def told(asked: Asked) -> Iterator[str]:
    """Yield the commitment and every hand; raise NotADeal."""
    seed, rules, players = _seed(asked.seed), *_rules(asked)
    dealt = deal(seed, rules, players)
    yield f"commitment  {commitment(asked.code, asked.match, asked.round, seed)}"
    for seat, hand in enumerate(dealt.hands):
        yield f"seat {seat}      {written(hand)}"
    yield f"boneyard    {written(dealt.boneyard)}"


def was_promised(asked: Asked) -> bool | None:
    """Whether the commitment is that of the deal; None where there is none to compare with."""
    if asked.commitment is None:
        return None
    return verify(asked.commitment, asked.code, asked.match, asked.round, _seed(asked.seed))


def _rules(asked: Asked) -> tuple[RuleSet, int]:
    if asked.preset not in PRESETS:
        raise NotADeal(f"There is no preset {asked.preset}; there are {', '.join(PRESETS)}.")
    rules = PRESETS[asked.preset]
    players = asked.players or max(rules.seats)
    if asked.tiles:
        rules = replace(rules, tiles=_set(asked.tiles))
    if asked.hand:
        rules = replace(rules, seats=(players,), hand=((players, asked.hand),))
    wrong = [fault for fault in faults(rules, players) if fault.field in ("seats", "hand")]
    if wrong:
        raise NotADeal(" ".join(fault.sentence for fault in wrong))
    return rules, players


def _set(name: str) -> TileSet:
    for known in SETS:
        if name == known:
            return known
    raise NotADeal(f"There is no set {name}; there are {', '.join(SETS)}.")


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise NotADeal(f"A seed has {2 * SEED_BYTES} hex digits.")
    return seed
