"""What can be set before a match of self-play, and the Start that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.play import option_files
from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Blank, Dial, Form
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.games.self_play.config import Config
from woozle.core.games.self_play.data import NAMES
from woozle.core.games.self_play.rules import SelfPlay
from woozle.players.games.self_play.librarians import SEARCHES
from woozle.players.games.self_play.shelves import ShelfError, corpus
from woozle.players.paths import without_home

_TITLE = "Self-play"
_SOCIETIES = ("star", "full", "chain", "fixed")
_SOCIETIES_WORDS = ("first asks all", "all ask all", "each the next", "your graph")
_TIMES = ("0", "1", "2", "3", "5", "10")
_FOUND = ("1", "2", "3", "5", "10", "20")
_STEPS = ("4", "8", "12", "24", "50", "100")
_EFFORTS = ("", "0", "1", "2", "3", "5", "10")
_PRICES = ("0", "0.01", "0.05", "0.1", "0.25", "0.5")
_CALCULATORS = ("", "first", "others", "all")
_WORLD = re.compile(rf"world:\d{{1,19}}:[1-9]\d{{0,5}}:(?:{'|'.join(NAMES)})", re.ASCII)
_SOON_READ = 1_000_000  # bytes
_LIBRARIES_HINT = "For each seat, with commas: encyclopaedia, medicine, a file, or - for none."
_POOL_HINT = "A .csv, .tsv, .json or .jsonl file: PopQA, EntityQuestions, NQ, BioASQ, own."


def form(models: Sequence[str] = ()) -> Form:
    """What there is to choose from: one person, two bots. models: that are offered at once, as seats name them."""
    return Form(
        "self_play",
        _TITLE,
        tuple(SelfPlay.seat_names),
        chairs.seat_dials(SelfPlay, SelfPlay.usual_seats, models),
        _options(),
        (chairs.BLIND,),
        (
            Blank("pool", "Questions", "Woozle's", _POOL_HINT),
            Blank("libraries", "Libraries", "first none", _LIBRARIES_HINT),
            Blank("graph", "Your graph", "none", "Whom each seat can ask, from 0, as [[1, 2], [], []], or a .json file."),
            Blank("place", "Embedder", "none: by words", "A folder with an embedder, to search by meaning instead of by words."),
        ),
    )


def _options() -> tuple[Dial, ...]:
    times = ("never", *(count(int(each), "time") for each in _TIMES[1:]))
    efforts = ("no limit", *(count(int(each), "time") for each in _EFFORTS[1:]))
    return (
        Dial("society", "Asking", _SOCIETIES, _SOCIETIES_WORDS, hint="Who can ask whom. The first seat is the asker."),
        Dial("orchestration", "Replies", ("broadcast", "hub"), ("all together", "one by one"), hint=_REPLIES_HINT),
        Dial("names", "Tools", ("no", "yes"), ("not told", "told"), hint="Whether one is told what those who reply can search."),
        Dial("queries", "Words", ("question", "own"), ("the question", "one's own"), hint="What is searched for, and asked."),
        Dial("searches", "Tool uses", _TIMES, times, 1, "How often a seat can search or calculate."),
        Dial("asks", "Asks", _TIMES, times, 1, "How often a seat can ask."),
        Dial("found", "Paragraphs", _FOUND, _FOUND, 2, "How many a search finds at most."),
        Dial("steps", "Steps", _STEPS, _STEPS, 2, "How many there are in all; then it is over."),
        Dial("effort", "All tools", _EFFORTS, efforts, hint="How often all together can use tools."),
        Dial("price", "Price", _PRICES, _PRICES, 1, "What each search takes off the reward of all, which is 1 at most."),
        Dial("calculators", "Calculator", _CALCULATORS, ("nobody", "the first", "the others", "all"), hint=_CALCULATORS_HINT),
        *chairs.limits(act="Act in"),
    )


_REPLIES_HINT = "All at once, or through a hub: one hears a reply before asking the next."
_CALCULATORS_HINT = "Who can have sums worked out, for questions that need one."


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    seats = chairs.seats_of(values, SelfPlay, _TITLE)
    people = chairs.people_of(values, seats)
    names = ("society", "orchestration", "names", "queries", "searches", "asks", "found", "steps", "price")
    options: dict[str, Any] = {name: values[name] for name in names} | chairs.limits_of(values)
    options["effort"] = int(values["effort"]) if values["effort"] else None
    options["calculators"] = _with_calculator(values["calculators"], len(seats))
    options["libraries"] = _libraries(values["libraries"].strip())
    if values["society"] == "fixed":
        options["graph"] = _graph(values["graph"].strip())
    config = registry.validated(Config, options | {"pool": option_files.pool(values["pool"].strip(), "self_play")})
    registry.game("self_play")(len(seats), config)
    officials = _officials(values["place"].strip())
    is_blind = chairs.is_blind(values, people, seats)
    return Start("self_play", seats, config, chairs.seed_of(values), people, is_blind, officials)


def _with_calculator(who: str, seats: int) -> tuple[int, ...]:
    return {"first": (0,), "others": tuple(range(1, seats)), "all": tuple(range(seats))}.get(who, ())


def _libraries(text: str) -> tuple[str, ...]:
    """The corpora that were typed, each of which can be searched; none tells where somebody's home is.

    Raises ValueError, with a sentence.
    """
    if not text:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name != "-":
            _check(name)
    return tuple(map(without_home, names))


def _check(name: str) -> None:
    """That there is such a corpus, and one that is soon read can be. Raises ValueError, with a sentence.

    This is asked with every key, when what is typed may be the path of a folder of anything.
    """
    path = option_files.typed(name)
    if (name and path.is_dir()) or _WORLD.fullmatch(name) or (path.is_file() and path.stat().st_size > _SOON_READ):
        return
    try:
        corpus(name)
    except ShelfError as error:
        raise ValueError(str(error)) from None


def _graph(text: str) -> Any:
    """The graph that was typed, or is in the file that was. Raises ValueError, with a sentence."""
    if not text:
        raise ValueError("Type your graph below, or let Asking be something else.")
    return option_files.value("graph", str(option_files.typed(text)) if text.endswith(".json") else text, "self_play")


def _officials(place: str) -> dict[str, str]:
    """Who searches, as the command line names them. Raises ValueError, with a sentence."""
    if not place:
        return {}
    spec = SEARCHES.named(f"dense:{place}")
    spec.check()
    return {SEARCHES.seat: str(spec)}
