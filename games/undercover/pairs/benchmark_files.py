"""Lines of benchmarks: POPE, HallusionBench, MMMU, MMStar, and the tables of VLMEvalKit that hold these."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from woozle.core.datasets import row_error
from woozle.core.names import LETTERS
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.undercover.pairs.files import Row, row_of

LeftOut: TypeAlias = Literal["no picture", "several pictures", "no options", "options that are too long", "no answer"]
"""The reason for leaving out a question: the feature that it has."""

SPLITS = ("random", "popular", "adversarial")
"""The splits of POPE: how the things that are not there were drawn."""

_YES_NO = ("yes", "no")
_NEEDS = {
    "POPE": "lines of POPE have `question_id`, `image`, `text` and `label`",
    "HallusionBench": (
        "questions of HallusionBench have `category`, `subcategory`, `set_id`, `figure_id`, `question_id`, `question`, `gt_answer` "
        "and `filename`"
    ),
    "VLMEvalKit": "tables of VLMEvalKit have `index`, `image`, `question` and `answer`, and options as `A`, `B` and so on",
    "MMMU": "rows of MMMU have `id`, `question`, `options`, `answer` and `image_1` to `image_7`",
    "MMStar": "rows of MMStar have `index`, `question`, `image` and `answer`",
}
_HALLUSION = re.compile(r"(V[DS])_(.+)_(\d+)_(\d+)_(\d+)_(\d+)")
_OPTIONS = re.compile(r"\n?\bOptions:\s*(?=A: )")
_OPTION = re.compile(r"(?:^|[,;]?\s+)([A-Z]): ")
_NAME = 64  # characters: a shorter picture is the index of another row (VLMEvalKit)
_LONGEST_OPTION, _LONGEST_LIST = 400, 20_000  # characters
_SHOWN = 80


@value
class Entry:
    """A question with what is known of its picture. Of a picture in its own file, the row says which file.

    held: the picture itself, as bytes or in base64, where the list holds it; like: the id of the entry that it shares it with.
    """

    where: str
    row: Row
    held: bytes | str = b""
    like: str = ""


@value
class Line:
    """A line of a file: its fields by name. where: its place in the file; layout: a key of _NEEDS."""

    where: str
    fields: Mapping[str, Any]
    layout: str

    def text(self, name: str) -> str:
        """Return the text of a field. Raises ValueError if it is empty."""
        if found := self.maybe(name):
            return found
        raise row_error(self.where, f"`{name}` is {'empty' if name in self.fields else 'missing'}; {_NEEDS[self.layout]}")

    def maybe(self, name: str) -> str:
        """Return the text of a field, or an empty string."""
        found = self.fields.get(name)
        if isinstance(found, bool) or not isinstance(found, str | int | None):
            raise row_error(self.where, f"`{name}` is no text; {_NEEDS[self.layout]}")
        return "" if found is None else str(found).strip()

    def one_of(self, name: str, meanings: Mapping[str, str]) -> str:
        """Return the meaning of a field. Raises ValueError for a value that has none."""
        said = self.text(name)
        if said.casefold() not in meanings:
            shown = visible_line(said)[:_SHOWN]
            raise row_error(self.where, f"`{name}` is {shown!r} and must be one of {', '.join(meanings)}")
        return meanings[said.casefold()]


def pope(line: Line, split: str) -> Entry:
    """Return the entry of a line of POPE. split: as the file's name says it; empty if it does not."""
    number = line.text("question_id")
    data = {"benchmark": "POPE", "split": split, "question": number}
    return _entry(
        line,
        id=f"{split or 'pope'}-{number}",
        image=line.text("image"),
        question=line.text("text"),
        kind="yes_no",
        options=_YES_NO,
        answer=line.one_of("label", {each: each for each in _YES_NO}),
        data=_drop_empty(data),
    )


