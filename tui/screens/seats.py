"""The seat picker: who sits where, on which map, by which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from woozle.arena.play.people import NICKNAME_LIMIT, PIN_DIGITS
from woozle.arena.views.forms import Form
from woozle.arena.views.models import SIGNS, is_model, short
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.line import Line
from woozle.core.model_checks import ModelCheck, State
from woozle.core.names import join_names
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.persona import Persona
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets import progress_signs
from woozle.tui.widgets.key_names import KeyButton, name_keys
from woozle.tui.widgets.select import SelectRow
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.title_bar import TitleBar, entitle, screen_title

if TYPE_CHECKING:
    from woozle.arena.play.start import Sights, Start


_FEW, _MANY = 11, 13  # options, for which there is room beside the seats, and beside all of them
_SEED = "The same seed plays the same match again. Empty: secret, as among people."


class SeatsScreen(FrameScreen):
    """Sets a match up. check: makes the Start of the values, or says in a ValueError why that cannot be played."""

    BINDINGS = bindings(
        key("seats.start", "s", "start", "Start"),
        key("seats.model", "m", "model", "Model"),
        key("seats.check", "c", "check", "Check again"),
        key("seats.back", "escape", "back", "Back", shown="esc"),
        key("seats.down", "down", "app.focus_next", "Next row", hidden=True),  # out of a line to type on too
        key("seats.up", "up", "app.focus_previous", "Row before", hidden=True),
        *HELP_KEYS,
    )
    ABOUT = (
        Line("Before a match", "heading"),
        Line("Each row on the left is a seat, each on the right an option; the line below says why a match cannot start yet."),
        Line("The same seed gives the same match; anyone who knows it can predict its chance."),
    )
    CSS_PATH = sheets("seats")
    TWICE = ("seats.start",)

    def __init__(self, form: Form, check: Callable[[Mapping[str, str]], Start]) -> None:
        super().__init__()
        self.game = form.game
        self._form = form
        self._options = (*filter(None, [form.opponents]), *form.options)
        self._check = check
        self._start: Start | None = None
        self._found: dict[str, ModelCheck] = {}
        self._asked: set[str] = set()
        self._sights: Sights = "none"  # that the models were asked about
        self._is_doubtful = False
        self._is_bold = False  # asked to start in spite of doubts

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title(f"{self._form.title}: who plays?"), id="title")
        with Vertical(id="form"):
            with Horizontal(id="columns"):
                with VerticalScroll(id="chairs", can_focus=False):
                    yield from (SelectRow(select, id=f"select-{select.id}") for select in self._form.seats)
                with VerticalScroll(id="options", can_focus=False):
                    yield from (SelectRow(select, id=f"select-{select.id}") for select in self._options)
                    for field in self._form.text_fields:
                        with Horizontal(classes="typed-row"):
                            yield Static(safe.line(f" {field.label}"), classes="typed-label", markup=False)
                            yield TypedLine(id=field.id, placeholder=field.empty, tooltip=field.hint, compact=True)
                    with Horizontal(classes="typed-row"):
                        yield Static(" Seed", classes="typed-label", markup=False)
                        yield TypedLine(id="seed", placeholder="secret", compact=True, max_length=18, restrict=r"[0-9]*")
            with VerticalScroll(id="people", can_focus=False):
                yield from (SelectRow(select, id=f"select-{select.id}") for select in self._form.shared)
                yield from (PersonRow(number) for number in range(1, len(self._form.seats) + 1))
            yield Preflight(id="preflight")
            yield Static(id="hint", markup=False)
            with Horizontal(id="start-row"):
                yield Static(id="reason", markup=False)
                yield KeyButton("Start", "seats.start", id="start", variant="primary")

    def help_topic(self) -> tuple[str, Sequence[Line]]:
        """Return the game, and how its match is played as it is set now; nothing where it cannot be played."""
        from woozle.arena.views.rules import lines
        from woozle.core import registry

        start = self._start
        return self.game, lines(registry.game(start.game)(len(start.seats), start.config)) if start else ()

    def on_mount(self) -> None:
        rows = len(self._options) + len(self._form.text_fields)
        self.set_class(rows > _FEW, "-many")
        self.set_class(rows > _MANY, "-most")
        entitle(self, {"#chairs": "Seats", "#options": "Options", "#people": "Several people at this terminal"})
        self.query_one("#select-seat-1", SelectRow).focus()
        self._look()

    def on_select_row_turned(self, event: SelectRow.Turned) -> None:
        opponents = self._form.opponents
        if opponents and event.select.select is opponents:
            for select in self._form.seats:
                row = self.query_one(f"#select-{select.id}", SelectRow)
                if row.value in opponents.values:
                    row.turn_to(event.select.value)
        self._show_hint()
        self._look()

    def on_input_changed(self) -> None:
        self._look()

    def on_descendant_focus(self) -> None:
        self._show_hint()
        self.refresh_bindings()

    def _show_hint(self) -> None:
        focused = self.focused
        words = self._about(focused) if isinstance(focused, SelectRow) else ""
        if isinstance(focused, Input):
            words = str(focused.tooltip or _SEED)
        self.query_one("#hint", Static).update(safe.line(words))

    def _about(self, row: SelectRow) -> str:
        if is_model(row.value):
            return row.value
        if row.select.is_opener(row.value):
            return name_keys(self, "{seats.model} chooses a model.")
        return row.select.hints.get(row.value) or row.select.hint

    def _look(self, *, is_bold: bool = False) -> None:
        self._is_bold = is_bold
        seats = [self.query_one(f"#select-{select.id}", SelectRow) for select in self._form.seats]
        taken = [row for row in seats if row.value != "empty"]
        people = [row for row in taken if row.value == "human"]
        is_mixed = 1 < len(people) < len(taken)
        is_blind = is_mixed and self.query_one("#select-blind", SelectRow).value == "yes"
        for row in seats:
            holder = self._form.names[taken.index(row)] if row in taken and not is_blind else ""
            row.show(holder, f"person {people.index(row) + 1}" if row in people and len(people) > 1 else "")
        self.set_class(len(people) > 1, "-together")
        self.set_class(is_mixed, "-mixed")
        for line in self.query(PersonRow):
            line.display = line.number <= len(people)
        reason = ""
        try:
            self._start = self._check(self._values())
        except InputError as error:
            self._start, reason = None, str(error)
        models = tuple(dict.fromkeys(row.value for row in self.query(SelectRow) if is_model(row.value)))
        if self._start and models and self._start.sights != self._sights:
            self._sights, self._found, self._asked = self._start.sights, {}, set()
        self._ask_about([model for model in models if model not in self._asked])
        self.query_one(Preflight).show(models, self._found)
        good = f"Ready: {len(taken)} seats, {_who_plays(people, taken, is_blind, controllers_of(self).persona)}."
        self._judge(reason or next(filter(None, map(self._problem_of, models)), ""), self._doubt_of(models), good)

    def _judge(self, reason: str, doubt: str, good: str) -> None:
        """Say whether it can be played."""
        self._start = None if reason else self._start
        sure = name_keys(self, "{seats.start} again starts all the same.")
        if reason:
            shown = safe.line(f"✗ {reason}", "bold $warning")
        elif doubt:
            shown = safe.line(f"! {doubt} {sure if self._is_bold else ''}", "bold $warning")
        else:
            shown = safe.line(f"✓ {good}", "$success")
        self._is_doubtful = bool(doubt)
        self.query_one("#reason", Static).update(shown)
        self.query_one("#start", Button).disabled = self._start is None
        self.refresh_bindings()

    # Models

    def _ask_about(self, models: Sequence[str]) -> None:
        """Find out whether they can play."""
        if models:
            self._asked |= {*models}
            self._check_models(tuple(models))

    @work
    async def _check_models(self, models: tuple[str, ...]) -> None:
        self.show_checked(await controllers_of(self).models.check(models, self._sights))

    def _problem_of(self, model: str) -> str:
        found = self._found.get(model)
        return found.problem if found else f"{short(model)} is still asked whether it can play."

    def _doubt_of(self, models: Sequence[str]) -> str:
        number = sum(bool(self._found[model].doubts) for model in models if model in self._found)
        return f"{count(number, 'model')} may not play as well as {'it' if number == 1 else 'they'} could." if number else ""

    def show_checked(self, found: Iterable[ModelCheck]) -> None:
        """Show the results of checks of models."""
        self._found |= {each.spec: each for each in found}
        self._look()

    def on_select_row_opened(self, event: SelectRow.Opened) -> None:
        controllers_of(self).models.choose(partial(self._seat, event.select))

    def _seat(self, seat: SelectRow, spec: str) -> None:
        """Let a model take a seat, and offer it for all others."""
        for row in self.query(SelectRow):
            if row.select.opener:
                row.offer(spec, short(spec))
        seat.turn_to(spec)
        self._show_hint()
        self._look()

    def action_model(self) -> None:
        if isinstance(self.focused, SelectRow):
            controllers_of(self).models.choose(partial(self._seat, self.focused))

    def action_check(self) -> None:
        self._found, self._asked = {}, set()
        self._look()

    def _values(self) -> dict[str, str]:
        values = {row.select.id: row.value for row in self.query(SelectRow)}
        values |= {
            each: self.query_one(f"#{each}", Input).value for each in ("seed", *(field.id for field in self._form.text_fields))
        }
        for line in self.query(PersonRow):
            values |= line.values
        return values

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "start":
                return True if self._start else None
            case "model":
                return isinstance(self.focused, SelectRow) and bool(self.focused.select.opener)
            case "check":
                return self.query_one(Preflight).display
        return True

    def disarm(self) -> None:
        if self._is_bold:
            self._look()

    def action_start(self) -> None:
        """Play it; at the second time of asking, where something is doubtful."""
        if self._start and self._is_doubtful and not self._is_bold:
            self._look(is_bold=True)
        elif self._start:
            controllers_of(self).open_match(self._start)


def _who_plays(people: Sequence[SelectRow], taken: Sequence[SelectRow], is_blind: bool, persona: Persona) -> str:
    if len(people) < 2:
        me = f"{persona.text('you')} is" if persona.name else "you are"
        return f"{me} {people[0].holder}" if people else "and you watch"
    models = sum(is_model(row.value) for row in taken)
    bots = len(taken) - len(people) - models
    counted = [f"{len(people)} people", models and count(models, "model"), bots and count(bots, "bot")]
    players = join_names(str(each) for each in counted if each)
    return f"for {players} by lot" if is_blind else players


_NICKNAME = "What the others call you on the curtain. Empty: your number."
_PIN = "Four digits that open your curtain, kept in memory alone. Empty: none."


class PersonRow(Horizontal):
    """Two lines to write on. number: of the person, from 1."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A person at this terminal", "heading"),
        Line("The name is what the curtain calls them; their PIN, four digits, opens it. Both may stay empty. Tab leads on."),
    )

    def __init__(self, number: int) -> None:
        super().__init__(id=f"person-{number}")
        self.number = number

    def compose(self) -> ComposeResult:
        yield Static(safe.line(f" Person {self.number}"), classes="label", markup=False)
        yield Static("name", classes="word", markup=False)
        yield TypedLine(
            id=f"nickname-{self.number}",
            classes="nickname",
            placeholder=f"person {self.number}",
            compact=True,
            max_length=NICKNAME_LIMIT,
            tooltip=_NICKNAME,
        )
        yield Static("PIN", classes="word", markup=False)
        yield TypedLine(
            id=f"pin-{self.number}",
            classes="pin",
            compact=True,
            password=True,
            max_length=PIN_DIGITS,
            restrict=r"[0-9]*",
            placeholder="none",
            tooltip=_PIN,
        )

    @property
    def values(self) -> dict[str, str]:
        return {str(line.id): line.value for line in self.query(Input)}


