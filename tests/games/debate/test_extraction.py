"""Answers extracted from responses: as graders of the field read them, and nothing that was not said."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.votes import most_frequent
from woozle.games.debate.answers.extraction import extract_answer, is_right
from woozle.games.debate.answers.quantities import format_number

from tests.games.debate.vectors import VECTORS


def test_the_last_letter_counts():
    vector = VECTORS["debate.extract_mc"]
    expected = [
        "B" if text == "So it is B." else answer for text, answer in zip(vector["inputs"]["texts"], vector["expected"], strict=True)
    ]
    assert [extract_answer(text, "choice", vector["inputs"]["letters"]) for text in vector["inputs"]["texts"]] == expected


def test_the_last_number_counts():
    vector = VECTORS["debate.extract_num"]
    found = [extract_answer(text, "number") for text in vector["inputs"]["texts"]]
    assert [None if each is None else float(each) for each in found] == vector["expected"]


@pytest.mark.parametrize(
    "text",
    [
        "Answer: B",
        "Answer: (B)",
        "Answer: B) one",
        "Answer: B. One bear, and a half",
        "Answer: B, because A is wrong",
        "Answer: B, not A",
        "Answer: B. A and C are wrong",
        "Answer: Option B",
        "**Final Answer:** **B**",
        "**Answer**: B",
        "Answer:\n\nB",
        "Answer: $\\mathbf{(B)}$",
        "The final answer is \\boxed{\\textbf{(B)}}.",
        "Answer: so we conclude that it is $\\boxed{B}$",
        "Answer:\n$$\\boxed{B}$$",
        "### Final answer\n\\[\n\\boxed{B}\n\\]",
        'Answer: "B"',
        '{"answer": "B", "why": "one set of paws"}',
        "Answer: <B>",
        "There is one set of paws. Therefore, the correct answer is (B).",
        "The answer is: B",
        "Ben's answer: C. My answer: B. The previous answer: C.",
        "Answer: C\nNo, wait.\nAnswer: B",
        "<answer>B</answer>",
        "<reasoning>Not A.</reasoning>\n<answer>\n(B) one\n</answer>",
        "### Answer\nB",
        "**Final Answer**\n\nB",
        "Answer - B",
        "Answer：B",
        "Answer: ~~C~~ B",
        "Answer: probably B, but I am not sure",
        "My final choice: B",
        "B",
        "B. One bear",
        "C would need two bears.\n\n**B**",
        "B because there is one set of paws",
        "I would choose option B",
        "C would need two bears. I'm going with (B).",
        "I am confident that B is correct",
        "A looks right, but option B (one bear) is the better... no: option B is the best answer.",
        "I first thought of C, but the answer is B: one bear.",
        "It's definitely B.",
        "A and C are out. That leaves B.",
        "Answer: C\nI made a mistake there. The correct answer is B.",
        "Answer: B\n(Note: many take D, which is the tempting one.)",
    ],
)
def test_a_letter_is_read(text):
    assert extract_answer(text, "choice", "ABCD") == "B"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Answer: E",
        "Answer: None of these",
        "Answer: A or B",
        "Answer: A/B",
        "Answer: A) none or B) one",
        "Answer: B, or maybe C",
        "Answer: B (or C)",
        "Answer: Both A and B",
        "Answer: it is not \\boxed{B}",
        "Answer: $\\boxed{A}$ or $\\boxed{B}$",
        "answer: a fool would say so",
        "Answer: A fool would say so",
        "Ben thinks that the answer is B.",
        "I wonder whether the answer is B.",
        "Ben's answer: B",
        "Is the answer B?",
        "Answer: B\nOn second thoughts I cannot tell.\nAnswer: A or B",
        "<answer>A or B</answer>",
        "### Answer\nMuch can be said for B and for each of the others.",
        "Answer: B. Wait, no, that is wrong.",
        "I would choose B. I take that back.",
        "I would choose option B, but option C is just as good.",
        "I would choose A or B",
        "Either A or B is correct.",
        "I am not confident that B is correct.",
        "If tracks count, the answer is B; if paws do, it is C.",
        "B is correct only if tracks count.",
        "A) none\nB) one\nC) two",
        "A bear is the answer.",
        "Answer: [letter of one option]",
        "End with a line `Answer: B`.",
    ],
)
def test_no_letter_is_invented(text):
    assert extract_answer(text, "choice", "ABCD") is None


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("7", "7"),
        ("-3.50", "-3.5"),
        ("−3", "-3"),
        ("0.10", "0.1"),
        ("1,234", "1234"),
        ("1,000.5,", "1000.5"),
        ("$12,345.678", "12345.678"),
        ("1{,}234", "1234"),
        ("1,\\!234", "1234"),
        ("\\$18", "18"),
        ("US$ 20", "20"),
        ("50%", "50"),
        ("50\\%", "50"),
        ("42 apples, since 6 * 7 = 42", "42"),
        ("42 (6 times 7)", "42"),
        ("42. I hope it is correct.", "42"),
        ("9.8 m/s^2", "9.8"),
        ("90^\\circ", "90"),
        ("12\\text{ cm}", "12"),
        ("3 million", "3000000"),
        ("about 42", "42"),
        ("3/4", "0.75"),
        ("1/3", "1/3"),
        ("-1/2", "-0.5"),
        ("1 1/2 cups", "1.5"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("\\frac{3}{4}", "0.75"),
        ("\\frac12", "0.5"),
        ("1e6", "1000000"),
        ("1.5E-3", "0.0015"),
        ("10³", "1000"),
        ("10**3", "1000"),
        ("2 x 10^3", "2000"),
        ("6.02 \\times 10^{23}", "602" + 21 * "0"),
        ("2^10", "1024"),
        ("5 + 7 = 12", "12"),
        ("12 - 5 = 7 left", "7"),
        ("1 - 1/4 = 3/4 of a cup", "0.75"),
        ("42 - six sevens", "42"),
        ("x = 42", "42"),
        ("x_1 = 42", "42"),
        ("the value of x = 42", "42"),
        ("3 apples + 4 apples = 7 apples", "7"),
        ("$3.50/hour", "3.5"),
        ("x = 6 * 7 = 42", "42"),
        ("$x = \\frac{1}{2}$", "0.5"),
        ("The answer is 42.", "42"),
        ("The total cost is 18 dollars.", "18"),
        ("12\u202f000", "12000"),
        ("1 000 000", "1000000"),
        ("1'000", "1000"),
        ("seventeen", "17"),
        ("forty-two apples", "42"),
        ("two hundred and six", "206"),
    ],
)
def test_a_number_is_read(said, number):
    assert extract_answer(f"Step by step.\nAnswer: {said}", "number") == number
    assert extract_answer(f"Step by step. \\boxed{{{said}}}", "number") == number
    assert is_right(number, "number", [number])


@pytest.mark.parametrize(
    "text",
    [
        "#### 42",
        "6 * 7 = <<6*7=42>>42\n#### 42",
        "The answer is 42.",
        "So the final answer is $42$. I hope it is correct.",
        "\\fbox{42}",
    ],
)
def test_a_number_is_read_in_other_forms_of_the_field(text):
    assert extract_answer(text, "number") == "42"


def test_a_heading_is_no_number():
    assert extract_answer("Answer: 42\n#### Notes\nNone.", "number") == "42"
    assert extract_answer("#### 3. Multiply\nThat makes 42.", "number") is None


@pytest.mark.parametrize(
    "said",
    [
        "",
        "2,5",
        "1,23",
        "1,2345",
        "1.234,5",
        "1.2.3",
        "5 or 7",
        "5-7",
        "7 - 5 apples",
        "5 to 7",
        "5 and a half",
        "5 + 7",
        "x = 3 or x = 4",
        "2x = 10",
        "x + 3 = 10",
        "x >= 5",
        "x != 5",
        "3/x",
        "3/4/5",
        "2023-10-05",
        "0.333...",
        "5 apples, 3 pears",
        "42 or so",
        "42, or 43",
        "$\\boxed{5}$ or $\\boxed{7}$",
        "not 42",
        "at least 42",
        "7 out of 10",
        "12:30",
        "3k",
        "see step 4",
        "Question 3 has no answer",
        "1/0",
        "1e999",
        "9^999",
        "\\sqrt{2}",
        "one of the two",
        "x",
    ],
)
def test_no_number_is_invented(said):
    assert extract_answer(f"1 + 1 = 2\nAnswer: {said}", "number") is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("So, Answer: Yes.", "yes"),
        ("**Answer: false**", "no"),
        ("The correct answer is yes.", "yes"),
        ("Answer: \\boxed{\\text{True}}", "yes"),
        ("Answer: no, because nobody saw one", "no"),
        ("Answer: yes, it is", "yes"),
        ("Answer: nobody knows", None),
        ("Answer: no idea", None),
        ("Answer: yes or no", None),
        ("Answer: yes/no", None),
        ("Answer: yes and no", None),
        ("Answer: not true", None),
        ("Yes.", "yes"),
        ("No. Spiders have eight legs.", "no"),
        ("Spiders have eight legs.\n\n**No**", "no"),
        ("The statement is false.", "no"),
        ("Spiders have eight legs, so the answer is no.", "no"),
        ("There is no evidence either way.", None),
        ("Answer: yes. No, wait.", None),
    ],
)
def test_yes_and_no_are_read(text, answer):
    assert extract_answer(text, "yes_no") == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer: Mount Olm.\n", "Mount Olm"),
        ("**Answer:** *The Beatles*", "The Beatles"),
        ("Answer: The answer is Mount Olm.", "Mount Olm"),
        ("Answer: \\boxed{\\text{Mount Olm}}", "Mount Olm"),
        ("The answer is St. Louis. It lies on the river.", "St. Louis"),
        ("Answer: Trinidad and Tobago", "Trinidad and Tobago"),
        ("Answer: probably Mount Olm", "Mount Olm"),
        ("Answer: Mount Olm (I think), but I am not sure.", "Mount Olm"),
        ("Answer: <b>Mount Olm</b>", "Mount Olm"),
        ('{"answer": "Mount Olm", "confidence": 0.9}', "Mount Olm"),
        ("<answer>Mount Olm</answer>", "Mount Olm"),
        ("### Answer\nMount Olm", "Mount Olm"),
        ("### Answer\nMount Olm was climbed first by people who had lost their way.", None),
        ("Answer: Perhaps Love", "Perhaps Love"),
        ("Answer: No Country for Old Men", "No Country for Old Men"),
        ("Answer: Mount Olm or Mount Ida", None),
        ("Answer: [your answer]", None),
        ("Answer: I don't know", None),
        ("Answer: not mentioned in the passage", None),
        ("Answer: Mount Olm. Wait, no, that is wrong.", None),
        ("Answer:", None),
        ("I do not know", None),
        ("I agree with Ben.", None),
    ],
)
def test_words_are_read(text, answer):
    assert extract_answer(text, "text") == answer


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("the beatles", "Beatles"),
        ("The Beatles", "Beatles"),
        ("Michael Jordan.", "Michael Jordan"),
        ("U.S.", "US"),
        ("Queen’s Park", "Queen's Park"),
        ("Rimsky–Korsakov", "Rimsky-Korsakov"),
        ("Sa\u0303o Paulo", "São Paulo"),
        ("「Ｂｅａｔｌｅｓ」", "Beatles"),
        ("a  New   York", "new york"),
        ("The The", "the the"),
    ],
)
def test_names_are_compared_as_squad_compares_them(answer, key):
    assert is_right(answer, "text", ["somebody else", key])


@pytest.mark.parametrize(("answer", "key"), [("Jordan", "Michael Jordan"), ("The", "The The"), ("?", "!"), (None, "x")])
def test_names_that_differ_are_not_the_same(answer, key):
    assert not is_right(answer, "text", [key])


@given(st.fractions(-(10**9), 10**9, max_denominator=10**6))
def test_a_number_that_is_written_is_read_again(number):
    assert extract_answer(f"Answer: {format_number(number)}", "number") == format_number(number)
    assert Fraction(format_number(number)) == number


def test_numbers_are_compared_exactly():
    assert is_right("0.5", "number", ["1/2"]) and is_right("1000000", "number", ["1,000,000"])
    assert not is_right("1/3", "number", ["0.3333333333333333"])
    assert not is_right("9007199254740993", "number", ["9007199254740992"])


@pytest.mark.parametrize(
    "text",
    [
        "answer: " * 1_000,
        "*" * 8_000,
        "\\boxed{" * 1_000,
        "\\boxed{" + " " * 8_000,
        "answer" + " " * 8_000,
        "1," * 4_000,
        "answer: " + "1" * 8_000,
        "so " * 2_000 + "the answer is",
        "#### 1x\n" * 1_000,
        "<answer>" * 1_000,
        "### answer\n" * 700,
        "I would choose not A. " * 400,
        "option Z (" * 800,
        "no, wait" * 1_000,
        "one hundred and " * 500,
    ],
    ids=range(15),
)
def test_a_long_text_is_read_in_linear_time(text):
    assert [extract_answer(text, kind, "ABCD") for kind in ("choice", "number", "yes_no")] == [None] * 3


def test_the_end_of_a_long_response_is_looked_at():
    assert extract_answer("so " * 40_000 + "\nAnswer: B", "choice", "ABCD") == "B"
    assert extract_answer("Answer: B\n" + "so " * 40_000, "choice", "ABCD") is None


def test_most_answers_decide_and_of_as_many_the_earliest_seat():
    vector = VECTORS["debate.majority"]
    assert [next(iter(most_frequent(answers)), None) for answers in vector["inputs"]["answers"]] == vector["expected"]


def test_of_the_marks_in_one_line_only_the_last_20_are_looked_at():
    said = ["Answer: B. " + " ".join([r"$\boxed{C}$"] * count) for count in (19, 20)]
    assert [extract_answer(text, "choice", "ABCD") for text in said] == ["B", None]