def hallusion(line: Line) -> Entry | LeftOut:
    """Return the entry of a question of HallusionBench. Those that have no picture are left out."""
    parts = [line.text(name) for name in ("category", "subcategory", "set_id", "figure_id", "question_id")]
    question, answer = line.text("question"), line.one_of("gt_answer", {"1": "yes", "0": "no"})
    if not line.maybe("filename"):
        return "no picture"
    category, subcategory, set_, figure, number = parts
    return _entry(
        line,
        id="_".join((category, subcategory, line.maybe("visual_input") or "1", set_, figure, number)),
        image=line.text("filename"),
        question=question,
        kind="yes_no",
        options=_YES_NO,
        answer=answer,
        data=_hallusion_data(category, subcategory, set_, figure, number),
    )


def kit(line: Line, name: str) -> Entry | LeftOut:
    """Return the entry of a row of a table of VLMEvalKit. name: of the file."""
    if not {"image", "image_path"} & set(line.fields):
        line.text("image")
    index, held = line.text("index"), line.maybe("image")
    pieces = [piece.strip(" '\"") for piece in held[1:-1].split(",")] if held.startswith("[") else [held]
    if len(pieces) > 1:
        return "several pictures"
    held, path = pieces[0], line.maybe("image_path")
    if held.casefold() == "nan" or not (held or path):
        return "no picture"
    answered = _read_kit_question(line, name)
    if isinstance(answered, str):
        return answered
    is_like = bool(held) and len(held) <= _NAME
    named = {**answered, "id": index, "image": path if not held else f"of {line.where}"}
    return _entry(line, held="" if is_like else held, like=held if is_like else "", **named)


def mmmu(line: Line) -> Entry | LeftOut:
    """Return the entry of a row of MMMU as it is published. Questions without options are left out."""
    name = line.text("id")
    pictures = [found for at in range(1, 8) if (found := _picture(line.fields.get(f"image_{at}")))]
    options = _list_options(line)
    if len(pictures) != 1:
        return "several pictures" if pictures else "no picture"
    if not options:
        return "no options"
    split, _, rest = name.partition("_")
    data = {
        "benchmark": "MMMU",
        "split": split,
        "category": rest.rpartition("_")[0].replace("_", " "),
        "subcategory": line.maybe("subfield"),
    }
    return _make_choice_entry(
        line, {"id": name, "question": line.text("question"), "data": _drop_empty(data)}, options, pictures[0]
    )


def mmstar(line: Line) -> Entry | LeftOut:
    """Return the entry of a row of MMStar as it is published, whose options stand in the question."""
    picture = _picture(line.fields.get("image"))
    if not picture:
        return "no picture"
    question, options = _options_in(line.text("question"))
    data = {"benchmark": "MMStar", "category": line.maybe("category"), "subcategory": line.maybe("l2_category")}
    return _make_choice_entry(line, {"id": line.text("index"), "question": question, "data": _drop_empty(data)}, options, picture)


# Parts


def _read_kit_question(line: Line, name: str) -> dict[str, Any] | LeftOut:
    question, said = line.text("question"), line.maybe("answer")
    if hint := line.maybe("hint"):
        question = f"{hint}\n{question}"
    letters = [letter for letter in LETTERS if letter in line.fields]
    options = {letter: found for letter in letters if (found := line.maybe(letter)) and found.casefold() != "nan"}
    if not options and said.casefold() in _YES_NO:
        fields = {"question": question, "kind": "yes_no", "options": _YES_NO, "answer": said.casefold()}
        return {**fields, "data": _yes_no_data(line, name)}
    benchmark = next((each for each in ("MMMU", "MMStar") if each.casefold() in name.casefold()), name)
    data = {
        "benchmark": benchmark,
        "split": line.maybe("split"),
        "category": line.maybe("category"),
        "subcategory": line.maybe("l2-category") or line.maybe("l2_category"),
    }
    if not options and benchmark == "MMStar":
        question, options = _options_in(question)
    if not options and letters:
        return "no options"
    if not options:
        return {"question": question, "answer": line.text("answer"), "data": _drop_empty(data)}
    return _choice(line, {"question": question, "data": _drop_empty(data)}, options)


