"""Scenes and things in words, for seats that cannot see, and for editors."""

from __future__ import annotations

from woozle.core.names import NUMBER_WORDS
from woozle.games.undercover.scenes.graph import Edit, EditType, Scene, Setting, Thing
from woozle.games.undercover.scenes.heights import height
from woozle.games.undercover.scenes.vocabulary import Kind, Vocabulary, vocabulary

NUMBERS = ("no", *NUMBER_WORDS[1:7])

_PARTS = (
    "all", "all", "half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth", "a tenth",
    "an eleventh", "a twelfth",
)  # fmt: skip

_SETTINGS: dict[Setting, str] = {
    "room": "A living room",
    "street": "A street",
    "table": "A table by a wall",
    "shelf": "A shelf with four boards",
    "park": "A park",
}


_SAY_WHAT: tuple[EditType, ...] = ("quantity", "object_swap", "object_add", "object_remove")
"""Edits whose description itself names the thing."""


def describe_edit(edit: Edit, scene: Scene | None) -> str:
    """Return an edit in a few words: `the balloons: plain became striped`. scene: of the picture, None if it is a file."""
    if not edit.after:
        return f"{edit.before}, gone"
    if not edit.before:
        return f"{edit.after}, added"
    thing = next((thing for thing in scene.things if thing.id == edit.target), None) if scene else None
    if scene is None or thing is None or edit.type in _SAY_WHAT:
        return f"{edit.before} became {edit.after}"
    return f"the {vocabulary(scene.setting).kinds[thing.kind].words(thing.count)}: {edit.before} became {edit.after}"


def describe_scene(scene: Scene, *, has_heights: bool = False) -> str:
    """Return everything that can be seen, place by place from the top left to the bottom right. What is not mentioned is not there.

    has_heights: whether to say how tall things are drawn, which questions about sizes compare.
    """
    words = vocabulary(scene.setting)
    things = []
    for thing in scene.things:
        tall = _tall(thing, scene) if has_heights else ""
        things.append(f"{words.places[thing.place].name.capitalize()}: {describe_thing(thing, words)}{tall}.")
    return "\n".join([f"{_SETTINGS[scene.setting]}, and nothing in it but this.", *things])


def _tall(thing: Thing, scene: Scene) -> str:
    found = height(thing, scene)
    if found is None:
        return ""
    part = _PARTS[min(round(1 / found), len(_PARTS) - 1)]
    return f"; about {part} of the picture high ({100 * found:.1f} %)"


def describe_thing(thing: Thing, words: Vocabulary) -> str:
    """Return all that is seen of a thing but its place: `three small green dotted cups, full`."""
    kind = words.kinds[thing.kind]
    size = "medium-sized" if thing.size == "medium" else thing.size  # `medium blue` would be a colour
    pattern = "" if thing.pattern == "plain" else thing.pattern
    seen = " ".join(word for word in (size, thing.colour, pattern, kind.words(thing.count)) if word)
    count = _article(seen) if thing.count == 1 else NUMBERS[thing.count]
    return (
        f"{count} {seen}" + (f", {thing.state}" if thing.state else "") + (f', with the text "{thing.text}"' if thing.text else "")
    )


def phrase_count(count: int, kind: Kind) -> str:
    """Return the words for a number of a kind: `a cup`, `three cups`."""
    return f"{_article(kind.word)} {kind.word}" if count == 1 else f"{NUMBERS[count]} {kind.plural}"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
