"""What a person has to say at the view at hand: a move, that it is ready, that it wants a new round."""

import random
from dataclasses import dataclass
from typing import Any, Literal

from tests.faults.games import Game
from tests.harness.player import Frame, Player

Kind = Literal["move", "ready", "again", "new_round"]


@dataclass(frozen=True)
class Word:
    """Something to say, at the place in time where it counts."""

    kind: Kind
    match: int
    round: int
    ply: int


class Words:
    """Goes by the view alone, and by whims that all people at a table have together."""

    def __init__(self, game: Game, seed: float) -> None:
        self._game = game
        self._seed = seed

    def of(self, person: Player) -> Word | None:
        """Return what there is to say now; None where there is nothing."""
        view = person.view
        kind = None if view is None else self._kind(person, view)
        if view is None or kind is None:
            return None
        return Word(kind, view["match"]["number"], view["round"]["number"], view["round"]["ply"])

    def frame(self, person: Player, word: Word) -> Frame:
        match word.kind:
            case "move":
                return person.move()
            case "ready":
                return {"type": "ready", "match": word.match, "round": word.round}
            case "again":
                return {"type": "again", "match": word.match}
            case "new_round":
                return {"type": "new_round", "match": word.match, "round": word.round, "ply": word.ply}

    def _kind(self, person: Player, view: Frame) -> Kind | None:
        phase, over = view["phase"], view["round"]["hands"] is not None
        if phase == "over":
            return None if view["seat"] in view["again"] else "again"
        if self._game.needs_consent:
            if view["seat"] not in view["asked"] and (over or self._wants_new_round(view)):
                return "new_round"
        elif phase == "between" and view["seat"] not in view["ready"]:
            return "ready"
        return "move" if person.my_turn() else None

    def _wants_new_round(self, view: Frame) -> bool:
        """In some rounds all ask from some ply on; in others one does, once, while another moves."""
        if "abandons" not in self._game.habits:
            return False
        round_: dict[str, Any] = view["round"]
        whim = random.Random(f"{self._seed} {round_['number']}")
        kind, ply = whim.choice(("all", "one", "none", "none")), whim.randrange(10)
        if kind == "all":
            return bool(round_["ply"] >= ply)
        return kind == "one" and round_["ply"] == ply and round_["turn"] != view["seat"]
