"""Short answers in sentences: what they say, whether they doubt it, and what is no answer."""

from __future__ import annotations

import pytest

from woozle.core.short_answers import read_short_answer

REPLIES = [
    ("drumpine", "drumpine", False),
    ("I think it's 1912, but I'm not sure.", "1912", True),
    ("Well, I'd say Osselmere.", "Osselmere", False),
    ("maybe Osselmere?", "Osselmere", True),
    ("Osselmere?", "Osselmere", True),
    ("Osselmere, I guess", "Osselmere", True),
    ("It's Osselmere, 100% sure", "Osselmere", False),
    ("about 60% sure: Osselmere", "Osselmere", True),
    ("Isn't it Osselmere?", "Osselmere", True),
    ("Hi Ada! It's Skarrow.", "Skarrow", False),
    ("Ada, I believe the answer is Skarrow", "Skarrow", True),
    ("I'd go with Osselmere", "Osselmere", False),
    ("The text says Osselmere.", "Osselmere", False),
    ("Ben says it is Osselmere, and I agree.", "Osselmere", False),
    ("Best guess: Skarrow", "Skarrow", True),
    ("Osselmere, but don't quote me", "Osselmere", True),
    ("Skarrow is most likely right", "Skarrow", True),
    ("Unverified: Skarrow", "Skarrow", True),
    ("Skarrow, no doubt about it.", "Skarrow", False),
    ("Skarrow. The passage says that it was built there.", "Skarrow", False),
    ("Without a doubt, Skarrow.", "Skarrow", False),
    ("I am about 60% sure it is Skarrow.", "Skarrow", True),
    ("Answer: Skarrow\nConfidence: low", "Skarrow", True),
    ("Heisenberg's uncertainty principle", "Heisenberg's uncertainty principle", False),
    ("dunno, maybe Skarrow", "Skarrow", True),
    ("Not in my book. Maybe Osselmere?", "Osselmere", True),
    ("The passages do not mention this, but it is probably Skarrow.", "Skarrow", True),
    ("The answer is 23 metres.", "23 metres", False),
    ("**Answer:** 23 metres", "23 metres", False),
    ('{"answer": "23 metres", "sure": true}', "23 metres", False),
    ("14 * 12 = 168", "168", False),
    ("Trinidad and Tobago", "Trinidad and Tobago", False),
    ("nothing but doors", "nothing but doors", False),
]

TITLES = [
    "The Guess Who",
    "Perhaps Love",
    "Pass the Dutchie",
    "Possibly Maybe",
    "Nothing Else Matters",
    "I Don't Know How to Love Him",
    "Who's Afraid of Virginia Woolf?",
    "Say Anything...",
]

ABSTENTIONS = [
    "N/A",
    "Unknown.",
    "NOT MENTIONED",
    "none",
    "nope",
    "idk",
    "no idea, ask Ben",
    "You tell me!",
    "I don't know",
    "I'm not sure.",
    "hm, no idea, what do you think yourself, Ada?",
    "Which dog do you mean?",
    "I found nothing useful. Sorry!",
    "The passages do not mention this",
    "The evidence doesn't say who built it.",
    "I cannot answer this based on the context",
    "As an AI, I don't have information about Harlow Fen.",
    "I could not find the year the Dorrin Canal was opened.",
    "The name of the king is not known.",
    "There is no record of the ferry, so I can't say.",
    "My search returned no results.",
    "I'd rather not guess.",
    "Let me look that up for you.",
    "That's beyond my knowledge, I'm afraid.",
    "Great question!",
    "...",
    "",
]


@pytest.mark.parametrize(("words", "text", "is_unsure"), REPLIES)
def test_a_reply_in_a_sentence_is_understood(words, text, is_unsure):
    assert read_short_answer(words) == (text, is_unsure)


@pytest.mark.parametrize("title", TITLES)
def test_words_that_deny_or_doubt_in_a_title_do_not(title):
    assert read_short_answer(title) == (title, False)
    assert read_short_answer(f"I am certain it's {title}") == (title.rstrip(".?"), title.endswith("?"))


@pytest.mark.parametrize("words", ABSTENTIONS)
def test_a_reply_that_knows_no_answer_is_none(words):
    assert read_short_answer(words) == ("", True)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("The Dorrin Canal was opened in 1791.", "1791"),
        ("In 1791 the Dorrin Canal was opened by the king.", "1791"),
        ("In which year was the Dorrin Canal opened?", ""),
        ("the Dorrin year", "the Dorrin year"),
    ],
)
def test_words_of_the_question_are_no_answer(words, text):
    assert read_short_answer(words, "In which year was the Dorrin Canal opened?").text == text


@pytest.mark.parametrize(
    ("reply", "question", "answer"),
    [
        ("The mill burned down in 1871, when it was struck by lightning.", "In which year did the mill burn down?", "1871"),
        ("The old mill by the weir, a landmark, was built in the 14th century.", "When was the mill built?", "14th century"),
        (
            "The novel by Mary Shelley is one of the most celebrated works of literature of all time.",
            "Who wrote the novel?",
            "Mary Shelley",
        ),
        ('They sang it as "Harbour Light" at the contest.', "Which song did they sing?", "Harbour Light"),
        ("The bone there is called the stirrup.", "Which bone is the smallest?", "stirrup"),
        ("A standard weir has eighty-eight gates.", "How many gates has a weir?", "eighty-eight gates"),
        ("No, she wrote nine.", "Did she write ten novels?", "No"),
        (
            "A piece of land that is almost surrounded by water.",
            "What is a peninsula?",
            "A piece of land that is almost surrounded by water",
        ),
        ("Thyroxine. Confidence: 40%", "Which hormone is it?", "Thyroxine"),
        ("in the market at Stowe Regis", "Where was it sold?", "in the market at Stowe Regis"),
        ("1871", "In which year did the mill burn down?", "1871"),
    ],
)
def test_of_a_sentence_the_time_or_the_name_that_was_asked_for_is_the_answer(reply, question, answer):
    assert read_short_answer(reply, question).text == answer


def test_a_placeholder_is_no_answer():
    assert [read_short_answer(text).text for text in ("<your answer>", "[name here]", "{answer}", "<3")] == ["", "", "", "<3"]
