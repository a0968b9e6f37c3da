"""The wire: what is no frame is Malformed, whatever it is, and nothing else is raised."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium.tables import protocol
from compendium.tables.protocol import Carry, Join, Malformed, decode


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ('["m","abc123",0,["play","7H"]]', ("m", "abc123", 0, ("play", "7H"))),
        ('["m","abcd1234",3,["x",1,null,-5]]', ("m", "abcd1234", 3, ("x", 1, None, -5))),
        ('["m","abc123",99,["play"]]', ("m", "abc123", 99, ("play",))),
        ('["seen",17]', ("seen", 17, None)),
        ('["seen",17,80]', ("seen", 17, 80)),
        ('["seen",17,-5]', ("seen", 17, 0)),
        ('["seen",17,99999]', ("seen", 17, 2_000)),
        ('["note",{"k":"sing","cards":[]}]', ("note", None)),
        ('["note",{}]', ("note", None)),
        ('["note",{"k":"carry"}]', ("note", Carry("carry"))),
        ('["note",{"k":"carry","from":"w0.1","cards":3}]', ("note", Carry("carry", "w0.1", 3))),
        (
            '["note",{"k":"carry","from":"w0.1","cards":1,"over":"f2"}]',
            ("note", Carry("carry", "w0.1", 1, "f2")),
        ),
        (
            '["note",{"k":"carry","from":"w0.1","cards":1,"over":null}]',
            ("note", Carry("carry", "w0.1", 1)),
        ),
        ('["join",{}]', ("join", Join())),
        ('["join",{"as":"watch"}]', ("join", Join(as_="watch"))),
        (
            '["join",{"since":3,"as":[1,0],"pending":["abc123"]}]',
            ("join", Join(since=3, as_=(1, 0), pending=["abc123"])),
        ),
        (' [ "seen" , 17 ] ', ("seen", 17, None)),
    ],
)
def test_frames(text: str, frame: tuple[Any, ...]) -> None:
    assert decode(text) == frame


GARBAGE = [
    "",
    " ",
    "hello",
    "null",
    "17",
    "{}",
    "[]",
    "[[]]",
    '["m"]',
    '["join"]',
    '["join",[]]',
    '["join",{},{}]',
    '["join",{"since":"3"}]',
    '["join",{"since":1.5}]',
    '["join",{"as":[1]}]',
    '["join",{"as":"host"}]',
    '["join",{"as":[true,0]}]',
    '["join",{"pending":"abc123"}]',
    '["join",{"pending":["ABC123"]}]',
    '["join",{"pending":[1]}]',
    '["join",{"more":1}]',
    json.dumps(["join", {"pending": [f"abc{n:03}" for n in range(33)]}]),
    '["seen"]',
    '["seen","17"]',
    '["seen",null]',
    '["seen",true]',
    '["seen",1.0]',
    '["seen",1,1.5]',
    '["seen",1,true]',
    '["seen",1,null]',
    '["seen",1,2,3]',
    '["note",{"k":"carry","from":"w0.1"}]',
    '["note",{"k":"carry","from":"w0.1","cards":0}]',
    '["note",{"k":"carry","from":"w0.1","cards":-1}]',
    '["note",{"k":"carry","from":"w0.1","cards":true}]',
    '["note",{"k":"carry","from":"w0.1","cards":["7H"]}]',
    '["note",{"k":"carry","from":7,"cards":1}]',
    '["note",{"k":"carry","from":"w0.1","cards":1,"over":7}]',
    '["note",{"k":"carry","from":"w0.1","cards":1,"card":"7H"}]',
    '["note",{"k":"carry","cards":1}]',
    '["note",{"k":"carry","over":"f1"}]',
    '["note",{"k":"carry","from":null,"cards":1}]',
    '["note"]',
    '["note",1]',
    '["view",1,2,null,null,null]',
    '["sing",1]',
    "NaN",
    '["seen",NaN]',
    '["seen",Infinity]',
    '["seen",1e999]',
    '["seen",' + "9" * 3000 + "e9]",
    "[" * 4000,
    "[" * 2000 + "]" * 2000,
    '{"a":' * 600 + "1" + "}" * 600,
    '["seen",17]x',
    "\x00",
    '["note",{"\ud800":1}]',
    '["note",{"k":"\\ud800"}]',
    "x" * 5000,
    '["note",{"k":"' + "x" * 4096 + '"}]',
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: text[:30])
def test_garbage_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as malformed:
        decode(text)
    assert malformed.value.id is None


@pytest.mark.parametrize(
    "rest",
    [
        "",
        ",0",
        ',"0",["play"]',
        ',true,["play"]',
        ',1.0,["play"]',
        ',null,["play"]',
        ",0,[]",
        ",0,{}",
        ',0,"play"',
        ",0,[7]",
        ",0,[null]",
        ',0,["play",true]',
        ',0,["play",1.5]',
        ',0,["play",["7H"]]',
        ',0,["play",{}]',
        f',0,["play",{2**53}]',
        f',0,["play",{2**64}]',
        ',0,["play",' + "9" * 1000 + "]",
        ',0,["play","' + "x" * 41 + '"]',
        ',0,["a",1,2,3,4,5,6,7,8]',
        ',0,["play"],1',
    ],
)
def test_a_malformed_move_is_answered_by_its_id(rest: str) -> None:
    with pytest.raises(Malformed) as malformed:
        decode(f'["m","abc123"{rest}]')
    assert malformed.value.id == "abc123"


@pytest.mark.parametrize("id", ["", "abc12", "abcd12345", "ABC123", "abc-123", "ąbc123", "abc123\n"])
def test_a_wrong_id_is_malformed(id: str) -> None:
    with pytest.raises(Malformed) as malformed:
        decode(json.dumps(["m", id, 0, ["play"]]))
    assert malformed.value.id == id[:8]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(JSON | st.tuples(st.sampled_from(["m", "join", "seen", "note"]), JSON, JSON, JSON).map(list))
def test_any_json_is_a_frame_or_malformed(value: Any) -> None:
    try:
        frame = decode(json.dumps(value))
    except Malformed:
        return
    assert frame[0] in ("m", "join", "seen", "note")


@given(st.text())
def test_any_text_is_a_frame_or_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        decode(text)
    assert protocol.id_of(text) is None


def test_a_note_is_told_by_its_beginning() -> None:
    assert protocol.is_note(' [ "note",{}]')
    assert not protocol.is_note('["seen",1,"note"]')
    assert not protocol.is_note('["m","abc123",0,["note"]]')


def test_the_id_of_a_frame_that_is_not_looked_at() -> None:
    assert protocol.id_of('["m","abc123",0,["play","7H"]]') == "abc123"
    assert protocol.id_of('["m","abc123"]') == "abc123"
    assert protocol.id_of('["seen",17]') is None


def test_a_refusal_that_is_no_json_is_told_without_its_args() -> None:
    assert json.loads(protocol.no_frame("abc123", "illegal", {"why": object()})) == [
        "no",
        "abc123",
        "illegal",
        {},
    ]
    assert json.loads(protocol.no_frame("abc123", "illegal", {"s": {1}, "n": 2**70}))[:3] == [
        "no",
        "abc123",
        "illegal",
    ]
    assert json.loads(protocol.no_frame("abc123", object()))[2].startswith("<object")  # type: ignore[arg-type]
