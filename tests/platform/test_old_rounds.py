"""Old rounds over HTTP, on the whole platform: nothing before a round is over, and then all to its table."""

from collections.abc import AsyncIterator, Iterator, Sequence
from secrets import token_urlsafe

import httpx
import pytest

from console.checks import check
from contracts.rounds import RoundRecord, RoundsKept
from tests.harness.platform import Platform
from tests.platform.bad_input.asking import Client, assert_problem
from tests.platform.leaks import HEX, TILE
from tests.platform.people import Person, go, in_a_match, latest, moved

ENV = {"DOUBLESIX_TABLES_PER_MINUTE": "1000", "DOUBLESIX_GUESSES_PER_MINUTE": "100000"}
STRANGER = token_urlsafe(32)


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    with Platform(gateways=2, engines=2, env=ENV) as platform:
        yield platform


@pytest.fixture
async def people(platform: Platform) -> AsyncIterator[list[Person]]:
    people = await in_a_match(platform.urls)
    yield people
    await go(people)


@pytest.fixture
async def client(platform: Platform) -> AsyncIterator[Client]:
    client = Client(platform)
    yield client
    await client.close()


class Asker:
    """Asks for the old rounds of one table, as anybody."""

    def __init__(self, client: Client, people: Sequence[Person]) -> None:
        self._client = client
        self._path = f"/api/tables/{people[0].code}/rounds"
        self.secrets = [str(person.secret) for person in people]

    async def get(self, secret: str | None, which: str = "") -> httpx.Response:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        return await self._client.ask("GET", self._path + which, headers=headers)

    async def listed(self, secret: str) -> list[tuple[int, int]]:
        kept = RoundsKept.model_validate_json((await self.get(secret)).content)
        return [(one.match, one.round) for one in kept.rounds]

    async def is_hidden(self, which: str) -> None:
        """A round is shown to nobody, and what is said instead names nothing of it."""
        for secret in self.secrets:
            answer = await self.get(secret, which)
            assert_problem(answer, 404, "no_such_round")
            assert_says_nothing(answer)
        await self.is_hidden_from_strangers(which)

    async def is_hidden_from_strangers(self, which: str) -> None:
        for secret in (STRANGER, None):
            for path in ("", which):
                answer = await self.get(secret, path)
                assert_problem(answer, 403, "not_seated")
                assert_says_nothing(answer)


def assert_says_nothing(answer: httpx.Response) -> None:
    text = f"{answer.headers} {answer.text}"
    assert not TILE.findall(answer.text)
    assert not HEX.findall(text)


async def play_on(people: Sequence[Person]) -> bool:
    """Let the next one play; return whether the round is over then."""
    view = latest(people)
    person = people[view["round"]["turn"]]
    await moved(person)
    ply = view["round"]["ply"]
    for each in people:
        await each.until(lambda each=each: each.view["round"]["ply"] > ply)  # type: ignore[misc]
    return latest(people)["round"]["hands"] is not None


async def test_a_round_is_hidden_until_it_is_over_and_then_shown_to_its_table(
    people: list[Person], client: Client
) -> None:
    asker = Asker(client, people)
    over = False
    while not over:
        await asker.is_hidden("/1/1")
        await asker.is_hidden("/1/2")
        assert [await asker.listed(secret) for secret in asker.secrets] == [[]] * 4
        over = await play_on(people)

    shown = [(await asker.get(secret, "/1/1")).content for secret in asker.secrets]
    assert len(set(shown)) == 1, "all are shown the same"
    record, view = RoundRecord.model_validate_json(shown[0]), latest(people)
    assert (record.seed, record.commitment) == (view["round"]["seed"], view["round"]["commitment"])
    assert record.model_dump(mode="json")["log"] == view["round"]["log"]
    assert list(check(record))
    assert [await asker.listed(secret) for secret in asker.secrets] == [[(1, 1)]] * 4
    await asker.is_hidden_from_strangers("/1/1")


async def test_the_next_round_is_hidden_again(people: list[Person], client: Client) -> None:
    asker = Asker(client, people)
    while not await play_on(people):
        pass
    for person in people:
        assert (await person.ask({"type": "ready", "match": 1, "round": 1}))["ok"]
    for person in people:
        await person.until(lambda person=person: person.view["round"]["number"] == 2)  # type: ignore[misc]

    for _ in range(3):
        await asker.is_hidden("/1/2")
        assert [await asker.listed(secret) for secret in asker.secrets] == [[(1, 1)]] * 4
        await play_on(people)


async def test_who_sits_at_another_table_is_a_stranger_here(
    platform: Platform, people: list[Person], client: Client
) -> None:
    elsewhere = Person(platform.urls, "Basim")
    await elsewhere.open_table()
    while not await play_on(people):
        pass

    answer = await Asker(client, people).get(elsewhere.secret, "/1/1")

    assert_problem(answer, 403, "not_seated")
    await elsewhere.close()


async def test_a_round_that_was_given_up_is_shown_and_the_new_one_is_not(
    platform: Platform, client: Client
) -> None:
    people = [Person(platform.urls, name) for name in ("Amal", "Basim")]
    await people[1].sit(await people[0].open_table("duel"))
    for person in people:
        await person.connect()
    assert (await people[0].ask({"type": "start"}))["ok"]
    for person in people:
        await person.until(lambda person=person: person.view is not None)  # type: ignore[misc]
    for _ in range(2):
        await play_on(people)
    asker, view = Asker(client, people), latest(people)
    await asker.is_hidden("/1/1")

    at = {"match": 1, "round": 1, "ply": view["round"]["ply"]}
    for person in people:
        assert (await person.ask({"type": "new_round", **at}))["ok"]

    record = RoundRecord.model_validate_json((await asker.get(asker.secrets[0], "/1/1")).content)
    assert (record.result, len(record.log), record.scores) == (None, view["round"]["ply"], (0, 0))
    assert list(check(record))
    await asker.is_hidden("/1/2")
    await asker.is_hidden_from_strangers("/1/1")
    await go(people)


async def test_old_rounds_are_there_after_their_engines_and_their_store_were_killed(
    platform: Platform, people: list[Person], client: Client
) -> None:
    asker = Asker(client, people)
    while not await play_on(people):
        pass
    before = (await asker.get(asker.secrets[0], "/1/1")).content

    for service, index in (("engine", 0), ("engine", 1), ("valkey", 0)):
        platform.kill(service, index)
    platform.wait_ready()

    assert await people[0].rounds() == await people[2].rounds() != []
    assert (await asker.get(asker.secrets[1], "/1/1")).content == before
