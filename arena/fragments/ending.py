"""The end of a match as HTML: results, the end card and the notebook."""

from __future__ import annotations

from markupsafe import Markup

from woozle.arena.fragments.html_templates import render
from woozle.arena.fragments.table import Addresses, no_pictures, panels
from woozle.arena.views.end_card import EndCard
from woozle.arena.views.notebook import NotebookPage
from woozle.arena.views.panels import Results


def results(shown: Results, addresses: Addresses = no_pictures) -> Markup:
    """Return the results of a match."""
    names = {row.who: row.cells[0] for row in shown.ranks.rows if row.cells}
    return render(
        "results.html",
        results=shown,
        facts=(*shown.facts, *shown.failures, *shown.answers, *shown.costs, *shown.notes),
        panels=panels(shown.panels, names, addresses, "end-"),
    )


def end_card(card: EndCard, addresses: Addresses = no_pictures) -> Markup:
    """Return the end of a match in a few words, with its scenes below."""
    scenes = [(scene.title, panels([scene.panel], {}, addresses, "scene-")) for scene in card.scenes]
    return render("end_card.html", card=card, scenes=scenes)


def notebook(page: NotebookPage, *, is_by_seat: bool = True, log: str = "") -> Markup:
    """Return the notebook of a seat. log: the address of the page with the log that entries lead to; empty for this page."""
    return render("notebook.html", rows=page.rows(is_by_seat=is_by_seat, only_conflicts=False), log=log)
