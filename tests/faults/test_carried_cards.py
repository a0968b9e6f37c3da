"""Carried cards at two processes: everybody is told who carries what where, and moves go on meanwhile."""

import asyncio
import json
import re
from typing import Any

from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab

Pair = tuple[Server, Server]
CARD = re.compile(r"[A2-9TJQK][SHCD]")


async def carry(tab: WireTab, **what: Any) -> None:
    await tab.send(json.dumps(["note", {"k": "carry", **what}]))


def hands(tab: WireTab) -> list[dict[str, Any]]:
    return tab.notes("carry")


async def test_a_hand_is_seen_at_the_other_process_until_its_line_breaks(pair: Pair) -> None:
    here, there = pair
    people = [Person(here), Person(there)]
    code = table_of(people, "nerts")
    async with WireTab(here.ws, code, people[0].key) as ada, WireTab(there.ws, code, people[1].key) as bob:
        await ada.join()
        await bob.join()
        async with asyncio.timeout(60):
            while not hands(bob):  # a note may be lost
                await carry(ada, **{"from": "n0", "cards": 1, "over": None})
                await asyncio.sleep(0.1)
        await carry(ada, **{"from": "w0.1", "cards": 1, "over": "f0"})
        over = {"k": "carry", "who": [0, 0], "from": "w0.1", "cards": 1, "over": "f0"}
        await bob.until(lambda: hands(bob)[-1] == over)
        await carry(bob, **{"from": "w1.0", "cards": 1, "over": "w1.2"})
        await ada.until(lambda: hands(ada))
        assert hands(ada) == [{"k": "carry", "who": [1, 0], "from": "w1.0", "cards": 1, "over": "w1.2"}]
        ada.cut()
        await bob.until(lambda: hands(bob)[-1] == {"k": "carry", "who": [0, 0]})
        assert not CARD.search(json.dumps([hands(ada), hands(bob)]))


async def test_hands_that_wave_hold_up_no_move(pair: Pair) -> None:
    """Two people wave their cards faster than anybody may, until all that they play has its answer."""
    people = [Person(server) for server in pair]
    code = table_of(people, "nerts")
    async with (
        WireTab(pair[0].ws, code, people[0].key) as ada,
        WireTab(pair[1].ws, code, people[1].key) as bob,
    ):
        for tab in (ada, bob):
            await tab.join()
        await ada.play("ready")
        await bob.play("ready")
        await ada.until(lambda: ada.facts["wake_at"] is None)
        await bob.at(ada.seq)

        async def waves(tab: WireTab) -> None:
            seat = tab.you[0] if tab.you else 0
            for n in range(100):
                await carry(tab, **{"from": f"n{seat}", "cards": 1, "over": f"f{n % 8}"})
                await asyncio.sleep(0.02)

        async def flips(tab: WireTab) -> None:
            seat = tab.you[0] if tab.you else 0
            for _ in range(10):
                outcome = await tab.play("flip", tab.zone(f"s{seat}"))
                assert outcome[0] == "e", outcome
                await asyncio.sleep(0.1)

        await asyncio.gather(waves(ada), waves(bob), flips(ada), flips(bob))
        newest = max(ada.seq, bob.seq)
        await asyncio.gather(ada.at(newest), bob.at(newest))
        assert (ada.closed, bob.closed) == (None, None)
        assert hands(ada)
        assert hands(bob)
        assert not ada.outcomes.keys() & bob.outcomes.keys()
        assert ada.told("no") == bob.told("no") == []
