"""The private notebook of a seat, repairs, and prompts of one's own: what is sent, and that it can be worked out again."""

import json
from itertools import chain, count

import pytest

from woozle.arena.exports.decisions import Rewording, moments
from woozle.arena.play.setup import forked_match, new_match, reopened_match
from woozle.core.match import Halt
from woozle.core.names import player_name
from woozle.core.request import Completion, Forfeit, ParseFailure, PastResponse, Request, Response
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act
from woozle.players.models.messages import Wording, messages
from woozle.players.models.notebook import MOST_CHARACTERS, MOST_NOTES, Notebook
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import SpecError, parse, parse_description, without_files
from woozle.players.registry import prompt
from woozle.players.seats import SeatsError, SeatSpec, format_seats, parse_seats
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.arena.exports.exported import match
from tests.games.ship.players.aboard import Log
from tests.players.models.scripted import Scripted

SHIP = prompt("ship")
ACT = Request(7, "Alice", Act, {"action": ("wait", "task", "report")})


def taken(text, seen, request=ACT):
    return PastResponse(request, Response(request.id, Act(action="wait"), completions=(Completion(text, "answer"),)), seen)


def noted(thought, seen):
    return taken(json.dumps({"thoughts": thought, "action": "wait"}), seen)


def failed(text, problem="No.", reading="unparsable", finish="stop"):
    completion = Completion(text, reading, problem, finish=finish)
    return PastResponse(ACT, Response(ACT.id, ParseFailure(problem, reading), completions=(completion,)), 3)


def sent(notebook, log, **options):
    return messages(ACT, log, SHIP, notebook=notebook, **options)


# Notes


def test_a_note_stands_where_it_was_made_and_all_before_it_stays_as_it_was():
    log, notebook = Log().tick(1), Notebook("notes")
    wording = Wording(SHIP, "Alice")
    before = sent(notebook, log, wording=wording)[1].parts[0]
    notebook.add(noted("Watch Bob.\nTick 9. Forged.", len(log)))
    log.go("storage").tick(2)
    system, user = sent(notebook, log, wording=wording)
    assert user.parts[0].startswith(before)
    assert "\nYou noted: Watch Bob.\n    Tick 9. Forged.\nYou left medbay" in user.parts[0]
    assert "`You noted:`" in system.parts[0]
    assert "No one else reads them, and you will read them again." in user.parts[-1]
    assert (system, user) == sent(notebook, log)  # whoever words it for the first time words the same


def test_thoughts_between_tags_replies_that_were_not_taken_and_repetitions_are_no_notes():
    notebook = Notebook("full")
    for past in (taken('<think>Long.</think>{"action": "wait"}', 3), failed('{"thoughts": "Hm."}'), noted("A", 3), noted("A", 4)):
        notebook.add(past)
    notebook.add(PastResponse(ACT, Response(ACT.id, Forfeit("timeout")), 5))
    assert [note.text for note in notebook.notes] == ["A"]


@pytest.mark.parametrize("size", [3, 300, 5000])
def test_the_latest_notes_are_bounded_and_dropped_many_at_once(size):
    notebook, drops = Notebook("notes"), 0
    for number in range(200):
        before = list(notebook.notes)
        notebook.add(noted(f"{number} {'x' * size}", number))
        assert notebook.notes[-1].text.startswith(f"{number} ")
        assert len(notebook.notes) <= MOST_NOTES and sum(len(note.text) for note in notebook.notes) <= MOST_CHARACTERS
        drops += notebook.notes[: len(before)] != before
    assert 0 < drops <= 200 / 6
    everything = Notebook("full")
    for number in range(200):
        everything.add(noted(f"{number} {'x' * size}", number))
    assert len(everything.notes) == 200


@pytest.mark.parametrize("memory", ["notes", "full", "digest"])
def test_what_was_sent_is_how_the_next_prompt_begins(memory):
    notebook, wording, before, log = Notebook(memory), Wording(SHIP, "Alice"), "", Log()
    for number in range(1, 100):
        log.tick(number, present=("Bob",))
        told = sent(notebook, log, wording=wording)[1].parts[0]
        assert told.startswith(before) or (memory == "notes" and number > MOST_NOTES)
        assert told == sent(notebook, log)[1].parts[0]
        before = told
        notebook.add(noted(f"Note {number}.", len(log)))
    assert ("In short, so far: tick " in before) == (memory == "digest")
    assert ("Alive as far as you know: you, Bob, Charlie, Diana, Eve and Frank." in before) == (memory == "digest")


# Repairs


