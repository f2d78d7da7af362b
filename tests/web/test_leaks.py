"""Two matches that differ only in what a seat may not know are the same to it, byte by byte; `benchmarks.open_table` has 2,000."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from woozle.arena.web import seat_socket

from tests.option_values import own_games
from tests.web.leaks import blind_difference, difference, house
from tests.web.twins import pairs_of

_PAIRS, _STEPS = 10, 12  # of each game, and answers of a pair


@pytest.mark.parametrize("game", own_games())
async def test_a_seat_is_sent_the_same_whatever_it_may_not_know(game, tmp_path):
    pairs = await asyncio.to_thread(pairs_of, game, _PAIRS, _STEPS)
    assert {change for pair in pairs for change in pair.changes} >= {"answer", "unreadable"}
    async with house(tmp_path) as (tables, base, session):
        for pair, how in zip(pairs, itertools.cycle(("seat", "page"))):
            assert not await difference(pair, how, tables, base, session)


async def test_a_host_that_leaks_is_found_out(tmp_path, monkeypatch):
    def telling(receipt):
        return closed_message(receipt).model_copy(update={"why": f"{len(repr(spied[-1].match.referee.record))}"})

    def spying(table, *args):
        spied.append(table)
        return receipt_message(table, *args)

    spied, (closed_message, receipt_message) = [], (seat_socket.closed_message, seat_socket.receipt_message)
    monkeypatch.setattr(seat_socket, "receipt_message", spying)
    monkeypatch.setattr(seat_socket, "closed_message", lambda receipt: telling(receipt) if spied else closed_message(receipt))
    pairs = await asyncio.to_thread(pairs_of, "ship", 5)
    async with house(tmp_path) as (tables, base, session):
        assert any([await difference(pair, "seat", tables, base, session) for pair in pairs])


@pytest.mark.parametrize("how", ["seat", "page"])
async def test_a_blind_table_tells_nobody_who_sits_where_or_who_is_lost(how, tmp_path):
    async with house(tmp_path) as (tables, base, session):
        assert not await blind_difference(how, tables, base, session)
