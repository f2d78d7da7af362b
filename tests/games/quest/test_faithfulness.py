"""The judge `claims`: what it takes for faithful, and what it does not."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.quest.judgement.faithfulness import faithfulness
from woozle.games.quest.judgement.sentences import read_sentences, word_set

MILL = """The mill at Orlow was built by Jan Peck in 1790 and ground rye for three villages. Its owner, the widow Tarn,
sold the mill to Abel Horn for 600 crowns after the river had frozen. Horn did not repair the wheel, which
weighed 40 tonnes. All the sacks were saved in the flood of 1854, but the roof was lost. Some say that a spark
probably caused the fire."""
COURT = """Judge Olsen fined the ferryman Brodd 90 crowns because he had left the pier before noon. Brodd refused to pay
the fine. The clerk thanked Olsen, and the passengers never returned to Sund. Ten of the 12 passengers were
children."""

BRIDGE = """The bridge at Quar was opened in 1931, forty years ago. In May divers found a gap under its pier, and it was closed.
It is said that the dredger Maribel hollowed the pier. It did not: the flood was the cause. Then 47 lorries took the ferry.
The ferry carried 20 per cent fewer lorries than in May."""

WORDS = "not by the Horn 40 tonnes sold . , ; ? because may 1790 all 2.1 million twenty - one £ %"
HONEST = [
    (MILL, "Jan Peck built the mill at Orlow in 1790."),
    (MILL, "The widow Tarn sold it to Abel Horn for 600 crowns."),
    (MILL, "Horn never mended the wheel of 40 tonnes."),
    (MILL, "Every sack was rescued when the river flooded in 1854."),
    (MILL, "A spark may have caused the fire."),
    (COURT, "The ferryman Brodd was fined 90 crowns by Judge Olsen."),
    (COURT, "Brodd did not pay the penalty."),
    (COURT, "the ferryman left the pier before noon."),
    (COURT, "Ten children were among the passengers."),
    (BRIDGE, "It was not the dredger Maribel that hollowed the pier."),
    (BRIDGE, "Nearly four dozen lorries took the ferry after the bridge had closed."),
    (BRIDGE, "The bridge opened in 1931, four decades ago."),
]
FALSE = [
    ("negation", MILL, "Jan Peck never built the mill at Orlow in 1790."),
    ("negation", MILL, "It is untrue that Horn bought the mill for 600 crowns."),
    ("a lost negation", MILL, "Horn did repair the wheel, which weighed 40 tonnes."),
    ("an opposite", MILL, "Jan Peck demolished the mill at Orlow in 1790."),
    ("roles", MILL, "Abel Horn sold the mill to the widow Tarn for 600 crowns."),
    ("roles", COURT, "Brodd fined Judge Olsen 90 crowns."),
    ("roles", COURT, "Judge Olsen was fined 90 crowns by the ferryman Brodd."),
    ("roles", COURT, "Brodd thanked the clerk."),
    ("a number", MILL, "Jan Peck built the mill at Orlow in 1854."),
    ("a number", MILL, "The mill ground rye for 600 villages."),
    ("a unit", MILL, "Its wheel weighed 40 kilometres."),
    ("a quantifier", MILL, "None of the sacks were saved in the flood of 1854."),
    ("a doubt", MILL, "Perhaps Jan Peck built the mill at Orlow in 1790."),
    ("a question", MILL, "Was the mill at Orlow built by Jan Peck in 1790?"),
    ("a stranger", MILL, "The mill at Orlow was built by Nils Rook in 1790."),
    ("an owner", BRIDGE, "The ferry's pier had a gap, and Maribel's pier was closed."),
    ("a place", MILL, "The mill at Peck was built in 1790 and ground rye for three villages."),
    ("a name put together of two", MILL, "The mill at Orlow was built by Jan Horn in 1790."),
    ("what was not said after all", BRIDGE, "The pier was hollowed by the dredger Maribel."),
    ("more for fewer", BRIDGE, "The ferry carried 20 per cent more lorries than in May."),
    ("an order in time", BRIDGE, "The bridge was opened after the lorries had taken the ferry."),
    ("a reason for a result", COURT, "The ferryman left the pier because Judge Olsen had fined him 90 crowns."),
    ("an invention", MILL, "A choir of bakers painted golden swans on every ceiling of the palace."),
]


@pytest.mark.parametrize(("source", "text"), HONEST)
def test_an_honest_sentence_scores_high_whether_its_words_are_those_of_the_source_or_not(source, text):
    judged = faithfulness(source, text)
    assert judged.score >= 0.75, judged


@pytest.mark.parametrize(("kind", "source", "text"), FALSE)
def test_a_false_sentence_scores_low_and_says_why(kind, source, text):
    judged = faithfulness(source, text)
    assert judged.score <= 0.5, judged
    assert judged.sentences[0].reason


@pytest.mark.parametrize(
    "trick",
    [
        "/".join,
        "-".join,
        ",".join,
        lambda words: " ".join(sorted(words)),
        lambda words: " ".join(reversed(words)),
        ", ".join,
        lambda words: " ".join(word for word in words if word[0].isupper() or word.isdigit()),
    ],
)
@pytest.mark.parametrize("source", [MILL, COURT])
def test_words_that_are_no_sentences_score_next_to_nothing(source, trick):
    assert faithfulness(source, trick(source.replace(".", "").split())).score <= 0.3


def test_a_text_of_pieces_torn_from_sentences_scores_low_and_says_why():
    judged = faithfulness(MILL, "Peck in 1790 and ground. Abel Horn for 600 crowns after. Flood of 1854 but the.")
    assert judged.score <= 0.3
    assert {each.reason for each in judged.sentences} == {"a piece torn out of a sentence"}


def test_a_passage_without_its_small_words_scores_low():
    kept = " ".join(
        word for word in MILL.split() if word.lower() not in word_set("the a at by and in for its to of had did which was")
    )
    assert faithfulness(MILL, kept).score <= 0.2


@pytest.mark.parametrize("source", [MILL, COURT])
def test_a_copy_is_faithful(source):
    assert faithfulness(source, source).score >= 0.95


def test_a_sentence_told_again_adds_nothing():
    once = "Jan Peck built the mill at Orlow in 1790."
    twice = faithfulness(MILL, f"{once} {once}")
    assert twice.score < faithfulness(MILL, once).score
    assert twice.sentences[1].reason == "repeats an earlier sentence"


def test_each_sentence_has_its_own_verdict():
    judged = faithfulness(MILL, "Jan Peck built the mill. Horn sold it to Tarn for 40 crowns. Was it lost?")
    first, second, third = judged.sentences
    assert first.score > second.score > third.score == 0
    assert "question" in third.reason


@pytest.mark.parametrize("text", ["", " ", "...", "?!", "-", "\x00", "½ ² ٣", "’’’"])
def test_a_text_that_says_nothing_scores_nothing(text):
    assert faithfulness(MILL, text).score == 0


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_has_a_score_from_0_to_1(source, text):
    judged = faithfulness(source, text)
    assert 0 <= judged.score <= 1
    assert all(0 <= each.score <= 1 for each in judged.sentences)


@given(
    st.lists(
        st.sampled_from(WORDS.split()),
        max_size=60,
    )
)
def test_words_in_any_order_have_a_score_from_0_to_1(words):
    assert 0 <= faithfulness(MILL, " ".join(words)).score <= 1


UNITS = ["40 ", "nearly 7 ", "Horn sold ", "the mill was built by Peck, ", "not ", "a-", "un", "Tarn ", "“", "\x00"]


@pytest.mark.parametrize("unit", UNITS)
def test_the_work_grows_with_the_length_of_the_text_alone(unit, monkeypatch):
    """The work is counted in lines that are run, since times vary."""
    assert _lines(unit * 600) < 5 * _lines(unit * 150)


def _lines(text: str) -> int:
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        faithfulness(text, text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    ("text", "values"),
    [("2.1 million", [2.1e6]), ("£8,000", [8000]), ("£41.3 million", [41.3e6]), ("twenty-three men", [23]), ("9 per cent", [9])],
)
def test_numbers_are_read_in_figures_and_words(text, values):
    (sentence,) = read_sentences(text)
    assert [token.value for token in sentence.tokens if token.kind == "number"] == pytest.approx(values)
