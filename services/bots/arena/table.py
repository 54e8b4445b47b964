"""Plays one round or one match between two players, who share the seats in turn."""

from dataclasses import dataclass
from hashlib import sha256

from bots.arena.players import Player
from rules.deal import Deal, deal
from rules.match import Match, begin, next_round, play
from rules.round import automatic
from rules.ruleset import RuleSet
from rules.seats import Seat, members
from rules.view import view


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players meet over: `match`, to the target, or else one round."""

    rules: RuleSet
    players: int
    target: int | None
    match: bool
    seed: int


def winner(meeting: Meeting, pair: int, even: Player, odd: Player) -> Player | None:
    """Who wins deal number `pair`, with `even` on the seats 0 and 2 and `odd` on 1 and 3; None for nobody."""
    rules = meeting.rules
    at_table = _round(begin(rules, meeting.players, meeting.target, _deal(meeting, pair, 1)), even, odd)
    while meeting.match and at_table.target is not None and at_table.winner is None:
        at_table = next_round(at_table, _deal(meeting, pair, at_table.round.number + 1))
        at_table = _round(at_table, even, odd)
    end = at_table.round.end
    won = at_table.winner if meeting.match and at_table.target is not None else end.winner if end else None
    if won is None:
        return None
    return _of(members(won, meeting.players, partners=rules.partners)[0], even, odd)


def _round(match: Match, even: Player, odd: Player) -> Match:
    """`match` with its round played to the end."""
    while match.round.turn is not None:
        seat = match.round.turn
        action = automatic(match.round)
        if action is None:
            action = _of(seat, even, odd).action(view(match, seat), match.rules)
        match, _ = play(match, action)
    return match


def _of(seat: Seat, even: Player, odd: Player) -> Player:
    return odd if seat % 2 else even


def _deal(meeting: Meeting, pair: int, number: int) -> Deal:
    """The same for both games of a pair."""
    seed = sha256(f"{meeting.seed}|{pair}|{number}".encode()).digest()
    return deal(seed, meeting.rules, meeting.players)
