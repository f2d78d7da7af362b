"""The share of questions about drawn scenes that can be answered from a terminal's rendering, by kind of question and of character.

    python -m benchmarks.legibility [--questions 30] [--docs]

A program takes the place of a human eye. It sees the painted cells, as pixels, and knows how things are drawn, in full and in front
of another background. It takes everything in a scene as known except what is asked, imagines each answer as a drawing, and gives
the answer whose drawing is nearest to what it sees. It is strict: what remains of a thing must be nearer to the whole thing than to
nothing. The figures compare ways to draw; people see more in a blur, but must find the thing first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image

from benchmarks import page
from woozle.core.chance import Chance, key_from_seed
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Scene, Thing
from woozle.games.undercover.scenes.queries import About, Query, answer_of, find
from woozle.games.undercover.scenes.questions import make_question
from woozle.games.undercover.scenes.validity import find_fault
from woozle.games.undercover.scenes.vocabulary import PATTERNS, Kind, vocabulary
from woozle.games.undercover.scenes.wordings import parse_query
from woozle.tui.surfaces import HALF_BLOCKS, OCTANTS, SEXTANTS
from woozle.tui.widgets.block_characters import Blocks, blocks_of
from woozle.tui.widgets.picture_canvas import Lens, frame_picture, strips

GROUPS: Mapping[str, tuple[About, ...]] = {
    "how many": ("count",),
    "is there, is it free": ("presence", "empty", "taken"),
    "what is there": ("occupant",),
    "colour": ("colour",),
    "position": ("place", "side"),
    "state, such as open": ("state",),
    "which is taller": ("taller", "tallest"),
    "pattern": ("pattern",),
    "words": ("text", "reading"),
}
BLOCKS = {"half blocks": HALF_BLOCKS, "sextants": SEXTANTS, "octants": OCTANTS}
ROOMS = {"24 x 12": (24, 12), "40 x 20": (40, 20), "75 x 38": (75, 38)}
"""Cells of a picture: in an earlier layout at 80 by 24, at 80 by 24, and at 140 by 45."""

SIDE, THINGS, QUESTIONS = 512, 7, 30
_LOOKS = 256  # width in pixels of the drawings that the reader compares
_MOST = 60  # drawings that it imagines for one question


def drawn(scene: Scene) -> Image.Image:
    """Return the picture of a scene."""
    return Image.open(BytesIO(draw_scene(scene, SIDE).data)).convert("RGB")


def painted(image: Image.Image, room: tuple[int, int], blocks: Blocks) -> Image.Image:
    """Return a terminal's rendering of a picture: the painted characters and colours, as pixels."""
    rows = strips(image, frame_picture(Lens(), image.size, room), blocks)
    found = [[_cell(character, segment.style, blocks) for segment in row for character in segment.text] for row in rows]
    cells = np.array(found, np.uint8)  # rows, columns, down, across, colours
    high, wide, down, across, _ = cells.shape
    return Image.fromarray(cells.transpose(0, 2, 1, 3, 4).reshape(high * down, wide * across, 3))


def _cell(character: str, style: Any, blocks: Blocks) -> np.ndarray[Any, Any]:
    pattern = blocks.characters.index(character)
    ground = style.bgcolor.triplet
    front = style.color.triplet if style.color else ground
    dots = [front if pattern >> bit & 1 else ground for bit in range(blocks.across * blocks.down)]
    return np.array(dots).reshape(blocks.down, blocks.across, 3)


def as_seen(image: Image.Image) -> np.ndarray[Any, Any]:
    return np.asarray(image.resize((_LOOKS, _LOOKS), Image.Resampling.BOX), np.float32)


@lru_cache(maxsize=400)
def imagined(scene: Scene) -> np.ndarray[Any, Any]:
    """Return a scene as the reader imagines it: in full, in front of another background."""
    return as_seen(drawn(replace(scene, look=scene.look + 1)))


# Possible scenes


def alternatives(query: Query, scene: Scene) -> Iterator[Scene]:
    """Yield this scene, and those that differ from it only in what is asked about."""
    words = vocabulary(scene.setting)
    thing = find(scene, query.kind)
    taken = {each.place for each in scene.things}
    yield scene
    match query.about:
        case "count" | "colour" | "pattern" | "state" | "text" if thing:
            for value in _values(query.about, words.kinds[thing.kind]):
                yield _with(scene, thing, replace(thing, **{query.about: value}))
            if query.about == "count":
                yield _with(scene, thing, None)
        case "taller" | "tallest" if thing and (than := find(scene, query.than)):
            for each in (thing, than):
                for size in words.kinds[each.kind].sizes:
                    yield _with(scene, each, replace(each, size=size))
        case "place" | "side" if thing:
            kind = words.kinds[thing.kind]
            for place in words.places:
                if place.on in kind.on and place.index not in taken:
                    yield _with(scene, thing, replace(thing, place=place.index))
        case "reading":
            bearers = [each for each in scene.things if each.text]
            for each in bearers:
                for other in bearers:
                    if each.kind < other.kind:
                        yield _swap_texts(scene, each, other)
        case "presence" if thing:
            yield _with(scene, thing, None)
        case "presence":
            yield from _additions(scene, words.kinds[query.kind], {place.index for place in words.places} - taken)
        case "occupant" | "empty" | "taken":
            here = next((each for each in scene.things if each.place == query.place), None)
            bare = _with(scene, here, None) if here else scene
            yield bare
            kinds = [kind for kind in words.kinds.values() if find(bare, kind.name) is None]
            for kind in kinds:
                yield from _additions(bare, kind, {query.place})


