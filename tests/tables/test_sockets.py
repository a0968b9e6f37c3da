"""Nobody waits for anybody: slow clients are skipped; what is told is encoded once; long logs open fast."""

import json
import time

from compendium.rules import Chance, new_table
from compendium.rules import play as play_move
from compendium.tables import protocol, socket, store
from compendium.tables.models import Entry, Table
from tests.tables.client import HubTab, kept_in
from tests.tables.conftest import Play
from tests.tables.toys import toy


async def covers(tab: HubTab, times: int) -> None:
    """So many entries, of which the mover says that they were seen."""
    for _ in range(times):
        tab.socket.bucket.spend(-1)
        await tab.play("cover")
        if tab.seq - tab.socket.seen > 100:
            await tab.send(json.dumps(["seen", tab.seq]))


async def test_a_laggard_is_skipped_and_later_given_one_view(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, _ = await game.all()
    slow = await game.tab(1).join()
    await covers(ada, socket.MOST_BEHIND + 20)
    assert slow.seq == socket.MOST_BEHIND + 1
    assert slow.socket.lagging
    await slow.send(json.dumps(["seen", 300]))
    assert slow.seq == socket.MOST_BEHIND + 1, "it has not come so far"
    await slow.send(json.dumps(["seen", slow.seq]))
    assert (slow.seq, slow.sees) == (ada.seq, (await game.tab(1).join()).sees)
    assert len(slow.told("view")) == 2


async def test_whoever_says_seen_is_told_everything(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    for _ in range(9):
        await covers(ada, 50)
        await bob.send(json.dumps(["seen", bob.seq]))
    await bob.at(socket.MOST_BEHIND + 51)
    assert len(bob.told("view")) == 1


async def test_a_frame_is_made_once_for_all_who_see_the_same(play: Play) -> None:
    game = await play(people=3, at_once=False)
    tabs = await game.all()
    texts: list[str] = []
    for _ in range(5):
        watcher = await game.tab(None).join()
        watcher.socket.say = kept_in(texts)
    await tabs[0].play("put", "AS")
    entries = [text for text in texts if text.startswith('["e"')]
    assert len(entries) == 5
    assert len(set(map(id, entries))) == 1


async def test_only_whose_turn_it_is_learns_what_is_legal(play: Play) -> None:
    game = await play(people=2)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    await ada.play("put", "AS")
    assert [len(tab.legal) for tab in (ada, bob, watcher)] == [0, 5, 0]
    assert len(ada.told("e")[0]) == 6
    assert len(bob.told("e")[0]) == 7


async def test_a_watcher_sees_what_everybody_sees(play: Play) -> None:
    game = await play(people=2)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    await ada.play("put", "AS")
    await bob.play("put", "AH")
    heard = json.dumps(watcher.frames)
    assert all(card not in heard for hand in ("2345") for card in (f"{hand}S", f"{hand}H"))
    assert watcher.zone("top") == [1, "*1"]
    await ada.play("cover")
    assert watcher.zone("top") == [0, None]
    assert watcher.zone("stock") == 1


async def test_a_log_of_5000_entries_opens_fast(play: Play) -> None:
    game = await play(people=2, at_once=True)
    t = new_table(toy, 2, toy.Options(at_once=True), Chance.seeded(1))
    rows = []
    for seq in range(2, 5001):
        t = play_move(toy, t, seq % 2, ("cover",), now=seq)
        ops = protocol.encode_text(t.ops)
        rows.append(
            Entry(
                table_id=game.id,
                seq=seq,
                at=seq,
                seat=seq % 2,
                player="7",
                move_id=f"m{seq:07}",
                move='["cover"]',
                ops=ops,
            )
        )

    def fill() -> None:
        Entry.objects.bulk_create(rows)
        Table.objects.filter(pk=game.id).update(head=5000)

    def load() -> tuple[float, float]:
        wall, cpu = time.perf_counter(), time.thread_time()
        replica = store.load(game.id)
        assert replica is not None
        assert replica.head == 5000
        return time.perf_counter() - wall, time.thread_time() - cpu

    await game.do(fill)
    wall, cpu = min([await game.do(load) for _ in range(3)])
    print(f"5,000 entries opened in {wall * 1000:.0f} ms, {cpu * 1000:.0f} ms of them in this process")
    assert cpu < 0.5
    ada = await game.tab(0).join()
    assert ada.seq == 5000
