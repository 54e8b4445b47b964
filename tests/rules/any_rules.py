"""Rule sets by chance, every field of its own accord, and what RULES 2 holds against them."""

from random import Random

from rules.ruleset import ANY_TARGET, RuleSet, Target
from tests.rules.tables import Table

CLOCKS = (None, None, 5, 15, 30, 45, 60, 90, 3600)
PLAYERS = ((2,), (3,), (4,), (4,), (4,), (2, 3), (2, 4), (3, 4), (2, 3, 4))


def any_rules(chance: Random) -> RuleSet:
    """Any rule set; most of them hold something that does not go together."""
    tiles = chance.choice(("double-six", "double-six", "double-nine"))
    next_lead = chance.choice(("rotate", "winner", "highest"))
    return RuleSet(
        tiles=tiles,  # type: ignore[arg-type]
        seats=chance.choice(PLAYERS),
        partners=chance.random() < 0.4,
        hand=_hands(chance, 28 if tiles == "double-six" else 55),
        drawing=chance.random() < 0.6,
        reserve=chance.choice((0, 0, 0, 1, 2, 2, 3)),
        forced_lead=chance.random() < 0.5,
        next_lead=next_lead,  # type: ignore[arg-type]
        tied_lead=chance.choice((None, "next", "next", "same", "same")),
        blocked_when=chance.choice(("all_passed", "nobody_can")),
        blocked_winner=chance.choice(("side_total", "lowest_hand")),
        blocked_tie=chance.choice(("last_placer", "nobody")),
        blocked_points=chance.choice(("others", "difference")),
        fives=chance.random() < 0.5,
        spinner=chance.random() < 0.5,
        rounding=chance.choice(("none", "five")),
        target=_target(chance),
        turn_seconds=chance.choice(CLOCKS),
        away_seconds=chance.choice(CLOCKS),
        away=chance.choice(("play_on", "play_on", "wait")),
        passing=chance.choice(("by_hand", "automatic")),
        start=chance.choice(("full", "fill", "seated")),
        leaving=chance.choice(("keeps_seat", "computer")),
        next_round=chance.choice(("ready", "consent")),
        computer_players=chance.choice(("no", "solo", "yes")),
        placing=chance.choice(("by_hand", "automatic")),
    )


def at_fault(rules: RuleSet, players: int, target: int | None) -> set[str]:
    """The fields that a table of `players` who chose `target` cannot play by."""
    hands = dict(rules.hand)
    set_ = {"double-six": 28, "double-nine": 55}[rules.tiles]
    known = rules.reserve <= 2
    wrong = set()
    if players not in rules.seats:
        wrong.add("seats")
    if rules.partners and rules.seats != (4,):
        wrong.add("partners")
    for number in rules.seats:
        if number not in hands or (known and number * hands[number] + rules.reserve > set_):
            wrong.add("hand")
    if not known or (rules.reserve and not rules.drawing):
        wrong.add("reserve")
    if rules.next_lead == "winner" and rules.tied_lead is None:
        wrong.add("tied_lead")
    if rules.blocked_tie == "last_placer" and not rules.partners and players != 2:
        wrong.add("blocked_tie")
    if rules.away == "wait" and (rules.turn_seconds is not None or rules.away_seconds is not None):
        wrong.add("away")
    if rules.start == "fill" and rules.computer_players == "no":
        wrong.add("start")
    if rules.next_round == "consent" and rules.next_lead != "highest":
        wrong.add("next_round")
    if target is not None and (rules.target is None or target not in rules.target.choices):
        wrong.add("target")
    return wrong


def any_choice(chance: Random) -> tuple[Table, int | None]:
    """Any rule set, any number of players and any target, whether these go together or not."""
    rules = any_rules(chance)
    players = chance.choice(rules.seats) if chance.random() < 0.9 else chance.choice((2, 3, 4))
    target = some_target(rules, chance) if chance.random() < 0.9 else chance.choice((0, 100, 997, 1001))
    return Table("custom", rules, players), target


def some_target(rules: RuleSet, chance: Random) -> int | None:
    """A target that can be chosen, mostly a low one: each fits, and fewer rounds reach it."""
    if rules.target is None or chance.random() < 0.1:
        return None
    choices = rules.target.choices
    return chance.choice(choices if chance.random() < 0.05 else choices[: -(-len(choices) // 10)])


def _hands(chance: Random, set_: int) -> tuple[tuple[int, int], ...]:
    """Tiles for each number of players; now and then one is missing, or more than the set has."""
    hands = []
    for players in (2, 3, 4):
        most = set_ // players
        few = chance.randint(1, most)
        tiles = chance.choice((5, 7, few, few, most, most - 1, most + 1))
        if chance.random() < 0.96:
            hands.append((players, tiles))
    return tuple(hands)


def _target(chance: Random) -> Target | None:
    if chance.random() < 0.5:
        return chance.choice((None, ANY_TARGET, ANY_TARGET, ANY_TARGET))
    first, step, more = chance.randint(1, 200), chance.choice((1, 5, 10, 50)), chance.randint(0, 9)
    return Target(first + chance.randint(0, more) * step, first, first + more * step, step)