def test_a_repair_shows_the_reply_and_what_was_wrong_in_the_form_of_the_question_until_it_is_repaired():
    notebook, log = Notebook("notes"), Log().tick(1)
    whole = sent(notebook, log)
    notebook.add(failed(f"<think>Hm.</think>I shall {'wait ' * 500}"))
    notebook.add(failed(""))
    again = sent(notebook, log)
    assert again[:2] == whole
    assert [message.role for message in again] == ["system", "user", "assistant", "user"]
    assert again[2].parts[0].startswith("I shall wait") and len(again[2].parts[0]) < 1000
    form = whole[1].parts[-1].partition("Answer in this form:")[2]
    asked = f"Your answer was not taken. No.\nAnswer in this form:{form}"
    assert again[3].parts == (f"{asked}\n\n{asked}",)
    notebook.add(noted("Now.", len(log)))
    assert not notebook.tries(ACT)
    assert [message.role for message in sent(notebook, log)] == ["system", "user"]


THINKS = '"thoughts"'
CUT = failed('{"thoughts": "Well, well, well,', "It was cut off.", "cut_off", "length")
RUNAWAY = failed("Well, well, well, well,", "It was cut off.", "unparsable", "length")


@pytest.mark.parametrize("cut", [CUT, RUNAWAY])
def test_after_a_reply_was_cut_off_it_is_not_shown_and_no_thoughts_are_asked_for_until_another_is_taken(cut):
    notebook, log = Notebook("notes"), Log().tick(1)
    whole = sent(notebook, log)[1].parts[-1]
    without = sent(notebook, log, has_thoughts=False)[1].parts[-1]
    assert THINKS in whole and THINKS not in without
    form = "Answer in this form:" + without.partition("Answer in this form:")[2]
    notebook.add(cut)
    assert sent(notebook, log)[-1].parts[-1] == f"{without}\n\nYour answer was not taken. It was cut off.\n{form}"
    notebook.add(failed("I shall wait."))
    *_, said, asked = sent(notebook, log)
    assert (said.role, said.parts[0]) == ("assistant", "I shall wait.")
    assert asked.parts == (f"Your answer was not taken. No.\n{form}",)
    notebook.add(noted("Now.", len(log)))
    assert sent(notebook, log)[1].parts[-1] == whole


# A whole match


def think(chat):
    """Say the first legal answer with a thought of its own, and slip now and then: the same to the same prompt."""
    said = "".join(part for message in chat.messages for part in message.parts)
    if hash_of(said) % 7 == 0:
        return "I would rather not say."
    fields = chat.schema["properties"]
    me = chat.messages[0].parts[0].partition(",")[0]
    answer = {"thoughts": f"Plan {hash_of(said) % 1000}: {me}."} if "thoughts" in fields else {}
    last = chat.messages[1].parts[-1]
    for name in chat.schema["required"]:
        if name != "thoughts":
            options = next((line for line in last.splitlines() if line.startswith(f"{name} is one of")), "")
            legal = json.loads(f"[{options.partition(': ')[2]}]") or ["Hello."]
            answer[name] = legal[hash_of(said) % len(legal)]
    return json.dumps(answer)


def hash_of(text):
    return sum(map(ord, text))


def models(limit=None):
    """Return a function that seats scripted models. limit: number of calls after which they halt."""
    asked = count(1)

    def say(chat):
        if limit is not None and next(asked) > limit:
            raise Halt("Killed.")
        return think(chat)

    backend = Scripted(say=say)
    return lambda game, seat, spec, seed, make=None: ModelPlayer(seat, game, spec, backend, seed=seed)


def digests(folder):
    lines = [line.body["response"].get("attempts", ()) for line in read(folder).lines]
    return [attempt["prompt"] for attempt in chain.from_iterable(lines)]


async def played(ready):
    try:
        await ready.match.play()
    finally:
        ready.writer.close()


SEATS = [
    "openai:a",
    "openai:b?memory=full",
    "openai:c?memory=digest",
    "openai:d?thoughts=off",
    "openai:e",
    "openai:f?memory=digest",
]


@pytest.fixture
def whole(tmp_path):
    return tmp_path / "whole"


def begin(folder, model):
    return new_match("ship", SEATS, preset("standard", max_ticks=25), 7, folder, model=model, sync=False)


async def test_a_match_that_was_cut_off_sends_the_same_as_one_that_was_not(whole, tmp_path):
    await played(begin(whole, models()))
    goal = digests(whole)
    assert len(goal) > 35
    for number, limit in enumerate((1, 9, 23)):
        cut = tmp_path / f"cut-{number}"
        with pytest.raises(Halt):
            await played(begin(cut, models(limit)))
        assert digests(cut) == goal[: len(digests(cut))]
        await played(reopened_match(cut, model=models(), sync=False))
        assert digests(cut) == goal
    fork = forked_match(whole, 25, folder=tmp_path / "fork", model=models())
    await played(fork)
    assert digests(tmp_path / "fork") == goal
    assert verify(whole, 3).is_verified


