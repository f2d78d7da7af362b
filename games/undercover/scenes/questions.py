"""Questions about a picture and its counterfactual, with options and the right answers for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.core.chance import Chance
from woozle.games.undercover.scenes.graph import AnswerKind, Edit, EditType, Question, Scene, Thing
from woozle.games.undercover.scenes.heights import is_taller
from woozle.games.undercover.scenes.queries import About, Query, answer_of, find
from woozle.games.undercover.scenes.vocabulary import PATTERNS, Kind, palette, vocabulary
from woozle.games.undercover.scenes.wordings import parse_query, word_query

ABOUT_EDITS: Mapping[EditType, tuple[About, ...]] = {
    "quantity": ("count",),
    "object_swap": ("occupant", "presence"),
    "object_add": ("occupant", "presence", "count", "empty", "taken"),
    "object_remove": ("occupant", "presence", "count", "empty", "taken"),
    "colour": ("colour",),
    "attribute": ("pattern",),
    "text": ("text",),
    "position": ("place", "side", "occupant", "empty", "taken"),
    "size": ("taller", "tallest"),
    "state": ("state",),
}
"""The queries for each type of edit. MUG goes the other way, from "how many" to quantity and from "what object" to the object."""

_ALL: tuple[About, ...] = (
    "count", "colour", "pattern", "taller", "tallest", "state", "text", "place", "presence", "side", "occupant", "reading", "empty",
    "taken",
)  # fmt: skip
_ALL_OF_VERSION_2: tuple[About, ...] = (
    "count", "colour", "pattern", "size", "state", "text", "place", "presence", "side", "occupant", "reading", "empty", "taken",
)  # fmt: skip
_KINDS: Mapping[About, AnswerKind] = {
    "count": "count", "colour": "colour", "text": "text", "place": "place", "occupant": "object", "reading": "object",
    "tallest": "object", "together": "count",
}  # fmt: skip
_MOST_OPTIONS = 6


def make_question(
    chance: Chance,
    scene: Scene,
    other: Scene,
    edit: Edit | None,
    *,
    compares_sizes: bool = True,
    is_earlier: bool = False,
    together: int = 0,
) -> Question:
    """Return a question about the scene: about what was edited, so that the answers differ, or, without an edit, about anything.

    Args:
        compares_sizes: Whether sizes are asked for beside something else in the picture, as from version 3 of the rules on.
        is_earlier: Whether it is worded as until version 4.
        together: How many kinds it asks the sum of, the edited one among them, if more than one.
    """
    if together > 1:
        queries = _about_sums(chance, scene, other, edit, together)
    elif edit:
        queries = _about_edit(scene, other, edit, compares_sizes=compares_sizes)
    else:
        queries = _about_anything(chance, scene, other, _ALL if compares_sizes else _ALL_OF_VERSION_2)
    query = _draw_query(chance, queries, scene)
    answers = answer_of(query, scene), answer_of(query, other)
    kind: AnswerKind = "yes_no" if query.is_yes_no else _KINDS.get(query.about, "option")
    return Question(
        kind, word_query(chance, query, scene, is_earlier=is_earlier), _options(chance, query, answers, scene), *answers
    )


def answer_question(text: str, scene: Scene) -> str:
    """Return the right answer for a scene to a question that was asked here; empty for any other, or where the scene has none."""
    query = parse_query(text, scene.setting)
    return answer_of(query, scene) if query else ""


# What is asked


def _about_edit(scene: Scene, other: Scene, edit: Edit, *, compares_sizes: bool) -> list[Query]:
    abouts: tuple[About, ...] = ABOUT_EDITS[edit.type] if compares_sizes or edit.type != "size" else ("size",)
    things = {(thing.kind, thing.place): thing for each in (scene, other) for thing in each.things if thing.id == edit.target}
    queries = dict.fromkeys(query for thing in things.values() for about in abouts for query in _queries(about, thing, scene))
    return [query for query in queries if answer_of(query, scene) != answer_of(query, other) and _fits(query, scene, other)]


def _about_anything(chance: Chance, scene: Scene, other: Scene, abouts: Sequence[About]) -> list[Query]:
    """Return the queries about one thing that both scenes answer, and those about absent kinds and free places."""
    words = vocabulary(scene.setting)
    thing = chance.choice("question.thing", scene.things)
    taken = {each.place for each in scene.things}
    free = [place.index for place in words.places if place.index not in taken]
    queries = [query for about in abouts for query in _queries(about, thing, scene)]
    queries += [Query("presence", kind) for kind in words.kinds if find(scene, kind) is None]
    queries += [Query("empty", place=place) for place in free] + [Query("taken", place=place) for place in free]
    return [query for query in queries if _fits(query, scene, other)]


def _about_sums(chance: Chance, scene: Scene, other: Scene, edit: Edit | None, kinds: int) -> list[Query]:
    """Return a query for the sum of some kinds, the edited one among them."""
    there = chance.shuffle("question.kinds", [thing.kind for thing in scene.things])
    edited = [thing.kind for each in (scene, other) for thing in each.things if edit and thing.id == edit.target]
    first, *also = chance.shuffle("question.together", list(dict.fromkeys((*edited, *there)))[:kinds])
    return [Query("together", first, also=tuple(also))]


def _fits(query: Query, scene: Scene, other: Scene) -> bool:
    """Return whether it has an answer in both, and is worded alike for both: of one thing, or of several."""
    if not (answer_of(query, scene) and answer_of(query, other)):
        return False
    if query.about == "size" and {thing.size for thing in _both(query.kind, scene, other)} & {"medium"}:
        return False
    if query.about == "count":  # at most six options
        return query.is_yes_no or {answer_of(query, scene), answer_of(query, other)} != {"0", "6"}
    return query.about == "presence" or all(_is_one_or_several(kind, scene, other) for kind in (query.kind, query.than))


def _is_one_or_several(kind: str, scene: Scene, other: Scene) -> bool:
    return len({thing.count == 1 for thing in _both(kind, scene, other)}) <= 1


def _both(kind: str, scene: Scene, other: Scene) -> list[Thing]:
    return [thing for each in (scene, other) if (thing := find(each, kind)) is not None]


def _queries(about: About, thing: Thing, scene: Scene) -> Iterator[Query]:
    """Yield the queries about a thing in this respect, open ones and those for yes or no."""
    words = vocabulary(scene.setting)
    kind = words.kinds[thing.kind]
    match about:
        case "presence":
            yield Query(about, thing.kind)
        case "occupant" | "empty" | "taken":
            yield Query(about, place=thing.place)
        case "reading":
            yield from [Query(about, value=thing.text)] if thing.text else []
        case "taller" | "tallest":
            beside = [each.kind for each in scene.things if is_taller(thing, each, scene) is not None]
            asked_for = ("taller", "shorter") if about == "taller" else ("",)
            yield from (Query(about, thing.kind, value, than=each) for each in beside for value in asked_for)
        case "side":
            than = [each.kind for each in scene.things if each.kind != thing.kind]
            yield from (Query(about, thing.kind, side, than=each) for each in than for side in ("left", "right"))
        case "place":
            yield Query(about, thing.kind)
            yield from (Query(about, thing.kind, place=place.index) for place in words.places if place.on in kind.on)
        case _:
            values = _values(about, kind)
            yield from [Query(about, thing.kind)] if values else []
            yield from (Query(about, thing.kind, value) for value in values)


def _values(about: About, kind: Kind) -> Sequence[str]:
    match about:
        case "count":
            return [str(count) for count in range(1, kind.most + 1)] if kind.most > 1 else ()
        case "colour":
            return kind.colours
        case "pattern":
            return PATTERNS if kind.has_patterns else ()
        case "size":
            return ("small", "large") if "small" in kind.sizes else ()
        case "state":
            return kind.states
    return kind.texts


def _draw_query(chance: Chance, queries: Sequence[Query], scene: Scene) -> Query:
    """Draw a query: a third are for yes or no, with either as often the right answer, if the queries allow it."""
    closed = [query for query in queries if query.is_yes_no]
    is_closed = chance.below("question.yes_no", 3) == 0
    open_ = [query for query in queries if not query.is_yes_no]
    if not open_ or (closed and is_closed):
        wanted = chance.choice("question.answer", ("yes", "no"))
        open_ = [query for query in closed if answer_of(query, scene) == wanted] or closed
    about = chance.choice("question.about", list(dict.fromkeys(query.about for query in open_)))
    return chance.choice("question.query", [query for query in open_ if query.about == about])


# What can be answered


def _options(chance: Chance, query: Query, answers: tuple[str, str], scene: Scene) -> tuple[str, ...]:
    """Return two to six answers, both right ones among them, in an order that tells nothing of them."""
    words = vocabulary(scene.setting)
    if query.is_yes_no:
        return ("yes", "no")
    match query.about:
        case "count":
            first = 0 if "0" in answers else 1
            return tuple(str(count) for count in range(first, first + _MOST_OPTIONS))
        case "together":
            fewest, most = sorted(map(int, answers))
            number = max(_MOST_OPTIONS, most - fewest + 1)
            first = chance.choice("question.first", range(max(0, most - number + 1), fewest + 1))
            return tuple(str(count) for count in range(first, first + number))
        case "colour":
            return _some(chance, answers, tuple(palette()))
        case "pattern":
            return PATTERNS
        case "size":
            return ("small", "large")
        case "state":
            return words.kinds[query.kind].states
        case "text":
            return tuple(chance.shuffle("question.order", _with(answers, words.kinds[query.kind].texts)))
        case "place":
            kind = words.kinds[query.kind]
            return _some(chance, answers, tuple(place.name for place in words.places if place.on in kind.on))
        case "occupant":
            kinds = tuple(kind.word for kind in words.kinds.values() if words.places[query.place].on in kind.on)
            some = _some(chance, tuple(answer for answer in answers if answer != "nothing"), kinds, _MOST_OPTIONS - 1)
            return (*chance.shuffle("question.order", some), "nothing")
        case "tallest":
            return tuple(chance.shuffle("question.order", [words.kinds[kind].word for kind in (query.kind, query.than)]))
    bearers = tuple(words.kinds[thing.kind].word for thing in scene.things)
    return tuple(chance.shuffle("question.order", _some(chance, answers, bearers)))


def _some(chance: Chance, answers: Sequence[str], others: Sequence[str], most: int = _MOST_OPTIONS) -> tuple[str, ...]:
    """Return the answers and some others, up to a maximum, in the order of the others."""
    rest = [other for other in others if other not in answers]
    needed = min(len(rest), most - len(set(answers)))
    chosen = {*answers, *chance.sample("question.options", rest, needed)}
    return tuple(other for other in _with(answers, others) if other in chosen)


def _with(answers: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the others, and the answers that are not among them."""
    return list(dict.fromkeys((*others, *answers)))
