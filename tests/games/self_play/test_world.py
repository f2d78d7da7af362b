"""Worlds from a seed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from woozle.games.self_play.data import ENCYCLOPAEDIA, MEDICINE, NAMES
from woozle.games.self_play.data.world import world

DIGEST = "684919d9"
"""Of a world, so that a change of what a seed gives is noticed; VERSION rises with it."""

PRINT = """
import hashlib
from woozle.games.self_play.data.world import world
w = world(11, 60)
texts = [each.model_dump_json() for name in sorted(w.paragraphs) for each in w.paragraphs[name]]
texts += [each.question().model_dump_json() for each in w.facts] + [each.id for each in w.facts if each.of.is_known]
digest = hashlib.sha256("\\n".join(texts).encode()).hexdigest()[:8]
"""


@pytest.fixture(scope="module")
def small():
    return world(7, 200)


@pytest.mark.e2e
def test_a_seed_gives_the_same_world_in_every_process():
    again = [sys.executable, "-c", f"{PRINT}print(digest)"]
    there = subprocess.run(again, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "5"})
    here: dict[str, str] = {}
    exec(PRINT, here)
    assert there.stdout.strip() == here["digest"] == DIGEST


def test_a_larger_world_begins_with_the_smaller_one(small):
    larger = world(7, 230)
    assert all(larger.paragraphs[name][:200] == small.paragraphs[name] for name in NAMES)
    assert larger.things[:400] == small.things


def test_other_seeds_give_other_worlds(small):
    assert not {each.name for each in world(8, 200).things} & {each.name for each in small.things[:20]}


def test_there_are_thousands_of_facts_with_ids_of_their_own(small):
    ids = [fact.id for fact in small.facts]
    assert len(set(ids)) == len(ids) > 1900
    assert {fact.question().source for fact in small.facts} == {ENCYCLOPAEDIA, MEDICINE}


def test_no_two_things_have_the_same_name_or_one_that_stands_in_another_corpus(small):
    names = Counter(each.name for each in small.things)
    assert max(names.values()) == 1
    words = {name: {word for each in small.paragraphs[name] for word in re.findall(r"\w+", each.text)} for name in NAMES}
    assert all(each.name in words[each.source] for each in small.things)
    assert not any(each.name in words[MEDICINE if each.source == ENCYCLOPAEDIA else ENCYCLOPAEDIA] for each in small.things)


def test_each_fact_is_told_in_the_paragraph_of_its_thing_and_asked_for_by_its_name(small):
    paragraphs = {each.id: each.text for name in NAMES for each in small.paragraphs[name]}
    for fact in small.facts:
        assert re.search(rf"\b{re.escape(fact.answers[0])}\b", paragraphs[fact.of.id]), fact.id
        assert all(fact.of.name in text for text in (*fact.sentences, *fact.questions))
        assert all(fact.answers[0] in sentence for sentence in fact.sentences)
        assert len(set(fact.sentences)) >= 3
        assert len(set(fact.questions)) >= 2


def test_people_can_be_called_by_their_last_names_and_things_without_an_article(small):
    answers = {fact.about.name: fact.answers for fact in small.facts}
    assert answers["founder"][0].endswith(f" {answers['founder'][1]}")
    assert answers["call"] == (answers["call"][0], answers["call"][0].removeprefix("a "))
    assert len(answers["dish"]) == len(answers["hospital"]) == 1


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_a_share_of_the_things_is_known_with_all_that_is_told_of_them(small, share):
    found = world(7, 200, share)
    known = sum(each.is_known for each in found.things)
    assert abs(known / len(found.things) - share) < 0.1
    assert {fact.of.id for fact in found.facts if fact.of.is_known} == {each.id for each in found.things if each.is_known}
    assert found.paragraphs == small.paragraphs


def test_whoever_knows_a_little_knows_it_too_if_more_is_known():
    few, many = ({each.id for each in world(7, 200, share).things if each.is_known} for share in (0.2, 0.6))
    assert few < many


def test_a_few_thousand_words_are_enough_to_write_it(small):
    texts = [each.text for name in NAMES for each in small.paragraphs[name]]
    texts += [text for fact in small.facts for text in (*fact.sentences, *fact.questions, *fact.answers)]
    assert len({word for text in texts for word in re.findall(r"\w+|[^\w\s]", text)}) < 2500