async def test_what_was_sent_can_be_worked_out_from_the_transcript(whole):
    await played(begin(whole, models()))
    record = match(whole)
    rewording = Rewording(record)
    found = [(moment, rewording.prompt_of(moment)) for moment in moments(record, with_text=True)]
    assert {each.is_as_sent for _, each in found} == {True}
    told = "\n".join(str(part) for _, each in found for message in each.sent for part in message.parts)
    assert "You noted: Plan" in told and "In short, so far: tick" in told
    for moment, each in found:
        mine = str(each.sent)
        assert not any(f": You are {other}." in mine for other in record.header.players if other != moment.request.to)


# Options


def test_which_memory_a_seat_has_and_where_it_is_said():
    assert [parse(f"openai:m{option}").memory for option in ("", "?memory=full", "?memory=none")] == ["", "full", "none"]
    for option, told in (("", "notes"), ("?thoughts=off", None), ("?memory=none", None), ("?memory=digest", "digest")):
        player = ModelPlayer("Alice", "ship", parse(f"openai:m{option}"), None, seed="5eed")
        described = player.describe()
        assert described.get("memory") == told
        assert parse_description(described) == player.spec
    old = {"kind": "model", "backend": "openai", "model": "m", "thoughts": True}
    assert parse_description(old).memory == "none"
    assert player_name({**old, "memory": "notes"}) == "openai:m?memory=notes"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("openai:m?memory=all", "memory cannot be 'all'; it is none, notes, full or digest."),
        ("openai:m?memory=notes&thoughts=off", "memory=notes shows a model its thoughts again; leave out thoughts=off."),
        ("openai:m?prompt=", "prompt names no file; write for example prompt=persona.txt."),
        ("openai:m?prompt=nowhere.txt", "prompt cannot be read from nowhere.txt: No such file or directory; name a text file."),
        ("openai:m?guide=empty.txt", "guide cannot be empty.txt, which is empty; write into it what the model is to read."),
        ("openai:m?guide=bytes.txt", "guide cannot be bytes.txt, which is no text in UTF-8."),
        ("openai:m?guide=signs.txt", "guide cannot be signs.txt, which holds characters that cannot be shown; leave them out."),
        ("openai:m?guide=long.txt", "guide cannot be long.txt, which has more than 20,000 characters; shorten it."),
    ],
)
def test_what_cannot_be_is_one_sentence(text, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, data in {"empty": b" \n", "bytes": b"\xff", "signs": b"a\x1b[2J", "long": "é".encode() * 90_000}.items():
        (tmp_path / f"{name}.txt").write_bytes(data)
    with pytest.raises(SpecError) as error:
        parse(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("game, option", [("debate", "memory=full"), ("quest", "memory=digest"), ("debate", "guide=own.txt")])
def test_what_has_no_effect_in_a_game_is_refused(game, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.txt").write_text("Be brief.")
    with pytest.raises(SeatsError):
        parse_seats(f"openai:m?{option}", game)


async def test_a_prompt_of_ones_own_goes_with_the_match_and_needs_no_file_later(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "a persona.txt"
    own.write_text("You are vain & loud, 100 %.\nCräw?*\n")
    (typed,) = parse_seats("openai:m?prompt=a%20persona.txt", "ship")
    assert str(typed) == "openai:m?prompt=a%20persona.txt"
    kept = format_seats([SeatSpec("model", model=without_files(typed.model))] * 2)
    own.unlink()
    again, other = parse_seats(kept, "ship")
    assert again == other == typed
    player = ModelPlayer("Alice", "ship", again.model, backend := Scripted('{"action": "wait"}'), seed="5eed")
    await player.respond(ACT, Log())
    system = backend.chats[0].messages[0].parts[0]
    (*guide, _, _) = SHIP.words.guide("Alice", Log())
    assert system.startswith("\n".join(guide)) and "\nYou are vain & loud, 100 %.\nCräw?*\nYou read" in system
    described = player.describe()
    assert described["prompt"]["prompt"]["file"] == "a persona.txt"
    assert parse_description(described) == again.model
    assert player_name(described) == f"openai:m?memory=notes&prompt=a persona.txt#{again.model.prompt.digest[:8]}"
    described["prompt"]["prompt"]["text"] += "!"
    with pytest.raises(SpecError, match="not the one whose digest was recorded"):
        parse_description(described)


async def test_a_guide_of_ones_own_stands_in_place_of_the_games(tmp_path):
    own = tmp_path / "guide.txt"
    own.write_text("Be kind.")
    backend = Scripted('{"action": "wait"}')
    await ModelPlayer("Alice", "ship", parse(f"openai:m?guide={own}"), backend, seed="5eed").respond(ACT, Log())
    assert backend.chats[0].messages[0].parts[0].startswith("You are Alice.\nBe kind.\nYou read what you have observed")
