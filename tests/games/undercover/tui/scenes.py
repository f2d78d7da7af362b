"""Moments of a match of undercover as Ada sees them, and an app that shows them without a match behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO

from PIL import Image

from woozle.core.game import Event
from woozle.core.request import Picture, Request
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Counted, Reason, RoundBegan, Vote
from woozle.players.pictures import album

from tests.games.undercover import play
from tests.tui.hosts import settled
from tests.tui.scenes import Stage

ME = "Ada"
SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")

_LONG = "Which of these sentences is true of the red cups that stand beside the blue plate, as far as the picture shows it?"
_OPTIONS = (
    "All of them are full, and none of them touches the plate.",
    "One of them is empty, and it is the one that is farthest from the plate.",
    "There are no red cups beside the plate.",
)


@cache
def pair() -> undercover.Pair:
    """Two files and a question about what differs. They have a few patches of colour, so that pictures of screens stay small."""
    files = [_file("#3060c0"), _file("#c03030")]
    for each in files:
        album.add(each)
    digests = [each.digest for each in files]
    return undercover.Pair("mugs", play.QUESTION, None, None, *digests, play.EDIT, (0.97, 0.9, 1.0), 0.948, True, 1, {})


def _file(middle: str) -> Picture:
    picture = Image.new("RGB", (4, 4), "#e0d8c0")
    for at, colour in {(1, 1): middle, (2, 1): middle, (1, 2): "#408040", (3, 3): "#806020"}.items():
        picture.putpixel(at, tuple(bytes.fromhex(colour[1:])))
    file = BytesIO()
    picture.resize((256, 256), Image.Resampling.NEAREST).save(file, "PNG")
    return Picture.png(file.getvalue())


def start(**options) -> list[Event]:
    """Return the Events that Ada is told first. options: of the briefing, other than the defaults."""
    of = pair()
    briefing = undercover.Briefing(
        SEATS, "undercover", of.question.text, of.question.options, True, False, "together", 1, 3, "direct", "revote", 2
    )
    return [replace(briefing, **options), undercover.Sight(ME, of.picture, 512, None), RoundBegan("reasoning", 1, SEATS)]


def _says(seat: str, answer: str, text: str) -> undercover.Reasoned:
    return undercover.Reasoned(seat, 1, answer, text)


@cache
def moment(name: str) -> tuple[tuple[Event, ...], Request | None]:
    """Return what Ada has seen, and the request to her."""
    right, other = pair().question.answer, pair().question.other
    options = {"answer": pair().question.options}
    first = start()
    reasoned = [
        *first,
        _says("Ada", right, "I counted them twice, from left to right."),
        _says("Ben", other, "There is one more than one would think, beside the window."),
        _says("Cleo", right, "They stand together, and none of them is hidden."),
        _says("Dan", right, "It is as Cleo says: I see the same number, and the wall behind them is empty."),
        _says("Eve", "", ""),
    ]
    votes = zip(SEATS, ("Ben", "Ada", "Ben", None, "Cleo"), strict=True)
    counted = [
        *reasoned,
        *(undercover.Voted(seat, 1, target) for seat, target in votes),
        Counted(1, {"Ben": 2, "Ada": 1, "Cleo": 1}, (), "Ben", True),
        undercover.DetectionEnded("found", ("Ada", "Cleo", "Dan", "Eve")),
        RoundBegan("summary", 1, ("Ada", "Cleo", "Dan", "Eve")),
    ]
    over = [
        *counted,
        *(undercover.Summarised(seat, 1, right, "So it is.") for seat in ("Ada", "Cleo", "Dan", "Eve")),
        undercover.Concluded(right, "consensus", {right: 4}),
        pair(),
        undercover.Revealed("Ben", True, True),
    ]
    targets = {"target": ("Ben", "Cleo", "Dan", "Eve", None)}
    moments: dict[str, tuple[list[Event], Request | None]] = {
        "reasoning": (first, Request(1, ME, Reason, options)),
        "in words": (start(options=()), Request(1, ME, Reason, {})),
        "drawn": ([first[0], undercover.Sight(ME, "", 512, play.TABLE), first[2]], Request(1, ME, Reason, options)),
        "long": (start(question=_LONG, options=_OPTIONS), Request(1, ME, Reason, {"answer": _OPTIONS})),
        "voting": (reasoned, Request(2, ME, Vote, targets)),
        "over": (over, None),
    }
    seen, request = moments[name]
    return tuple(seen), request


def undercover_stage(moment_name: str, **options) -> Stage:
    """Return the table of Ada at a moment."""
    return Stage(*moment(moment_name), game="undercover", me=ME, **options)


async def drawn(pilot) -> None:
    """The pictures are there, and all has been laid out and painted."""
    await settled(pilot)
    for each in [each for each in pilot.app.workers if each.group == "drawing"]:
        await each.wait()
    await settled(pilot)
