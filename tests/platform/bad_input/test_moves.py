"""Moves and commands that are well-formed, and not allowed: refused with their reason, without effect."""

from tests.platform.bad_input.said import GOOD, NOT_TOGETHER
from tests.platform.rude import Scene


async def test_a_move_at_the_wrong_place_is_refused(scene: Scene) -> None:
    actor = scene.actor
    good = actor.move()
    assert (await actor.ask(good))["ok"]
    await scene.other.until(lambda: scene.other.view["round"]["ply"] == 1)  # type: ignore[index]
    for person in scene.people:
        await person.until(lambda p=person: p.view["round"]["ply"] == 1)  # type: ignore[index, misc]
    next_ = scene.actor
    move = next_.move()

    for who in (actor, next_):
        reply = await scene.refuses(who, {**move, "ply": 0}, "stale_ply")
        assert reply["view"]["seat"] == who.seat
        assert reply["view"]["round"]["ply"] == 1
    await scene.refuses(next_, {**move, "ply": 2}, "future_ply")
    await scene.refuses(next_, {**move, "ply": 1_000}, "future_ply")
    await scene.refuses(next_, {**move, "round": 2}, "wrong_round")
    await scene.refuses(next_, {**move, "match": 2}, "wrong_round")
    await scene.refuses(next_, {**move, "match": 100_000, "round": 100_000}, "wrong_round")
    assert (await actor.ask(good))["ok"], "the very same move, said again, is known"


async def test_a_move_of_another_is_refused(scene: Scene) -> None:
    move = scene.actor.move()

    await scene.refuses(scene.other, move, "not_your_turn")
    tile = scene.other.view["round"]["hand"][0]  # type: ignore[index]
    await scene.refuses(scene.actor, {**move, "tile": tile}, "not_in_hand")
    await scene.refuses(scene.other, {"type": "pass", **scene.at()}, "not_your_turn")
    await scene.refuses(scene.other, {"type": "draw", **scene.at()}, "not_your_turn")


async def test_a_move_that_the_rules_do_not_allow_is_refused(scene: Scene) -> None:
    actor = scene.actor
    move = actor.move()
    await scene.refuses(actor, {**move, "end": "right"}, "does_not_fit")
    await scene.refuses(actor, {**move, "end": "up"}, "does_not_fit")
    await scene.refuses(actor, {**move, "tile": "6-5"}, "wrong_value")
    await scene.refuses(actor, {**move, "tile": "7-9"}, "not_in_hand")
    await scene.refuses(actor, {"type": "pass", **scene.at()}, "leader_cannot_pass")
    await scene.refuses(actor, {"type": "draw", **scene.at()}, "must_place")
    seen = set[str]()
    for _ in range(60):
        actor = scene.actor
        round_ = actor.view["round"]  # type: ignore[index]
        if round_["must"] == "place" and round_["ply"]:
            await scene.refuses(actor, {"type": "pass", **scene.at()}, "must_place")
            fits = {option["tile"] for option in round_["legal"]}
            for tile in set(round_["hand"]) - fits:
                await scene.refuses(
                    actor, {"type": "place", **scene.at(), "tile": tile, "end": "left"}, "does_not_fit"
                )
            seen.add("able")
        elif round_["must"] == "pass":
            await scene.refuses(actor, {"type": "draw", **scene.at()}, "cannot_draw")
            seen.add("unable")
        if seen == {"able", "unable"} or not actor.my_turn():
            break
        ply = round_["ply"]
        assert (await actor.ask(actor.move()))["ok"]
        for person in scene.people:
            await person.until(
                lambda p=person, ply=ply: p.view["round"]["ply"] > ply or p.view["phase"] != "playing"
            )  # type: ignore[index, misc]
        if actor.view["phase"] != "playing":  # type: ignore[index]
            break
    assert "able" in seen


