"""Streams of events are taken apart in the same way, however they come in."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from woozle.players.backends.event_stream import EventStream

STREAM = b": hello\n\ndata: one\n\nevent: x\r\ndata:two\r\nid: 7\r\n\r\ndata: three\rdata:  four\r\r\ndata: [DONE]\n\n"
TOLD = [b"one", b"two", b"three\n four", b"[DONE]"]


def heard(*pieces: bytes) -> list[bytes]:
    stream = EventStream()
    return [event.data for piece in pieces for event in stream.add(piece)]


@given(st.lists(st.integers(0, len(STREAM))))
def test_it_does_not_matter_where_a_stream_is_cut(cuts: list[int]):
    cuts = sorted({0, *cuts, len(STREAM)})
    assert heard(*(STREAM[start:end] for start, end in pairwise(cuts))) == TOLD


def test_an_event_is_heard_as_soon_as_it_is_whole():
    stream = EventStream()
    assert not list(stream.add(b"data: one\n"))
    assert list(stream.add(b"\n")) == [(b"one", b"")]
