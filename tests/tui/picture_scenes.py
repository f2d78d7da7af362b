"""Pictures that are the same everywhere, and an app that shows them beside a table."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from woozle.arena.play import news
from woozle.arena.views.panels import Choice, Pictures, Question, SeatCard, TableView, panels
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.request import Answer, Display, Picture, Request, Seat
from woozle.core.value import value
from woozle.tui import messages
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.table.terms import TableTerms

from tests.tui.scenes import ID, Stage


@cache
def house(windows: int = 3, size: tuple[int, int] = (512, 512)) -> Picture:
    """A house with so many windows, drawn with whole pixels alone."""
    image = Image.new("RGB", (512, 512), "#bfe3f5")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 384, 511, 511), fill="#7fbf6a")
    draw.rectangle((384, 32, 447, 95), fill="#ffd23f")
    draw.rectangle((64, 192, 319, 447), fill="#c0392b")
    draw.rectangle((32, 128, 351, 191), fill="#5d4037")
    for number in range(windows):
        draw.rectangle((96 + 64 * number, 224, 127 + 64 * number, 271), fill="#fdf6d8")
    draw.rectangle((160, 352, 207, 447), fill="#f5f5f5")
    out = BytesIO()
    image.resize(size, Image.Resampling.NEAREST).save(out, "PNG")
    return Picture.png(out.getvalue())


@value
class Seen(Event):
    """That there is something to see. what: tells one from another."""

    what: str = "a house"


@value
class Said(Event):
    """A line of what was said."""

    text: str


class Vote(Answer):
    """For whom somebody votes."""

    target: Seat | None


class Known:
    """The observer of a table with pictures: some speech, and something to see. captions: of each."""

    def __init__(self, captions: tuple[str, ...] = ("Yours",), *, can_open: bool = True) -> None:
        self.shown = Pictures("", tuple(Seen(caption) for caption in captions), captions, can_open)

    def narrate(self, event: Event) -> list[Line]:
        return [Line(event.text, "speech", "", 1)] if isinstance(event, Said) else []

    def look(self, request: Request | None = None) -> TableView:
        names = ("Ada", "Ben", "Cleo", "Dan", "Eve")
        cards = tuple(SeatCard(at, name[0], name, is_you=at == 1, note="says 3") for at, name in enumerate(names, 1))
        others = tuple(Choice(str(card.number - 1), card.name, card.name, who=card.number) for card in cards[1:])
        asked = Question(request.id, "Who sees another picture?", others, seconds=90) if request else None
        goal = "How many windows has the house?"
        prompt = asked.prompt if asked else "The others look at their pictures."
        return TableView("Vote 1 of 3", cards, prompt, panels(self.shown), question=asked, goal=goal, is_discussion=True)


VOTE = Request(7, "Ada", Vote, {"target": ("Ben", "Cleo", "Dan", "Eve", None)}, 90.0)
STORY = tuple(Said(f"{name} counts three windows, all lit, above the door.") for name in ("Ada", "Ben", "Cleo", "Dan", "Eve"))


class PictureStage(Stage):
    """A table with pictures and no match behind it. displays: what it told of how they were seen."""

    def __init__(self, pictures: tuple[Picture, ...] | None = None, known: Known | None = None, **options) -> None:
        super().__init__(**options)
        self.drawings = (house(),) if pictures is None else pictures
        self.known = known or Known()
        self.drawn: list[messages.WantDrawn] = []
        self.displays: list[tuple[int, Display, tuple[Picture, ...]]] = []
        self.pictures.note_seen = lambda *seen: self.displays.append(seen)
        self.pictures.open_at_table = lambda: True

    def on_mount(self) -> None:
        screen = TableScreen(self.known, TableTerms(match_id=ID))
        self.push_screen(screen)
        screen.post_message(messages.MatchNews(news.EventsArrived(STORY)))
        screen.post_message(messages.MatchNews(news.Asked(VOTE, lambda: VOTE.seconds)))

    def on_want_drawn(self, message: messages.WantDrawn) -> None:
        message.prevent_default()
        self.drawn.append(message)
        problem = "" if self.drawings else "The picture is not here, or cannot be drawn any more."
        message.reply(messages.Drawn(message.sights, self.drawings, problem))