def _values(about: About, kind: Kind) -> tuple[Any, ...]:
    if about == "count":
        return tuple(range(1, kind.most + 1))
    return {"colour": kind.colours, "pattern": PATTERNS, "state": kind.states, "text": kind.texts}[about]  # type: ignore[index]


def _additions(scene: Scene, kind: Kind, places: set[int]) -> Iterator[Scene]:
    words = vocabulary(scene.setting)
    for place in sorted(places):
        if words.places[place].on in kind.on:
            for colour in kind.colours[:: max(1, len(kind.colours) // 3)]:
                text = next((text for text in kind.texts if all(each.text != text for each in scene.things)), "")
                yield _with(scene, None, Thing("new", kind.name, colour, place, text=text, state=(*kind.states, "")[0]))


def _with(scene: Scene, before: Thing | None, after: Thing | None) -> Scene:
    things = [each for each in scene.things if each != before] + ([after] if after else [])
    return replace(scene, things=tuple(sorted(things, key=lambda each: each.place)))


def _swap_texts(scene: Scene, one: Thing, other: Thing) -> Scene:
    return _with(_with(scene, one, replace(one, text=other.text)), other, replace(other, text=one.text))


# Reading


def read(seen: np.ndarray[Any, Any], by_answer: Mapping[str, list[Scene]]) -> str:
    """Return the answer with the drawing nearest to what is seen."""
    far = {answer: min(float(((seen - imagined(each)) ** 2).mean()) for each in scenes) for answer, scenes in by_answer.items()}
    return min(far, key=lambda answer: far[answer])


def asked(seed: int) -> tuple[Scene, Query, str, dict[str, list[Scene]]]:
    """Return a question as a match with this seed may deal it: scene, query, right answer, and the possible scenes by answer."""
    chance = Chance(key_from_seed(seed))
    scene = generate_scene(chance, SETTINGS[seed % len(SETTINGS)], THINGS)
    other, edit = edit_scene(chance, scene, "any")
    question = make_question(chance, scene, other, edit)
    query = parse_query(question.text, scene.setting)
    assert query
    by_answer: dict[str, list[Scene]] = {}
    for each in dict.fromkeys([*alternatives(query, scene), other]):
        answer = answer_of(query, each)
        if answer in question.options and not find_fault(each):
            by_answer.setdefault(answer, []).append(each)
    return scene, query, question.answer, {answer: scenes[:_MOST] for answer, scenes in by_answer.items()}


def group_of(query: Query) -> str:
    return next(name for name, abouts in GROUPS.items() if query.about in abouts)


def counted(questions: int, tell: Callable[[str], object] = lambda words: None) -> tuple[Counter[Any], Counter[str], Counter[str]]:
    """Count right answers, by group, room and characters; questions; and the right answers expected from guessing."""
    right: Counter[Any] = Counter()
    total: Counter[str] = Counter()
    guessed: Counter[str] = Counter()
    seed = 0
    while any(total[name] < questions for name in GROUPS):
        seed += 1
        scene, query, answer, by_answer = asked(seed)
        name = group_of(query)
        if total[name] >= questions or len(by_answer) < 2:
            continue
        total[name] += 1
        guessed[name] += 1 / len(by_answer)  # type: ignore[assignment]
        image = drawn(scene)
        for room, cells in ROOMS.items():
            for characters, surface in BLOCKS.items():
                seen = as_seen(painted(image, cells, blocks_of(surface.cell)).resize((SIDE, SIDE), Image.Resampling.NEAREST))
                right[name, room, characters] += read(seen, by_answer) == answer
        tell(f"{seed} {name} {total[name]}")
    return right, total, guessed


def table(right: Counter[Any], total: Counter[str], guessed: Counter[str]) -> str:
    """Return the table of shares for each kind of question, in percent."""
    columns = [(room, characters) for room in ROOMS for characters in BLOCKS]

    def share(name: str, column: tuple[str, str]) -> str:
        return f"{100 * right[name, *column] / total[name]:.0f}"

    rows = [[name, f"{100 * guessed[name] / total[name]:.0f}", *(share(name, column) for column in columns)] for name in GROUPS]
    every = sum(total.values())
    shares = [f"{100 * sum(right[name, *column] for name in GROUPS) / every:.0f}" for column in columns]
    rows.append(["all", f"{100 * sum(guessed.values()) / every:.0f}", *shares])
    return page.markdown(["asked", "guessing", *(f"{room}, {characters}" for room, characters in columns)], rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.legibility", description=__doc__.partition("\n")[0])
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each kind")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/undercover.md")
    options = parser.parse_args()
    text = table(*counted(options.questions))
    print(text)
    if options.docs:
        page.write("undercover.md", "legibility", text)


if __name__ == "__main__":
    main()
