"""From one round to the next, and from one match to another: who has to ask for it, and who has."""

from dataclasses import replace

from contracts import commands
from engine.deals import following_match, following_round
from engine.errors import Refused
from engine.game import Game
from engine.moment import Moment
from engine.rest import awake
from rules.seats import Seat


def ready(game: Game, command: commands.Ready, moment: Moment) -> Game:
    at = (command.match, command.round)
    if at < game.at or (at == game.at and command.seat in game.ready):
        return game
    if at == game.at and game.match.winner is not None:
        raise Refused("match_over")
    if at > game.at or game.match.round.end is None:
        raise Refused("not_between_rounds")
    if game.match.rules.next_round == "consent":
        raise Refused("not_between_rounds", "At this table a new round comes when all have asked for it.")
    game = awake(game, moment.now)
    return go_on(replace(game, ready=_with(game.ready, command.seat)), moment)


def again(game: Game, command: commands.Again, moment: Moment) -> Game:
    if command.match < game.match.number or command.seat in game.again:
        return game
    if command.match > game.match.number or game.match.winner is None:
        raise Refused("match_not_over")
    return go_on(replace(game, again=_with(game.again, command.seat)), moment)


def new_round(game: Game, command: commands.NewRound, moment: Moment) -> Game:
    """Ask for a new round, at any time; what was asked before the last action is not asked any more."""
    if game.match.rules.next_round != "consent":
        raise Refused("no_consent_needed")
    at = (command.match, command.round)
    if at < game.at:
        return game
    if at > game.at:
        raise Refused("wrong_round")
    if game.match.winner is not None:
        raise Refused("match_over")
    if command.ply != game.match.round.ply:
        raise Refused("stale_ply" if command.ply < game.match.round.ply else "future_ply")
    if command.seat in game.asked:
        return game
    game = awake(game, moment.now)
    return go_on(replace(game, asked=_with(game.asked, command.seat)), moment)


def go_on(game: Game, moment: Moment) -> Game:
    """Return the next round or match, if somebody is present, and all who have a say asked for it."""
    present = {seat for seat in game.people if game.present[seat]}
    if not present:
        return game
    if _agreed(game) or (game.phase == "between" and present <= set(game.ready)):
        return following_round(game, moment.seed, moment.now)
    if game.phase == "over" and present <= set(game.again):
        return following_match(game, moment.seed, moment.now)
    return game


def _agreed(game: Game) -> bool:
    """Whether all have asked whose consent a new round needs: who is away too, but not who has left.

    Between rounds nobody who is away is asked where the table plays on without them: they may never be back.
    """
    plays_on = game.phase == "between" and game.match.rules.away == "play_on"
    needed = {
        seat for seat in game.people if not game.has_left(seat) and (game.present[seat] or not plays_on)
    }
    return bool(game.asked) and needed <= set(game.asked)


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({*seats, seat}))
