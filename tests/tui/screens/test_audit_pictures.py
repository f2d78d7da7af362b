"""Pictures of claims that were checked. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

import pytest

from woozle.arena.play.start import Replay
from woozle.arena.views import registry
from woozle.arena.views.audits import CONTRADICTED, TRUE, UNCERTAIN, UNSEEN, ClaimRow
from woozle.games.ship.views.audit import Audit
from woozle.games.ship.views.verdicts import STANDINGS, VERDICTS
from woozle.tui.app import WoozleApp
from woozle.tui.widgets.claims import ClaimsPanel

from tests.arena.play.test_replay_source import played
from tests.tui.hosts import HOSTILE, LARGE, SMALL, settled
from tests.tui.screens.test_auditing import END, heard

FOUND = (
    (TRUE, "", "{0} was in Galley, at tick 1", "{0} was in galley at tick 1."),
    (VERDICTS["wrong_room"], CONTRADICTED, "{0} did a task in Cargo", "{0} worked in airlock at tick 1, not in cargo."),
    (TRUE, "no grounds", "{0} accuses Diana", "Diana is a duck. {0} had seen nothing that speaks for it."),
    (
        VERDICTS["near_miss"],
        "mistaken",
        "{0} took Cargo → Airlock → Cargo",
        "{0} was in these rooms, but in the order airlock - cargo.",
    ),
    (UNSEEN, "", "{0} was alone somewhere", "The log does not say where."),
)


class Canned(Audit):
    """The same claims in each speech, so that these pictures change with the screen alone, and not with grammar or verdicts."""

    def check(self, until, most):
        rows, start = [], self._done
        self._done = bisect_left(self._speeches, until)
        for at in self._speeches[start : self._done]:
            said, _ = self._record[at]
            number = "ABCDE".index(said.seat[0])
            for verdict, standing, claim, reason in FOUND[number % 2 :]:
                words = claim.format(said.seat), reason.format(said.seat)
                rows.append(ClaimRow(at, number + 1, said.seat, words[0], verdict, standing, words[1], (17,), said.text[:40]))
        return tuple(rows)


@pytest.fixture(autouse=True)
def canned(monkeypatch):
    monkeypatch.setattr(registry, "audit_of", lambda game: lambda is_imported: Canned())


@pytest.fixture
def app():
    return WoozleApp(Replay(played("bot:random*5", seed=21), line=END), clock=lambda: 0.0)


def after(*keys):
    async def show(pilot):
        await heard(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await settled(pilot)

    return show


def test_what_proves_a_lie(snap_compare, app):
    assert snap_compare(app, terminal_size=LARGE, run_before=after("c", "w", "w", "enter"))


def strange() -> list[ClaimRow]:
    """All verdicts, of ten seats with odd names."""
    names = (HOSTILE, "字" * 30, "x" * 60, *"DEFGHIJ")
    found = [(verdict, standing) for verdict in VERDICTS.values() for standing in (*STANDINGS.values(), "")]
    found += [(UNCERTAIN, "")]
    one = ClaimRow(0, 1, "", "", UNCERTAIN, "", HOSTILE, (), HOSTILE)
    seats = [replace(one, number=n, speaker=name, claim=f"{name} saw {HOSTILE}") for n, name in enumerate(names, 1)]
    return [replace(seats[n % 10], verdict=verdict, standing=standing) for n, (verdict, standing) in enumerate(found)]


def test_strange_claims(snap_compare, app):
    async def show(pilot):
        screen = await heard(pilot)
        await pilot.press("c")
        screen.query_one(ClaimsPanel).show(strange())
        await settled(pilot)

    assert snap_compare(app, terminal_size=SMALL, run_before=show)