def _yes_no_data(line: Line, name: str) -> dict[str, str]:
    found = _HALLUSION.fullmatch(line.text("index"))
    if found:
        category, subcategory, _, *places = found.groups()
        return _hallusion_data(category, subcategory, *places)
    splits = [each.strip() for each in line.maybe("category").casefold().split(",") if each.strip()]
    if splits and set(splits) <= set(SPLITS):
        return {"benchmark": "POPE", "split": ",".join(splits), "question": line.text("index")}
    return _drop_empty({"benchmark": name, "category": line.maybe("category"), "question": line.text("index")})


def _hallusion_data(category: str, subcategory: str, set_: str, figure: str, question: str) -> dict[str, str]:
    where = {"category": category, "subcategory": subcategory, "set": set_, "figure": figure, "question": question}
    return {"benchmark": "HallusionBench", **where}


def _make_choice_entry(line: Line, fields: dict[str, Any], options: Mapping[str, str], held: bytes) -> Entry | LeftOut:
    found = _choice(line, fields, options)
    return found if isinstance(found, str) else _entry(line, held=held, image=f"of {line.where}", **found)


def _choice(line: Line, fields: dict[str, Any], options: Mapping[str, str]) -> dict[str, Any] | LeftOut:
    """Return a question with options. Where two options say the same, their letters tell them apart."""
    said = line.maybe("answer")
    letter = said if said in options else next((letter for letter, each in options.items() if each == said), "")
    if said in ("", "?"):
        return "no answer"
    if not letter:
        shown = visible_line(said)[:_SHOWN]
        raise row_error(line.where, f"`answer` is {shown!r}, which is none of its options, {', '.join(options)}")
    texts = {key: each if [*options.values()].count(each) == 1 else f"{key}. {each}" for key, each in options.items()}
    if max(map(len, texts.values())) > _LONGEST_OPTION:
        return "options that are too long"
    return {**fields, "kind": "option", "options": tuple(texts.values()), "answer": texts[letter]}


def _entry(line: Line, held: bytes | str = b"", like: str = "", **fields: Any) -> Entry:
    return Entry(line.where, row_of(line.where, fields), held, like)


def _picture(found: Any) -> bytes:
    """Return the bytes of a picture in a table, in any form of storage; empty if missing."""
    data = found.get("bytes") if isinstance(found, Mapping) else found
    return data if isinstance(data, bytes) else b""


def _list_options(line: Line) -> dict[str, str]:
    """Return the options of MMMU: a list, or one as Python writes it."""
    found = line.fields.get("options")
    if isinstance(found, str) and found.strip():
        try:
            found = ast.literal_eval(found.strip()) if len(found) <= _LONGEST_LIST else None
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = None
        if not isinstance(found, list):
            raise row_error(line.where, "`options` is no list of texts as Python writes it; get the file once more")
    if not isinstance(found, Sequence):
        return {}
    return {letter: str(each) for letter, each in zip(LETTERS, found, strict=False)}


def _options_in(question: str) -> tuple[str, dict[str, str]]:
    """Return a question and its options: those behind `Options:`, or else the letters A to D, whatever they mean in the picture."""
    if found := _OPTIONS.search(question):
        _, *parts = _OPTION.split(question[found.end() :])
        options = {letter: text.strip(" ,\n") for letter, text in zip(parts[::2], parts[1::2], strict=True)}
        if len(options) > 1 and "".join(options) == LETTERS[: len(options)] and all(options.values()):
            return question[: found.start()].strip(), options
    return question, {letter: letter for letter in LETTERS[:4]}


def _drop_empty(data: Mapping[str, str]) -> dict[str, str]:
    return {name: each for name, each in data.items() if each}
