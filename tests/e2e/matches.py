"""Matches of every kind of game: two to four players, four ends, drawing, computer players, consent.

As in `tests.e2e.scenes`, a scene is what one seat's browser is shown.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from contracts import commands
from engine.game import Game
from rules.actions import Placed
from rules.presets import PRESETS
from rules.round import legal, must
from rules.ruleset import RuleSet
from rules.seats import next_seat
from rules.view import view
from tests.e2e.played import CODE, Kind, after, ended, find, turn, with_computers
from tests.e2e.scenes import Scene, at_table, scenes

FIVES = Kind("fives", PRESETS["fives"], 4, 100)
FIVES_3 = Kind("fives", PRESETS["fives"], 3, 100)
DRAW_2 = Kind("draw", PRESETS["draw"], 2, 100)
BLOCK_3 = Kind("block", PRESETS["block"], 3, 100)
DUEL = Kind("duel", PRESETS["duel"], 2)
DOMNA_2 = Kind("domna", PRESETS["domna-2"], 2, 100)
DOMNA_4 = Kind("domna", PRESETS["domna-4"], 4, 100)
BAKESH = Kind("bakesh", PRESETS["bakesh"], 4, 100)
NINE: RuleSet = replace(
    PRESETS["fives"], tiles="double-nine", hand=((2, 7), (3, 7), (4, 10)), reserve=2, turn_seconds=None
)
NINES = Kind("custom", replace(NINE, away_seconds=None), 4, 250)


def all_scenes(language: str) -> dict[str, Scene]:
    """Every scene by its name, the matches of partners too."""
    return {scene.name: scene for scene in (*scenes(language), *matches(language))}


def matches(language: str) -> Iterator[Scene]:
    yield from _fives(language)
    yield from _drawing(language)
    yield from _duels(language)
    yield from _computers(language)
    yield from _ends(language)


def _fives(language: str) -> Iterator[Scene]:
    """Four ends, and what each of them pays."""
    lead = find(lambda game: game.match.round.ply == 0, FIVES_3)
    yield at_table("forced", language, lead, turn(lead), kind=FIVES_3)
    choice = find(_pays_at_several_ends, FIVES)
    yield at_table("fives", language, choice, turn(choice), kind=FIVES, away=((turn(choice) + 2) % 4,))
    paid = find(lambda game: game.match.round.ply > 9 and _just_scored(game), FIVES)
    yield at_table("paid", language, paid, (turn(paid) + 2) % 4, kind=FIVES)
    long = find(lambda game: len(game.match.round.line.laid) >= 22, FIVES)
    yield at_table("fives-long", language, long, 0, kind=FIVES)
    nines = find(lambda game: len(game.match.round.line.laid) >= 30 and _four_ends(game), NINES)
    yield at_table("nines", language, nines, turn(nines), kind=NINES)


def _drawing(language: str) -> Iterator[Scene]:
    """Nothing fits: by hand, and where the table sees to it."""
    draw = find(lambda game: game.match.round.ply > 5 and _must(game, "draw"), FIVES_3)
    yield at_table("draw", language, draw, turn(draw), kind=FIVES_3)
    drew = after(draw, commands.Draw.model_validate(_now(draw)))
    yield at_table("drew", language, drew, turn(draw), kind=FIVES_3)
    yield at_table("drew-other", language, drew, (turn(draw) + 1) % 3, kind=FIVES_3)
    many = find(lambda game: len(game.match.round.hands[0]) >= 13 and game.match.round.turn == 0, DRAW_2)
    yield at_table("many", language, many, 0, kind=DRAW_2)
    passed = find(lambda game: _is_on(game) and game.by[-2:] == ("table", "table"), BAKESH)
    yield at_table("passed", language, passed, turn(passed), kind=BAKESH)
    placed = find(lambda game: _is_on(game) and game.by[-1:] == ("table",), DOMNA_2)
    yield at_table("placed", language, placed, (turn(placed) + 1) % 2, kind=DOMNA_2)


def _duels(language: str) -> Iterator[Scene]:
    """No clock; each round by itself, and another one by consent."""
    mid = find(lambda game: game.match.round.ply == 9 and bool(legal(game.match.round)), DUEL)
    me, other = turn(mid), next_seat(turn(mid), 2)
    yield at_table("duel", language, mid, me, kind=DUEL)
    gone = replace(mid, present=tuple(seat == me for seat in range(2)))
    yield at_table("duel-waiting", language, gone, me, kind=DUEL, away=(other,))
    yield at_table("duel-asked", language, replace(mid, asked=(other,)), me, kind=DUEL)
    yield at_table("duel-asking", language, replace(mid, asked=(me,)), me, kind=DUEL)
    out = find(lambda game: ended(game, "out"), DUEL)
    yield at_table("duel-end", language, replace(out, asked=(1,)), 0, kind=DUEL)
    level = find(lambda game: ended(game, "blocked") and game.match.results[-1].end.tied, DUEL)
    yield at_table("duel-drawn", language, level, 0, kind=DUEL)


def _computers(language: str) -> Iterator[Scene]:
    """Computer players on seats of their own, and for somebody who left."""
    mid = find(lambda game: game.match.round.ply == 10 and _turn_is(game, 0), FIVES)
    alone = with_computers(mid, None, "easy", "medium", "hard")
    yield at_table("alone", language, alone, 0, kind=FIVES)
    theirs = find(lambda game: game.match.round.ply == 11 and _turn_is(game, 1), FIVES)
    yield at_table(
        "alone-theirs", language, with_computers(theirs, None, "easy", "medium", "hard"), 0, kind=FIVES
    )
    pairs = find(lambda game: game.match.round.ply == 10 and _turn_is(game, 1), DOMNA_4)
    left = with_computers(pairs, None, "medium", None, None, left=(1,))
    yield at_table("left", language, left, 0, kind=DOMNA_4)
    back = replace(left, computers=(None,) * 4, left=(False,) * 4, present=(True,) * 4)
    yield at_table("back", language, back, 1, kind=DOMNA_4)


def _ends(language: str) -> Iterator[Scene]:
    """Rounds and matches that end in other ways than in partners."""
    rounded = find(lambda game: ended(game, "out") and _was_rounded(game) and _rounds(game) == 3, FIVES)
    yield at_table("fives-out", language, replace(rounded, ready=(2,)), 1, kind=FIVES)
    target = find(lambda game: game.phase == "over" and game.match.results[-1].end.how == "target", FIVES)
    winner = target.match.winner or 0
    yield at_table("fives-won", language, replace(target, again=(next_seat(winner, 4),)), winner, kind=FIVES)
    yield at_table("fives-lost", language, target, (winner + 2) % 4, kind=FIVES)
    lowest = find(lambda game: ended(game, "blocked") and not game.match.results[-1].end.tied, BLOCK_3)
    yield at_table("block-end", language, lowest, 0, kind=BLOCK_3)
    tied = find(lambda game: ended(game, "blocked") and game.match.results[-1].end.tied, BLOCK_3)
    yield at_table("block-tie", language, tied, 0, kind=BLOCK_3)
    pairs = find(lambda game: ended(game, "blocked") and not game.match.results[-1].end.tied, DOMNA_4)
    yield at_table("domna-end", language, pairs, 2, kind=DOMNA_4)
    alone = with_computers(rounded, "hard", None, "hard", "hard")
    yield at_table("alone-end", language, alone, 1, kind=FIVES)


def _now(game: Game) -> dict[str, object]:
    round_ = game.match.round
    at = {"table": CODE, "match": game.match.number, "round": round_.number}
    return {**at, "type": "draw", "seat": round_.turn, "ply": round_.ply}


def _must(game: Game, duty: str) -> bool:
    return game.phase == "playing" and must(game.match.round) == duty


def _turn_is(game: Game, seat: int) -> bool:
    return game.phase == "playing" and game.match.round.turn == seat and _rounds(game) == 1


def _rounds(game: Game) -> int:
    return len(game.match.results)


def _four_ends(game: Game) -> bool:
    return game.phase == "playing" and len(game.match.round.line.open_ends) == 4


def _pays_at_several_ends(game: Game) -> bool:
    """Somebody has a tile for three ends or more, and one of its places scores at once."""
    if not _four_ends(game) or _rounds(game) != 1:
        return False
    options = view(game.match, turn(game)).legal
    places = Counter(option.tile for option in options)
    return any(places[option.tile] >= 3 and option.points > 0 for option in options)


def _just_scored(game: Game) -> bool:
    last = view(game.match, 0).log[-1:]
    return game.phase == "playing" and any(isinstance(one, Placed) and one.points > 0 for one in last)


def _is_on(game: Game) -> bool:
    return game.phase == "playing" and game.match.round.ply > 4


def _was_rounded(game: Game) -> bool:
    end = game.match.results[-1].end
    hands = game.match.round.hands
    return end.points != sum(tile.weight for hand in hands for tile in hand)
