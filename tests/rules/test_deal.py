"""From a seed to hands: the same for everybody who computes it."""

from collections import Counter
from hashlib import sha256

import pytest

from rules.deal import below, commitment, deal, shuffled, verify, words
from rules.presets import PRESETS
from rules.tile import SETS
from tests.rules.tables import TABLES, Table

SEED = bytes(range(32))

# Both orders and the commitment were computed by another program, in another language, from RULES 6.
DOUBLE_SIX = (
    "6-6 4-6 0-5 2-3 2-6 2-4 5-6 1-3 4-5 1-2 0-0 1-5 0-6 0-1 4-4 0-4 0-3 1-1 2-2 1-4 3-6 3-4 "
    "1-6 0-2 2-5 5-5 3-5 3-3"
)
DOUBLE_NINE = (
    "5-6 2-4 3-5 7-8 1-2 3-4 7-9 0-6 4-9 3-7 0-9 0-5 2-2 2-9 2-6 0-3 4-7 1-9 0-2 2-5 5-7 3-9 "
    "6-9 5-5 3-8 3-6 0-0 1-8 0-7 8-9 3-3 4-8 4-6 0-1 0-8 8-8 2-8 0-4 9-9 7-7 1-3 1-6 1-4 4-4 "
    "1-7 1-1 2-7 5-8 5-9 6-7 4-5 6-6 2-3 6-8 1-5"
)
PROMISE = "72938a953618d0c5021fcd0066ae12872d18726e61c2a0a505a8865cbc900b04"


@pytest.mark.parametrize(("name", "order"), [("double-six", DOUBLE_SIX), ("double-nine", DOUBLE_NINE)])
def test_a_seed_stands_for_the_same_order_in_every_program(name: str, order: str) -> None:
    tiles = SETS[name]  # type: ignore[index]

    assert " ".join(map(str, shuffled(SEED, tiles))) == order


def test_seat_0_gets_the_first_hand_and_the_rest_is_the_boneyard() -> None:
    dealt = deal(SEED, PRESETS["draw"], 3)

    assert " ".join(str(tile) for hand in (*dealt.hands, dealt.boneyard) for tile in hand) == DOUBLE_SIX
    assert [len(hand) for hand in dealt.hands] == [5, 5, 5]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_holds_every_tile_of_the_set_once(table: Table) -> None:
    dealt = deal(SEED, table.rules, table.players)

    tiles = [tile for hand in (*dealt.hands, dealt.boneyard) for tile in hand]
    assert sorted(tiles) == list(SETS[table.rules.tiles])
    assert {len(hand) for hand in dealt.hands} == {table.rules.hand_for(table.players)}


def test_the_commitment_is_the_hash_of_the_text_everybody_can_write() -> None:
    text = f"doublesix/1|K7QMR2XD|1|3|{SEED.hex()}"

    assert commitment("K7QMR2XD", 1, 3, SEED) == sha256(text.encode()).hexdigest() == PROMISE


def test_a_promise_is_kept_only_by_its_own_table_match_round_and_seed() -> None:
    assert verify(PROMISE, "K7QMR2XD", 1, 3, SEED)
    assert not verify(PROMISE, "K7QMR2XE", 1, 3, SEED)
    assert not verify(PROMISE, "K7QMR2XD", 2, 3, SEED)
    assert not verify(PROMISE, "K7QMR2XD", 1, 4, SEED)
    assert not verify(PROMISE, "K7QMR2XD", 1, 3, bytes(32))


def test_a_number_past_the_last_whole_multiple_is_thrown_away() -> None:
    numbers = iter([2**32 - 1, 2**32 - 4, 2**32 - 5, 7])

    assert below(28, numbers) == (2**32 - 5) % 28
    assert next(numbers) == 7


def test_the_last_number_below_the_last_whole_multiple_is_used() -> None:
    assert below(16, iter([2**32 - 1])) == 15


def test_numbers_are_32_bits_of_one_block_after_another() -> None:
    stream = words(SEED)
    first = [next(stream) for _ in range(16)]

    assert len(set(first)) == 16
    assert all(0 <= number < 2**32 for number in first)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="A seed has 32 bytes, not 31"):
        deal(bytes(31), PRESETS["partners"], 4)


def test_every_seat_holds_every_tile_about_as_often() -> None:
    holders = Counter(
        seat
        for number in range(600)
        for seat, hand in enumerate(deal(number.to_bytes(32, "big"), PRESETS["partners"], 4).hands)
        for tile in hand
        if tile == (6, 6)
    )

    assert sum(holders.values()) == 600
    assert all(100 < times < 200 for times in holders.values())
