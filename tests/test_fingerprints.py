"""The bots' play for a seed, what models read and see of it, and all its figures, are unchanged."""

from __future__ import annotations

import pytest

from woozle.core.measures import report_of
from woozle.saves.tables.match_tables import match_tables

from tests import fingerprints
from tests.test_conformance import CASES


@pytest.mark.parametrize("part", fingerprints.PARTS)
def test_nothing_has_changed_by_accident(part):
    changed = fingerprints.changes(part)
    assert not changed, fingerprints.say_changed(part, changed)


def test_every_column_and_figure_is_kept():
    kept = [(case, found) for case in CASES if (found := fingerprints.kept().get(case.name))]
    new = dict.fromkeys(
        f"{table.name}: {column.name}"
        for _, found in kept
        for table in match_tables(with_text=True)
        for column in table.all_columns
        if column.name not in found[f"table of {table.name}"]
    )
    for game in {type(case.play()) for case, _ in kept}:
        there = [name for case, found in kept if type(case.play()) is game for name in found["reports"]]
        figures = fingerprints.figures_of(report_of(game))
        new |= dict.fromkeys(f"{game.name}: {figure}" for figure in figures if not any(name.startswith(figure) for name in there))
    assert not new, f"Not kept yet: {', '.join(new)}. {fingerprints.RENEW}"


def test_what_is_new_changes_nothing_else_and_what_changed_is_named(monkeypatch):
    kept = {"matches": "a", "table of seats": {"seat": "b", "role": "c"}}
    monkeypatch.setattr(fingerprints, "kept", lambda: {"urn": kept})
    for now, changed in (
        (kept | {"table of seats": {"seat": "b", "new": "d", "role": "c"}}, []),
        (kept | {"table of seats": {"seat": "other", "role": "c"}}, ["table of seats: seat"]),
        (kept | {"table of seats": {"seat": "b"}}, ["table of seats: role"]),
        (kept | {"matches": "other"}, ["matches"]),
        (kept | {"audits": "new"}, ["audits"]),
    ):
        monkeypatch.setattr(fingerprints, "PARTS", {"urn": lambda now=now: now})
        assert fingerprints.changes("urn") == changed
    said = fingerprints.say_changed("urn", ["table of seats: seat"])
    assert "table of seats: seat" in said and "`python -m tests.fingerprints`" in said
