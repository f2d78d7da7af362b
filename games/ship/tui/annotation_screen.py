"""Labelling: one speech at a time. Does it make these claims, and are they true? The machine's verdicts stay hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Button, OptionList, Static

from woozle.core.line import Line
from woozle.games.ship.claims.labels import Remark
from woozle.games.ship.tui.annotation_widgets import ClaimForm, ClaimList, PlacesPanel, SightingsPanel, SpeechPanel
from woozle.games.ship.tui.keys import ANNOTATE
from woozle.games.ship.tui.label_session import Labelling, NotNowError
from woozle.games.ship.views.annotation import LEGEND, OUTCOMES, claim_from_form, places, question, selects, sightings
from woozle.saves.disk import SaveError
from woozle.tui import safe
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import KeyButton
from woozle.tui.widgets.title_bar import TitleBar, entitle

_FIRST_ROW = 4  # outcomes


class AnnotateScreen(FrameScreen):
    """Shows the speeches of a labelling one by one, and gives it the answers."""

    BINDINGS = ANNOTATE
    ABOUT = (
        Line("Labelling", "heading"),
        Line("Does the speech make the claim ({annotate.yes}, {annotate.no}, or {annotate.correct} to correct it)? Is it so?"),
        Line("{annotate.add} adds a claim that was missed, {annotate.done} says that this is all."),
        Line("{annotate.undo} takes back the last answer, {annotate.skip} puts a speech off, {annotate.before} leads back."),
        Line("Judge by what happened: {annotate.facts} turns between where everyone was and what the speaker saw."),
        Line("Near miss: all but right. Wrong room, time, player: true but for that. Undecidable: the record does not say."),
        Line("What the machine thinks, and what other people said, is not shown. Each answer is kept at once."),
    )
    CSS_PATH = sheets("annotate")

    def __init__(self, labelling: Labelling) -> None:
        super().__init__()
        self._labelling = labelling
        self._speech, self._rows = labelling.speech, labelling.rows
        self._is_behind = False  # of an answer

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(id="title")
        with Horizontal(id="columns"):
            with Vertical(id="asked"):
                yield Static(id="who", markup=False)
                yield SpeechPanel(id="speech")
                yield ClaimList(id="claims")
                with Vertical(id="answers"):
                    yield Static(id="question", markup=False)
                    with Horizontal(classes="buttons"):
                        yield KeyButton("Yes", "annotate.yes", id="yes", action="screen.say('yes')")
                        yield KeyButton("No", "annotate.no", id="no", action="screen.say('no')")
                        yield KeyButton("Corrected", "annotate.correct", id="correct", action="screen.correct")
                        yield KeyButton("Add", "annotate.add", id="add", action="screen.add")
                        yield KeyButton("That is all", "annotate.done", id="done", action="screen.done")
                    for row in (OUTCOMES[:_FIRST_ROW], OUTCOMES[_FIRST_ROW:]):
                        with Horizontal(classes="buttons"):
                            for outcome, words in row:
                                number = 1 + OUTCOMES.index((outcome, words))
                                yield KeyButton(words, f"annotate.so_{number}", classes="so", action=f"screen.judge({number})")
                yield ClaimForm(id="form")
            with Vertical(id="facts"):
                yield PlacesPanel(id="places")
                yield SightingsPanel(id="sightings")

    def on_mount(self) -> None:
        entitle(self, {"#claims": "Claims", "#places": f"Where everyone was:  {LEGEND}", "#sightings": "What the speaker saw"})
        self._draw()
        self.query_one(ClaimList).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._rows):
            self._ask()

    def on_resize(self, event: Resize) -> None:
        self.refresh_bindings()

    # Drawing

    def _draw(self) -> None:
        labels = self._labelling
        self._speech, self._rows = labels.speech, labels.rows
        statement, line = self._speech.statement, self._speech.timeline
        progress = Content.assemble((f"{labels.done} of {labels.total}", "bold"), " speeches")
        name = Content.assemble((" woozle ", "bold reverse $primary"), "  Labels of ", (labels.annotator, "bold"))
        self.query_one(TitleBar).show(name, progress, Content(""))
        done = Content.styled("  ✓ done", "$success") if labels.is_done else Content("")
        speaker = safe.line(statement.speaker, f"bold $seat-{line.seats.index(statement.speaker) + 1}")
        where = f"  meeting {statement.meeting + 1} · tick {statement.tick} · {self._speech.match}"
        self.query_one("#who", Static).update(safe.join(speaker, safe.line(where, "$quiet"), done))
        self.query_one(ClaimList).show(self._rows, labels.at)
        self.query_one(PlacesPanel).show(places(line, statement))
        self.query_one(SightingsPanel).show(sightings(line, statement))
        self._ask()

    def _ask(self) -> None:
        at, labels = self._at, self._labelling
        claims = self.query_one(ClaimList)
        claims.point(at)
        row = None if at is None else self._rows[at]
        asked = question(self._rows, at, is_over=labels.done == labels.total)
        self.query_one(SpeechPanel).show(self._speech.statement.text, row.claim.span if row else None)
        self.query_one("#question", Static).update(Content.styled(asked, "bold $accent"))
        for id in ("yes", "no", "correct"):
            self.query_one(f"#{id}", Button).disabled = row is None
        for button in self.query(".so").results(Button):
            button.disabled = row is None or not row.is_said
        self.query_one("#done", Button).disabled = not self._can_finish
        if isinstance(self.focused, Button | type(None)):
            claims.focus()
        self.refresh_bindings()

    @property
    def _at(self) -> int | None:
        at = self.query_one(ClaimList).highlighted
        return at if at is not None and at < len(self._rows) else None

    @property
    def _can_finish(self) -> bool:
        return all(row.label.is_whole for row in self._rows)

    def _close_form(self) -> None:
        form = self.query_one(ClaimForm)
        if form.display:
            form.display = False
            self.query_one("#answers").display = True
            self.query_one("#facts").remove_class("-aside")
            self.query_one(ClaimList).focus()
            self.refresh_bindings()

    # Keys and buttons

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        is_form = self.query_one(ClaimForm).display
        at = self._at
        match action:
            case "take":
                return is_form
            case "say" | "correct":
                return not is_form and at is not None
            case "judge":
                return not is_form and at is not None and self._rows[at].is_said
            case "done":
                return not is_form and self._can_finish
            case "add" | "skip" | "before" | "undo":
                return not is_form
            case "facts":
                return not is_form and not self.has_class("-wider")
        return True

    def action_say(self, said: Remark) -> None:
        if (at := self._at) is not None:
            self._answer(lambda: self._labelling.say(at, said))

    def action_judge(self, number: int) -> None:
        if (at := self._at) is not None:
            self._answer(lambda: self._labelling.judge(at, OUTCOMES[number - 1][0]))

    async def action_correct(self) -> None:
        await self._offer_form(self._at)

    async def action_add(self) -> None:
        await self._offer_form(None)

    def action_take(self) -> None:
        form, labels = self.query_one(ClaimForm), self._labelling
        at, speaker = form.at, labels.speech.statement.speaker
        if at is None:
            self._answer(lambda: labels.add(claim_from_form(form.values, None, speaker)))
        else:
            self._answer(lambda: labels.correct(at, claim_from_form(form.values, labels.claim(at), speaker)))

    def action_done(self) -> None:
        self._answer(self._labelling.finish)

    def action_skip(self) -> None:
        self._answer(self._labelling.skip)

    def action_before(self) -> None:
        self._answer(self._labelling.before)

    def action_undo(self) -> None:
        self._answer(self._labelling.undo)

    def _answer(self, answer: Callable[[], None]) -> None:
        """Give an answer to what is shown. Until what comes next is shown, keys do nothing: they were meant for this."""
        if self._is_behind:
            return
        try:
            answer()
        except (NotNowError, SaveError) as error:
            self.notify(safe.line(str(error)).plain, markup=False, timeout=8)
        else:
            self._is_behind = True
            self.call_later(self._show_next)

    def _show_next(self) -> None:
        self._is_behind = False
        self._close_form()
        self._draw()

    async def _offer_form(self, at: int | None) -> None:
        """Offer a form that corrects a claim, or adds one."""
        if self._is_behind:
            return
        labels = self._labelling
        self.query_one("#answers").display = False
        self.query_one("#facts").add_class("-aside")
        await self.query_one(ClaimForm).offer(selects(labels.speech, None if at is None else labels.claim(at)), at)
        self.refresh_bindings()

    def action_facts(self) -> None:
        self.query_one("#facts").toggle_class("-seen")

    def action_back(self) -> None:
        if self.query_one(ClaimForm).display:
            self._close_form()
        else:
            self._labelling.close()
            super().action_back()
