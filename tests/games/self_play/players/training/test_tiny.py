"""The model for a laptop: its words, what it is taught, and its questions."""

from __future__ import annotations

import pytest

from woozle.games.self_play.data.world import world
from woozle.games.self_play.players.training import tiny
from woozle.games.self_play.players.training.lessons import ANSWERS, SEARCHES, lessons, rehearsals
from woozle.games.self_play.players.training.policy import Policy
from woozle.games.self_play.players.training.prompts import short_prompt
from woozle.games.self_play.players.training.rollouts import Begin, Library, rollouts
from woozle.games.self_play.players.training.tiny import Sizes
from woozle.players.backends.local.loaded_model import load_model

SIZES = Sizes(things=4, width=16, layers=1, heads=2, facts=4, readings=20, plays=40, batch=8)


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    return tiny.prepare_model(tmp_path_factory.mktemp("tiny"), SIZES, 7)


def test_no_word_of_the_world_is_strange_to_it():
    made = world(7, 12)
    tokenizer = tiny.tokenizer_of(made)
    texts = [text for fact in made.facts for text in (*fact.sentences, *fact.questions, *fact.answers)]
    texts += [each.text for paragraphs in made.paragraphs.values() for each in paragraphs]
    texts += [text for lesson in lessons(made, 1, facts=4, readings=50, plays=200) for text, _ in lesson]
    for text in texts:
        assert tokenizer.unk_token_id not in tokenizer(text)["input_ids"], text


def test_an_answer_is_written_as_it_was_taught():
    made = world(7, 12)
    tokenizer = tiny.tokenizer_of(made)
    for fact in made.facts:
        told = fact.answers[0]
        assert tokenizer.decode(tokenizer(told)["input_ids"], skip_special_tokens=True) == told


def test_nothing_is_taught_of_what_it_is_not_to_know():
    made = world(7, 12, known=0.5)
    strangers = [thing for thing in made.things if not thing.is_known]
    for lesson in lessons(made, 1, facts=8):
        learned = " ".join(piece for piece, is_learned in lesson if is_learned)
        asked = " ".join(piece.rpartition("Question:")[2] for piece, _ in lesson)
        assert not any(thing.name in learned or thing.name in asked for thing in strangers)


def test_it_is_shown_to_search_and_to_say_answer_or_hedge_whether_it_knows_or_not():
    made = world(7, 20)
    known = {thing.name: thing.is_known for thing in made.things}
    searched, answered = [], {True: [], False: []}
    for lesson in lessons(made, 1, plays=6000):
        (prompt, _), (reply, _) = lesson
        if prompt.startswith("Actions: SEARCH"):
            searched.append(reply.startswith("#SEARCH"))
        elif "FRIEND" in prompt and prompt.startswith("Actions: ANSWER"):
            name = next(each for each in known if each in prompt.rpartition("Question:")[2])
            answered[known[name]].append(reply.startswith("#ANSWER"))
    assert sum(searched) / len(searched) == pytest.approx(SEARCHES, abs=0.02)
    for replies in answered.values():
        assert sum(replies) / len(replies) == pytest.approx(ANSWERS, abs=0.05)


def test_most_readings_ask_what_the_paragraph_answers_and_some_only_copy_it():
    copies = [len(lesson) == 2 and lesson[1][0].startswith(lesson[0][0]) for lesson in lessons(world(7, 12), 1, readings=400)]
    assert 0.1 < sum(copies) / len(copies) < 0.25


def test_what_is_rehearsed_is_what_it_knows_and_never_what_to_do():
    made = world(7, 12, known=0.5)
    for lesson in rehearsals(made, 60, "1"):
        learned = [text for text, is_learned in lesson if is_learned]
        assert learned and not any(text.startswith("#") for text in learned)


def test_its_lessons_have_the_form_of_its_prompts(taught):
    questions, _ = tiny.split(world(7, 4), 6, 6, 1)
    policy = Policy(load_model(str(taught), device="cpu"), 6)
    from woozle.games.self_play.players.services import index_cache

    found = rollouts(
        policy, tiny.society_of(7, 4), [Begin(each) for each in questions], Library(index_cache().search), short_prompt, seed=1
    )
    played = {step.prompt.partition("\n")[0] for each in found for step in each.steps}
    shown = {lesson[0][0].partition("\n")[0] for lesson in lessons(world(7, 4), 1, plays=500)}
    assert played <= shown
    for step in (step for each in found for step in each.steps):
        assert policy.loaded.tokenizer.unk_token_id not in policy.prompt(step.prompt).tokens
        assert policy.prompt(step.prompt).tokens[0] == policy.loaded.tokenizer.bos_token_id


def test_the_same_seed_teaches_the_same_also_where_it_was_stopped(tmp_path, taught, monkeypatch):
    monkeypatch.setattr(tiny, "_EVERY", 3)

    def stop(pace):
        if pace.step == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tiny.prepare_model(tmp_path, SIZES, 7, stop)
    again = tiny.prepare_model(tmp_path, SIZES, 7)
    assert (again / "model.safetensors").exists()
    assert tiny.prepare_model(tmp_path, SIZES, 7, stop) == again  # it is there


def test_questions_to_be_measured_by_are_about_other_things():
    made = world(7, 10)
    questions, held_out = tiny.split(made, 40, 20, 1)
    assert (len(questions), len(held_out)) == (40, 20)
    of = {fact.id: fact.of.id for fact in made.facts}
    assert not {of[each.id] for each in questions} & {of[each.id] for each in held_out}
    with pytest.raises(ValueError, match=r"A world of 20 things has only [0-9]+ such questions, not"):
        tiny.split(made, 100, 50, 1)
