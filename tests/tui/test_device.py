"""Settings kept of the terminal on which a person plays."""

from __future__ import annotations

import getpass
import platform
import socket
from dataclasses import asdict
from itertools import count
from pathlib import Path

import textual
from textual import events

from woozle.tui import surfaces
from woozle.tui.app import WoozleApp
from woozle.tui.device import Device, measure_device


async def device_of(app, size=(80, 24), clock=None):
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        worker = app.run_worker(measure_device(app, clock) if clock else measure_device(app))
        return await worker.wait()


async def test_the_wait_for_a_repaint_is_the_median_of_some(monkeypatch):
    monkeypatch.setattr(
        "woozle.tui.device._AT_MOST", 60.0
    )  # on a busy machine a quarter of a second is over before all are painted
    ticks = count()

    def clock():
        """Each repaint takes 1, 3, 5 ... seconds, by this clock."""
        return next(ticks) ** 2

    assert (await device_of(WoozleApp(), clock=clock)).refresh_ms == 17_000


async def test_on_a_screen_that_never_paints_it_is_not_known_and_nobody_waits_for_it(monkeypatch):
    app = WoozleApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(app.screen, "call_after_refresh", lambda *_: True)
        assert (await app.run_worker(measure_device(app)).wait()).refresh_ms is None


async def test_a_terminal_that_shows_pixels_and_told_of_its_focus_is_known_to_do_so():
    app = WoozleApp()
    app.terminal = surfaces.Surface("kitty", object)
    async with app.run_test() as pilot:
        app.post_message(events.AppFocus())
        await pilot.pause()
        device = await app.run_worker(measure_device(app)).wait()
        assert (device.images, device.tells_focus) == ("kitty", True)


async def test_size_pictures_and_versions_are_what_they_are_and_nothing_says_whose_machine_it_is(monkeypatch):
    for name in ("TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM", "SSH_CLIENT"):
        monkeypatch.setenv(name, "planted-name")
    device = await device_of(WoozleApp(), (132, 40))
    assert (device.columns, device.rows, device.images) == (132, 40, "halfblock")
    assert (device.python, device.textual) == (platform.python_version(), textual.__version__)
    assert (device.tells_focus, device.is_browser) == (False, False)
    assert device.kitty_keys in (None, False)
    said = str(asdict(device)).lower()
    assert set(asdict(Device(*([None] * 10)))) == {
        *("columns", "rows", "colours", "images", "refresh_ms", "tells_focus", "kitty_keys", "is_browser", "python", "textual")
    }
    for secret in ("planted", socket.gethostname(), getpass.getuser(), str(Path.cwd()), platform.release(), platform.node()):
        assert secret.lower() not in said
