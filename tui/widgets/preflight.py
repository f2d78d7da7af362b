"""A check of the chosen models before a match: a row for each, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.widget import Widget

from woozle.arena.views.models import SIGNS, Checked, State, short
from woozle.tui import safe
from woozle.tui.widgets import progress_signs

_NAME = 18
_ORDER: tuple[State, ...] = ("problem", "warning", "unknown", "ok")
_WORDS = {"ok": "ready", "warning": "look", "problem": "cannot play", "unknown": "not sure"}


class Preflight(Widget):
    """Shown only where there are models. Under a row stands the first sentence that is not good news."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._specs: tuple[str, ...] = ()
        self._found: dict[str, Checked] = {}
        self._turn = 0

    def on_mount(self) -> None:
        self.display = False
        self._timer = self.set_interval(0.1, self._spin, pause=True)

    def show(self, specs: Sequence[str], found: dict[str, Checked]) -> None:
        """Show these models, with what is known of them; of the others it is being found out."""
        self._specs, self._found = tuple(specs), dict(found)
        is_asking = any(spec not in found for spec in specs) and progress_signs.moves(self)
        (self._timer.resume if is_asking else self._timer.pause)()
        self.display = bool(specs)
        self.refresh(layout=True)

    def _spin(self) -> None:
        self._turn += 1
        self.refresh()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return sum(1 + bool(self._sentence(spec)) for spec in self._specs)

    def _sentence(self, spec: str) -> str:
        found = self._found.get(spec)
        return (found.problem or next(iter(found.doubts), "")) if found else ""

    def render(self) -> Content:
        width = self.content_size.width
        rows = []
        for spec in self._specs:
            rows.append(self._row(spec))
            if sentence := self._sentence(spec):
                rows.append(safe.line(f"  {sentence}", "$quiet"))
        return Content("\n").join(row.truncate(width, ellipsis=True) for row in rows)

    def _row(self, spec: str) -> Content:
        name = safe.line(short(spec), "bold").truncate(_NAME, ellipsis=True)
        gap = " " * (_NAME + 1 - name.cell_length)
        found = self._found.get(spec)
        if found is None:
            glyph = progress_signs.spinner(self._turn / 10) if progress_signs.moves(self) else "…"
            return Content.assemble((f"{glyph} ", "$quiet"), name, gap, ("asking", "$quiet"))
        glyph, style = SIGNS[found.state]
        return Content.assemble(
            (f"{glyph} ", style), name, gap, (f"{_WORDS[found.state]:<12}", style), Content("  ").join(_signs(found))
        )


def _signs(found: Checked) -> Iterator[Content]:
    """Return the findings, the bad ones first."""
    for state in _ORDER:
        if words := [each.what for each in found.findings if each.state == state]:
            yield Content.assemble(SIGNS[state], f" {' '.join(words)}")
