"""The channel layer between processes: hints arrive, also after a silence."""

import asyncio

from channels.layers import get_channel_layer

SILENCE = 6.5  # seconds; a socket timeout of 5 would have ended the subscription


async def test_a_hint_arrives_after_a_long_silence() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("tables", channel)
    hearing = asyncio.ensure_future(layer.receive(channel))
    await asyncio.sleep(SILENCE)
    await layer.group_send("tables", {"type": "hint", "head": 7})
    assert (await asyncio.wait_for(hearing, 20))["head"] == 7


async def test_a_burst_of_hints_arrives_whole() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("burst", channel)
    for head in range(500):
        await layer.group_send("burst", {"type": "hint", "head": head})
    heard = [(await asyncio.wait_for(layer.receive(channel), 20))["head"] for _ in range(500)]
    assert heard == list(range(500))