async def test_what_has_no_place_in_the_middle_of_a_round_is_refused(scene: Scene) -> None:
    host, guest = scene.people[0], scene.people[1]

    await scene.refuses(guest, {"type": "ready", "match": 1, "round": 1}, "not_between_rounds")
    await scene.refuses(guest, {"type": "ready", "match": 1, "round": 9}, "not_between_rounds")
    await scene.refuses(guest, {"type": "new_round", **scene.at()}, "no_consent_needed")
    await scene.refuses(guest, {"type": "new_round", **scene.at(ply=999)}, "no_consent_needed")
    await scene.refuses(guest, {"type": "again", "match": 1}, "match_not_over")
    await scene.refuses(guest, {"type": "again", "match": 9}, "match_not_over")
    await scene.refuses(guest, {"type": "start"}, "not_host")
    await scene.refuses(guest, {"type": "free", "seat": 0, "name": host.name}, "not_host")
    await scene.refuses(guest, {"type": "options", "options": {"target": 150}}, "not_host")
    await scene.refuses(host, {"type": "options", "options": {"target": 150}}, "already_started")
    await scene.refuses(host, {"type": "free", "seat": 1, "name": guest.name}, "already_started")
    await scene.refuses(guest, {"type": "level", "seat": 0, "level": "hard"}, "not_host")
    await scene.refuses(host, {"type": "level", "seat": 0, "level": "hard"}, "no_computer", "seat")
    await scene.refuses(host, {"type": "level", "seat": 1, "level": "hard"}, "no_computer", "seat")


async def test_what_has_no_place_before_the_start_is_refused(lobby: Scene) -> None:
    host, guest = lobby.people[0], lobby.people[1]

    for kind in ("place", "draw", "pass", "ready", "again", "new_round"):
        await lobby.refuses(guest, {"type": kind, **GOOD[kind]}, "no_match")
    await lobby.refuses(guest, {"type": "start"}, "not_host")
    await lobby.refuses(guest, {"type": "free", "seat": 2, "name": lobby.people[2].name}, "not_host")
    await lobby.refuses(guest, {"type": "options", "options": {}}, "not_host")
    await lobby.refuses(host, {"type": "options", "options": {"target": 55}}, "wrong_options", "target")
    for game, options, fields in NOT_TOGETHER:
        if game == "partners":
            await lobby.refuses(host, {"type": "options", "options": options}, "wrong_options", *fields)
    await lobby.refuses(guest, {"type": "level", "seat": 1, "level": "easy"}, "not_host")
    for seat in range(4):
        level = {"type": "level", "seat": seat, "level": "easy"}
        await lobby.refuses(host, level, "no_computer", "seat")
    await lobby.refuses(host, {"type": "free", "seat": 0, "name": host.name}, "wrong_value", "seat")
    assert (await host.ask({"type": "free", "seat": 3, "name": lobby.people[3].name}))["ok"]
    await host.until(lambda: host.table["seats"][3] is None)  # type: ignore[index]
    await lobby.refuses(host, {"type": "start"}, "not_full")


async def test_a_start_said_twice_is_one_start(scene: Scene) -> None:
    before = await scene.eye.positions(scene.code)

    assert (await scene.people[0].ask({"type": "start"}))["ok"]

    assert await scene.eye.positions(scene.code) == before


async def test_what_has_no_place_at_a_table_to_play_alone_is_refused(alone: Scene) -> None:
    [person] = alone.people
    here = alone.at()

    await alone.refuses(person, {"type": "level", "seat": 0, "level": "hard"}, "no_computer", "seat")
    await alone.refuses(person, {"type": "level", "seat": 2, "level": "hard"}, "no_such_seat", "seat")
    await alone.refuses(person, {"type": "options", "options": {"alone": False}}, "already_started")
    await alone.refuses(person, {"type": "free", "seat": 1, "name": "Amal"}, "already_started")
    await alone.refuses(person, {"type": "new_round", **here, "ply": here["ply"] + 1}, "future_ply")
    await alone.refuses(person, {"type": "new_round", **here, "round": 2}, "wrong_round")
    await alone.refuses(person, {"type": "new_round", **here, "match": 2}, "wrong_round")

    assert (await person.ask({"type": "level", "seat": 1, "level": "hard"}))["ok"]
    assert (await person.ask({"type": "new_round", **here}))["ok"]
    await person.until(lambda: person.view["round"]["number"] == 2)  # type: ignore[index]
    assert (await person.ask({"type": "new_round", **here}))["ok"], "said again, it is known"
