"""Objects exempt from garbage collection."""

from __future__ import annotations

import gc

from woozle.saves.garbage_collection import pause_collection, relax_collection


def test_while_reading_nobody_looks_for_circles():
    with pause_collection():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_set_meanwhile_is_set_again_after_the_last_of_several_records():
    before = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        one, other = relax_collection(), relax_collection()
        one.__enter__()
        other.__enter__()
        one.__exit__(None, None, None)
        assert gc.get_threshold() == (50_000, 20, 1000)
        other.__exit__(None, None, None)
        assert gc.get_threshold() == (50_000, 20, 100)
    finally:
        gc.set_threshold(*before)
