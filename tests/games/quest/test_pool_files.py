from __future__ import annotations

import csv
import io
import json

import pytest

from woozle.games.quest import data
from woozle.games.quest.data import Item
from woozle.games.quest.data.pool_files import parse


def table(*rows):
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue()


def json_lines(*objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


BEARS, HARES = "Two bears,\nthree hats.", 'A hare says "no".'


@pytest.mark.parametrize(
    "text",
    [
        table(["text"], [BEARS], [HARES]),
        table(["Source", "year"], [BEARS, 1901], [HARES, 1902]),
        json_lines({"passage": BEARS}, {"passage": HARES, "question": "Does it?", "answer": True}),
        json.dumps([{"text": BEARS}, {"text": HARES}], indent=2),
        "\ufeff" + table(["text", "id"], [], [f" {BEARS} ", "p1"], [HARES, ""], []).replace("\r\n", "\n"),
    ],
)
def test_passages_are_read_from_tables_and_from_json(text):
    assert parse(text) == (Item(id="p1", text=BEARS), Item(id="p2", text=HARES))


def test_ids_stay_as_they_are_given():
    assert [item.id for item in parse(json_lines({"id": 0, "text": "x"}, {"id": "bears", "text": "y"}))] == ["0", "bears"]


def test_of_a_leaderboard_each_passage_counts_once():
    rows = [[source, f"{model} on it.", model] for model in ("one", "two") for source in (BEARS, HARES)]
    assert parse(table(["source", "summary", "model"], *rows)) == (Item(id="p1", text=BEARS), Item(id="p2", text=HARES))


@pytest.mark.parametrize("name", ["article", "document"])
def test_news_of_cnn_and_of_xsum_are_passages(name):
    rows = [{name: BEARS, "highlights": "Bears.", "summary": "Bears.", "id": "f00"}, {name: HARES, "id": "f01"}]
    assert parse(rows) == parse(json_lines(*rows)) == (Item(id="f00", text=BEARS), Item(id="f01", text=HARES))


def test_questions_of_squad_have_the_texts_of_their_answers():
    rows = [
        {"id": at, "question": "Who?", "context": BEARS, "answers": {"text": said}}
        for at, said in (("a", ["Ada", "Eve"]), ("b", []))
    ]
    told = []
    assert parse(rows, told.append) == (Item(id="a", text="Who?", answer="Ada", aliases=("Eve",)),)
    assert told == ["1 question has no short answer and cannot be used"]


def test_questions_of_simpleqa_are_read():
    rows = [["{'topic': 'Art, mostly', 'urls': ['a', 'b']}", "Who drew it?", "Ada"], ["{}", "When?", "1901"]]
    assert parse(table(["metadata", "problem", "answer"], *rows)) == (
        Item(id="q1", text="Who drew it?", answer="Ada"),
        Item(id="q2", text="When?", answer="1901"),
    )


def test_questions_of_nq_open_have_several_answers():
    (item,) = parse(json_lines({"question": "who drew it", "answer": ["Ada", "Ada Ruiz", " "]}))
    assert item == Item(id="q1", text="who drew it", answer="Ada", aliases=("Ada Ruiz",))


def test_what_comes_with_woozle_can_be_read_again():
    assert parse(json_lines(*(item.model_dump() for item in data.questions()))) == data.questions()
    assert parse(json_lines(*(item.model_dump() for item in data.passages()))) == data.passages()


def test_a_passage_of_50000_words_is_read_and_one_past_the_limit_is_refused():
    long = "word " * 49_999 + "word"
    assert parse(table(["text"], [long]))[0].text == long
    with pytest.raises(ValueError, match="line 2: `text` must have 1000000 or fewer characters"):
        parse(table(["text"], ["x" * 1_000_001]))
    with pytest.raises(ValueError, match="line 2: it is no table: field larger than field limit"):
        parse(table(["text"], ["x" * 10_000_001]))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no passage or question in it"),
        ("text\n", "there is no passage or question in it"),
        (
            "title,body\na,b\n",
            "line 1: there is `title`, `body`, but passages need `passage`, `text`, `source`, `article` or `document`, questions",
        ),
        ("id;text\n1;a\n", "line 1: there is `id;text`, but"),
        ("problem,metadata\na,b\n", "line 1: there is `problem` but no `answer`; questions need both"),
        ('text,id\n"a\nb",1\n" ",2\n', "line 4: `text` is empty or no text"),
        ("problem,answer\na,\n", "line 2: `answer` is empty"),
        ("text,id\na,1\nb,1\n", "line 3: its id '1' is that of line 2 too; ids must differ"),
        ("text,id\na,1,2\n", "line 2: it has 3 columns, but the first line 2; make them the same"),
        ('text\n"a\n', "line 2: it is no table: unexpected end of data"),
        ('{"text": "a"}\n{"text": "b}\n', "line 2: it is not JSON: Unterminated string"),
        ('[{"text": "a"}, "b"]', "item 2: it is no JSON object"),
        ("[" * 100_000, "line 1: it is not JSON that can be read"),
        ('{"text": 5}', "line 1: `text` is empty or no text"),
        ('{"question": "a", "answer": true}', "line 1: `answer` must be a text or a list of texts"),
        ('{"text": "\\ud800"}', "line 1: `text` has letters that are not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(text, why):
    with pytest.raises(ValueError) as raised:
        parse(text)
    assert str(raised.value).startswith(f"cannot be used: {why}")
