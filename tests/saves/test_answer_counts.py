"""Counts of answers from lines of transcripts, and players' names by the settings that had an effect."""

from __future__ import annotations

from woozle.core import registry
from woozle.core.answer_counts import AnswerCounts, effective_name
from woozle.core.request import NOT_TAKEN
from woozle.core.usage import Usage
from woozle.saves.answer_counts import count_answers, ending
from woozle.saves.transcript import Header, HeaderSeat

HOT = {"kind": "model", "backend": "openai", "model": "m", "sampling": {"temperature": 0.7, "top_p": 0.5}}


def header(player=None, game="urn"):
    return Header(game=game, rules=1, config={}, commitment="", seats=[HeaderSeat(seat="Ada", player=player or {})])


def line(event="", kind="", *, to="Ada", told=None, replies=()):
    """The body of a line: what the referee told first, and the settings that each reply was made without."""
    events = [{"event": event, "to": [told or to], "data": {"kind": kind}}] if event else []
    attempts = [{"reading": "answer", "notes": [NOT_TAKEN[name] for name in names]} for names in replies]
    return {"request": {"to": to}, "events": events, "response": {"attempts": attempts} if replies else {}}


def test_a_question_is_answered_forfeited_or_void_and_a_repair_leaves_it_open():
    lines = [line("Refused"), line("Forfeited", "illegal"), line(), line("Forfeited", "error"), line(to="Bo")]
    assert [ending(each) for each in lines[:4]] == ["repair", "forfeit", "answer", "void"]
    counts = count_answers(lines, header())
    ada = counts["Ada"]
    assert (ada.questions, ada.forfeits, ada.voids, ada.repairs) == (3, 1, 1, 1)
    assert (ada.answered, ada.repaired) == ((1, 3), (1, 4))
    assert counts["Bo"] == AnswerCounts(1)


def test_what_another_seat_is_told_or_a_game_calls_alike_is_no_forfeit():
    assert ending(line("Forfeited", "illegal", told="Bo")) == "answer"
    assert ending({**line("Forfeited"), "events": [{"event": "Forfeited", "to": ["Ada"], "data": {}}]}) == "answer"


def test_only_who_was_asked_and_answered_nothing_never_answered():
    assert AnswerCounts(2, 1, 1).never_answered
    assert not AnswerCounts(2, 1).never_answered and not AnswerCounts().never_answered
    assert AnswerCounts(10, 2).forfeits_above(0.1) and not AnswerCounts(10, 1).forfeits_above(0.1)
    assert not AnswerCounts(4, 4).forfeits_above(1.0)


def test_a_setting_that_no_reply_was_made_with_is_no_part_of_the_name_one_that_some_were_is():
    lines = [line(replies=[("temperature",), ("temperature", "top_p")]), line(replies=[("temperature", "seed")])]
    counts = count_answers(lines, header())["Ada"]
    assert (counts.dropped, counts.partly_taken) == (("temperature",), ("top_p", "seed"))
    assert effective_name(HOT, counts) == "openai:m?top_p=0.5"
    assert effective_name(HOT) == effective_name(HOT, AnswerCounts()) == "openai:m?temperature=0.7&top_p=0.5"


def test_a_call_that_failed_says_nothing_about_settings():
    failed = {**line(replies=[("temperature",)])}
    failed["response"]["attempts"].append({"reading": "failed", "notes": []})
    assert count_answers([failed], header())["Ada"].dropped == ("temperature",)


def test_answers_that_were_cut_off_are_counted_where_they_were_taken():
    cut, whole = {"reading": "answer", "finish": "length"}, {"reading": "answer", "finish": "stop"}
    lost = {"reading": "cut_off", "finish": "length"}
    bodies = [{**line(*event), "response": {"attempts": tries}} for event, *tries in [
        ((), lost, cut), ((), cut, whole), (("Refused",), cut), ((), lost)
    ]]  # fmt: skip
    counts = count_answers(bodies, header())["Ada"]
    assert (counts.cut_short, counts.incomplete) == (1, (1, 3))
    assert (counts + counts).cut_short == 2


def test_the_usage_of_a_seat_is_that_of_all_its_responses_and_an_unknown_price_stays_unknown():
    old = {"calls": 2, "tokens_in": 10, "dollars": 0.0}
    told = {"calls": 1, "tokens_in": 5, "dollars": 0.5, "unpriced": 0}
    bodies = [
        {**line(*event), "response": {"usage": usage}} for event, usage in [((), old), (("Refused",), told), ((), {"calls": "x"})]
    ]
    assert count_answers(bodies, header(HOT))["Ada"].usage == Usage(3, 15, 0, 0.5, unpriced=2)
    assert count_answers(bodies, header({"backend": "local"}))["Ada"].usage == Usage(3, 15, 0, 0.5)


def answered(*said):
    """The body of a line with Events of the debate: the seat, the answer that was read, and where it came from."""
    events = [{"event": "Answered", "to": ["*"], "data": {"seat": s, "answer": a, "source": source}} for s, a, source in said]
    return {**line(), "events": events}


def test_answers_that_the_rules_could_not_read_are_counted_and_of_these_alone_a_seat_never_answered():
    lines = [answered(), answered(("Ada", None, "said"), ("Bo", "A", "said")), answered(("Ada", None, "nothing"))]
    told = header(game="debate").model_copy(update={"rules": registry.game("debate").version})
    counts = count_answers(lines, told)["Ada"]
    assert (counts.questions, counts.unread, counts.never_answered) == (3, 1, False)
    assert AnswerCounts(3, 1, unread=2).never_answered and not AnswerCounts(3, 1, unread=1).never_answered
    assert count_answers(lines, header())["Ada"].unread == count_answers(lines, header(game="not_installed"))["Ada"].unread == 0


def test_a_player_for_whom_a_bot_answered_is_compared_under_both_names():
    lines = [line(), {**line(), "response": {"stand_in": "steady"}}, {**line(), "response": {"stand_in": "steady"}}]
    counts = count_answers(lines, header())["Ada"]
    assert counts.stand_ins == {"steady": 2} and (counts + counts).stand_ins == {"steady": 4}
    assert effective_name({"kind": "human"}, counts) == "person with bot:steady"
