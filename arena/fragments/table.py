"""The table and its log as HTML: what a screen of the terminal shows, in parts that are put in by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from markupsafe import Markup

from woozle.arena.fragments.html_templates import kept, render
from woozle.arena.views.help import for_pages
from woozle.arena.views.panels import OVER, Panel, Pictures, SeatCard, TableView
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.core.words import readable_name

Addresses: TypeAlias = Callable[[Pictures], Sequence[str]]
"""Returns where the pictures of a panel are, in order; nothing where they cannot be drawn."""

NEWEST = 60
"""Lines of the log that stand there at first; older ones are behind `earlier`."""


def no_pictures(panel: Pictures) -> Sequence[str]:
    """Return no addresses."""
    return ()


# The table


def table(view: TableView, addresses: Addresses = no_pictures) -> Mapping[str, str]:
    """Return the parts of a table by id: `title` is a text, `role`, `status`, `seats` and `panels` are HTML."""
    names = {card.number: card.name for card in view.seats}
    return {
        "title": visible_line(view.title),
        "role": kept("role.html", role=readable_name(view.role), goal=view.goal),
        "status": kept("status.html", prompt=_status(view)),
        "seats": kept("seats.html", cards=tuple((card, _words(card)) for card in view.seats)),
        "panels": panels(view.panels, names, addresses),
    }


def _status(view: TableView) -> str:
    """Return the prompt; empty where the question has it, or the title says that the match is over."""
    is_told = view.question is not None or (not view.prompt and view.title == OVER.rstrip("."))
    return "" if is_told else view.prompt or OVER


def _words(card: SeatCard) -> tuple[str, ...]:
    words = dict.fromkeys((card.status or card.out.lower(), card.note))
    return tuple(word for word in words if word and not (card.is_you and word == "you"))


def panels(shown: Iterable[Panel], names: Mapping[int, str], addresses: Addresses = no_pictures, prefix: str = "panel-") -> Markup:
    """Return panels. names: of the seats, by number; prefix: of the ids in them, where a page has several tables."""
    return Markup("\n").join(panel(each, names, addresses, prefix) for each in shown)


def panel(shown: Panel, names: Mapping[int, str], addresses: Addresses = no_pictures, prefix: str = "panel-") -> Markup:
    """Return one panel, by the template that it names."""
    where = addresses(shown) if isinstance(shown, Pictures) else ()
    return render(shown.TEMPLATE, panel=shown, id=f"{prefix}{type(shown).__name__.lower()}", names=names, addresses=where)


# The log


def lines(told: Iterable[Line], first: int | None = 0) -> Markup:
    """Return lines of the log as items of a list. first: the number of the first, from 0, which is in its id; None for no ids."""
    return render("lines.html", lines=list(enumerate(told, first or 0)), has_ids=first is not None)


def log(told: Sequence[Line], first: int = 0) -> Markup:
    """Return the log: the older lines behind `earlier`, and the list of the newest, to which more are added."""
    at = max(0, len(told) - NEWEST)
    return render("log.html", earlier=lines(told[:at], first), newest=lines(told[at:], first + at))


def page_of_lines(told: Iterable[Line]) -> Markup:
    """Return help, rules or a report: headings, and a paragraph a line. What holds at terminals alone is left out."""
    kept = [line if line.is_quoted else replace(line, text=for_pages(line.text)) for line in told]
    after: Line | None = None
    shown: list[Line] = []
    for line in reversed([line for line in kept if line.text]):  # a heading with nothing below it goes
        if line.is_quoted or line.tone != "heading" or (after is not None and after.tone != "heading"):
            shown.insert(0, line)
        after = line
    return render("page_of_lines.html", lines=shown)
