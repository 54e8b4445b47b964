"""A turn whose end was changed is found, in what was stored and in what was shown."""

from dataclasses import replace

from runtime.keys import shard_of
from tests.engine.games import TABLE, a_game, ms
from tests.faults.chaos import EPOCH
from tests.faults.deadlines import changed
from tests.faults.history import History
from tests.faults.lived import Life
from tests.faults.witness import Witness

PLACE = (TABLE, 1, 1, 3)


def history(life: Life) -> History:
    return History({("match", TABLE): life.states})


def test_turns_that_went_well_were_not_changed() -> None:
    life = Life(a_game("partners", 4))
    life.play(6)

    assert list(changed(history(life), Witness())) == []


def test_a_turn_that_was_stored_to_begin_anew_is_found() -> None:
    life = Life(a_game("partners", 4))
    life.play(3)
    life.store(life.game)
    assert life.game.turn is not None
    life.rewrite(turn=replace(life.game.turn, began=ms(life.now + 1)))

    (what,) = changed(history(life), Witness())

    assert "ply 3" in what


def test_a_turn_whose_end_was_shown_to_move_is_found() -> None:
    witness = Witness(ends={PLACE: (100.0, 105.0)})

    (what,) = changed(History(), witness)

    assert "move by 5.0 s" in what


def test_what_an_outage_gave_back_is_no_change() -> None:
    outage = (int((EPOCH + 60) * 1000), int((EPOCH + 63) * 1000))
    witness = Witness(ends={PLACE: (100.0, 105.0)})

    assert list(changed(History(outages={shard_of(TABLE): [outage]}), witness)) == []