_MODEL = 18  # cells of its name
_ORDER: tuple[State, ...] = ("problem", "warning", "unknown", "ok")
_WORDS = {"ok": "ready", "warning": "look", "problem": "cannot play", "unknown": "not sure"}


class Preflight(Widget):
    """Shown only where there are models. Under a row stands the first sentence that is not good news."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._specs: tuple[str, ...] = ()
        self._found: dict[str, ModelCheck] = {}
        self._turn = 0

    def on_mount(self) -> None:
        self.display = False
        self._timer = self.set_interval(0.1, self._spin, pause=True)

    def show(self, specs: Sequence[str], found: dict[str, ModelCheck]) -> None:
        """Show these models, with what is known about them; the others are still being checked."""
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
        name = safe.line(short(spec), "bold").truncate(_MODEL, ellipsis=True)
        gap = " " * (_MODEL + 1 - name.cell_length)
        found = self._found.get(spec)
        if found is None:
            glyph = progress_signs.spinner(self._turn / 10) if progress_signs.moves(self) else "…"
            return Content.assemble((f"{glyph} ", "$quiet"), name, gap, ("asking", "$quiet"))
        glyph, style = SIGNS[found.state]
        return Content.assemble(
            (f"{glyph} ", style), name, gap, (f"{_WORDS[found.state]:<12}", style), Content("  ").join(_signs(found))
        )


def _signs(found: ModelCheck) -> Iterator[Content]:
    """Return the findings, the bad ones first."""
    for state in _ORDER:
        if words := [each.what for each in found.findings if each.state == state]:
            yield Content.assemble(SIGNS[state], f" {' '.join(words)}")
