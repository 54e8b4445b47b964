"""A turn that is made whole again after a restore, for who was connected all the time and noticed late."""

import asyncio

from console.coming_back import given_back, returning
from console.giving_back import GivingBack
from engine.clock import timing, turn_ends
from engine.decide import decide
from runtime.keys import match_due
from runtime.operated import OperatedStore
from runtime.settings import Settings
from tests.console.tables import CODE, Kept, a_table, its_game, match_of
from tests.engine.games import acts, at, ms, next_action, presence


def test_a_turn_is_whole_again_for_who_was_connected_and_noticed_late(kept: Kept) -> None:
    table = a_table(preset="partners", people=4)
    kept.put(table, its_game(table, now=kept.now() - 10_000))
    back = returning(kept.whole(), timing(kept.settings)).game
    assert back is not None
    turn = back.match.round.turn
    assert turn is not None
    others = tuple(seat != turn for seat in range(4))
    woken = decide(back, presence(*others, seating=10), at(kept.now() + 60_000))
    here = decide(woken, presence(*(True,) * 4, seating=11), at(kept.now() + 61_000))
    limits = timing(kept.settings).limits(back.match.rules)
    assert here.turn is not None

    whole = given_back(back, here, now := ms(kept.now() + 61_000))

    assert whole is not None
    assert whole.turn is not None
    assert (turn_ends(here.turn, limits, ()) or 0) - now < 5_000, "the clock of who is away"
    assert (turn_ends(whole.turn, limits, ()) or 0) - now > 34_000
    assert given_back(back, woken, now) is None, "who is away has that clock"
    moved = decide(here, acts(here, next_action(here)), at(now))
    assert given_back(back, moved, now) is None


def test_who_was_connected_is_given_the_turn_back_while_others_are_still_put_back(
    kept: Kept, settings: Settings
) -> None:
    table = a_table(preset="partners", people=4)
    kept.put(table, its_game(table, now=kept.now() - 10_000))
    one = returning(kept.whole(), timing(settings))
    assert one.game is not None
    turn = one.game.match.round.turn
    others = tuple(seat != turn for seat in range(4))

    async def restored(store: OperatedStore) -> int:
        assert await store.put_back(one.whole, one.request, replace=True, remind=False)
        giving = GivingBack(store, settings.model_copy(update={"renew_ms": 30_000}))
        giving.watch(one)
        watching = asyncio.create_task(giving.run())
        assert one.game is not None
        woken = decide(one.game, presence(*others, seating=10), at(await store.now()))
        await kept._put_match(store, woken, one.game)
        here = decide(woken, presence(*(True,) * 4, seating=11), at(await store.now()))
        await kept._put_match(store, here, woken)
        giving.all_are_back()
        async with asyncio.timeout(10):  # it is watched for a minute, unless its turn is made whole
            await watching
        return giving.turns

    assert kept.do(restored) == 1

    whole = kept.whole()
    after = match_of(whole).turn
    assert after is not None
    assert (after.away_since, after.left) == (None, one.game.turn and one.game.turn.left)
    assert 30_000 < whole.due[match_due(CODE)] - whole.at <= 35_000
