"""A round of ours and the same round by other rules, placement by placement."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from rules.notation import write
from tests.differential.others import Others
from tests.differential.ours import Ours, a_round
from tests.differential.package import Package


@dataclass(frozen=True)
class Pair:
    """A preset of ours for so many players, and the rules it is compared with."""

    preset: str
    players: int
    others: Callable[[Ours], Others]


def spiel(ours: Ours) -> Others:
    """OpenSpiel's, which is not to be had everywhere."""
    from tests.differential.spiel import Spiel

    return Spiel(ours)


PAIRS: Mapping[str, Pair] = {
    "dominoes": Pair("partners", 4, Package),
    "python_team_dominoes": Pair("partners", 4, spiel),
    "python_block_dominoes": Pair("block", 2, spiel),
}
"""By the name that the others have."""


def compare(name: str, number: int, seed: int) -> Counter[str]:
    """Play deal `number`; return what was compared, raise AssertionError where the two differ."""
    pair, chance = PAIRS[name], Random(f"{seed} {number}")
    ours = a_round(pair.preset, pair.players, chance)
    theirs = pair.others(ours)
    compared: Counter[str] = Counter(deals=1)
    try:
        while not ours.over:
            compared += _position(ours, theirs)
            move = chance.choice(ours.moves())
            theirs.place(*move)
            ours.place(move)
            compared["passes"] += len(list(ours.passes()))
        _hands_and_ends(ours, theirs)
        assert theirs.turn() is None, "over for us, not for them"
        theirs.check_end()
    except Exception as wrong:
        where, what = f"{name}, deal {number} of seed {seed}", f"{type(wrong).__name__}: {wrong}"
        raise AssertionError(f"{where}: {what}\n  at {write(ours.round)}") from wrong
    assert ours.round.end is not None
    compared[ours.round.end.how] += 1
    compared["tied"] += ours.round.end.tied
    return compared


def _position(ours: Ours, theirs: Others) -> Counter[str]:
    """Compare who is to act, which moves are legal, and all that lies or is held."""
    assert theirs.turn() == ours.round.turn, f"they have {theirs.turn()} to act, we {ours.round.turn}"
    _hands_and_ends(ours, theirs)
    moves = {theirs.in_their_words(*move) for move in ours.moves()}
    forced = ours.round.forced is not None and not ours.round.line.laid
    if forced:
        assert moves < theirs.moves(), "the tile that must be led is one of those they would lead"
    else:
        assert moves == theirs.moves(), f"legal for us {moves}, for them {theirs.moves()}"
    if isinstance(theirs, Package):
        theirs.check_missing()
    return Counter({"positions": 1, "moves": len(moves), "forced leads": forced})


def _hands_and_ends(ours: Ours, theirs: Others) -> None:
    assert theirs.hands() == [sorted(hand) for hand in ours.round.hands]
    assert sorted(theirs.open()) == sorted(open_.number for open_ in ours.round.line.open_ends)
