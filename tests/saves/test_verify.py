"""Verify: what a forger can do, and what is said of it."""

import os

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from woozle.core.game import RECORD
from woozle.core.outcome import Outcome
from woozle.saves.disk import find_files
from woozle.saves.redaction import redact
from woozle.saves.verify import find_transcripts, verify, verify_many

from tests.saves.table import finished, forged, interrupted, people
from tests.two_truths import Lie, Tell, TwoTruths


def results(path, level=2):
    return [check.result for check in verify(path, level).levels.values()]


def test_an_honest_match_passes(tmp_path):
    report = verify(finished(tmp_path / "m"))
    assert {level: check.result for level, check in report.levels.items()} == {0: "passed", 1: "passed", 2: "passed"}
    assert (report.game, report.lines, report.redacted, report.is_finished, report.findings) == ("two_truths", 10, 0, True, [])


def test_a_level_that_has_nothing_to_check_is_passed_and_says_so(tmp_path):
    report = verify(finished(tmp_path / "m"), 3)
    assert report.levels[3] == ("passed", "No model played; there are no replies to parse.", None)
    assert report.is_verified


@pytest.mark.parametrize(
    ("line", "change", "sentence"),
    [
        (
            2,
            lambda body: body["events"][0]["data"].update(index=0),
            "Event 1 (Lie), data, index: here it is 0, recomputing gives 1.",
        ),
        (2, lambda body: body["events"][0].update(to=["*"]), 'Event 1 (Lie), to: here it is ["*"], recomputing gives [].'),
        (2, lambda body: body["events"].pop(), "It has 1 Events; recomputing gives 2."),
        (
            2,
            lambda body: body["response"]["answer"].update(lie=2),
            "Event 1 (Lie), data, index: here it is 1, recomputing gives 2.",
        ),
        (2, lambda body: body["response"]["answer"].update(lie=7), "The answer is not a Tell: lie must be 0, 1 or 2."),
        (2, lambda body: body["response"]["answer"].update(lie=1.0), "Its answer, lie: here it is 1.0, recomputing gives 1."),
        (2, lambda body: body["response"].update({"as": "Statements"}), "two_truths asks for no 'Statements'."),
        (2, lambda body: body["request"].update(seconds=9), "Its request, seconds: here it is 9, recomputing gives null."),
        (2, lambda body: body["request"].update(id=9), "Request 9 is answered, but the rules do not ask it at this point."),
        (1, lambda body: body["opening"].append({"event": "Lie", "to": [], "data": {}}), "It has 1 Events; recomputing gives 0."),
        (1, lambda body: body["seats"].pop(), "recomputing gives"),
        (1, lambda body: body["seats"][0].update(seat="z"), 'The seats are ["z","b","c"]; the rules name them ["a","b","c"].'),
        (1, lambda body: body["seats"].clear(), "The match cannot be started: two_truths takes 2 to 26 seats, not 0."),
        (
            1,
            lambda body: body["config"].update(x=1),
            "The configuration does not fit the rules: x is not a known name.",
        ),
        (12, lambda body: body["outcome"].update(reason="luck"), 'The reason: here it is "luck", recomputing gives "".'),
        (12, lambda body: body["outcome"]["results"]["a"].update(kind="void"), "The result, a: here it is"),
    ],
)
def test_a_change_by_a_forger_who_mends_the_chain_is_named(tmp_path, line, change, sentence):
    path = finished(tmp_path / "m")
    forged(path, line, change)
    report = verify(path)
    assert [check.result for check in report.levels.values()] == ["passed", "failed", "failed"]
    assert any(sentence in finding.sentence for finding in report.findings), report.findings
    assert not any(finding.sentence.endswith("..") for finding in report.findings)
    assert sentence == "recomputing gives" or report.findings[0].line == line


def test_an_altered_score_fails_level_2_alone(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 12, lambda body: body["outcome"]["results"]["a"]["numbers"].update(score=99))
    report = verify(path)
    assert [check.result for check in report.levels.values()] == ["passed", "passed", "failed"]
    assert report.findings[0].sentence.startswith("The score, a, score: here it is 99, recomputing gives")
    assert results(path, 1) == ["passed", "passed"]


def test_another_key_is_noticed(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 12, lambda body: body.update(key="00" * 32))
    assert results(path) == ["failed", "failed", "failed"]


def test_a_match_that_was_cut_short_or_drawn_out_is_noticed(tmp_path):
    path = finished(tmp_path / "m")
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:5] + rows[-1:]))
    forged(path, 6, lambda body: None)
    report = verify(path)
    assert report.levels[1].reason == "Line 6: The match has an outcome, but by the rules it is not over."


@pytest.mark.parametrize(
    ("change", "cause", "reason"),
    [
        ({"rules": 2, "software": {}}, "rules", "Version 2 of the rules of two_truths is not installed."),
        (
            {"rules": 2, "software": {"woozle": "0.9\x1b"}},
            "rules",
            "Version 2 of the rules of two_truths is not installed; it was played with Woozle 0.9␛.",
        ),
        ({"game": "chess\x1b"}, "game", "The game 'chess␛' is not installed."),
        (
            {"source": {"format": "logs", "digest": "0" * 64, "name": "n"}},
            "imported",
            "It was imported from a log of logs; its chance comes from there, and no key reproduces it.",
        ),
    ],
)
def test_a_header_that_names_what_is_not_here_makes_nothing_verified(tmp_path, change, cause, reason):
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(change))
    report = verify(path)
    assert report.levels == {0: ("passed", "", None), 1: ("unchecked", reason, cause), 2: ("unchecked", reason, cause)}
    assert (report.verdict, report.causes) == ("consistent", (cause,))
    assert [report.is_accepted(causes) for causes in ((), ("key",), (cause,), ("key", cause))] == [False, False, True, True]


def test_an_unfinished_match_is_checked_as_far_as_it_goes(tmp_path):
    path = interrupted(tmp_path / "m", 5)
    report = verify(path)
    assert report.levels[2] == ("passed", "The match is unfinished; there are no scores yet.", None)
    assert (report.verdict, report.is_finished) == ("verified", False)
    forged(path, 2, lambda body: body["events"][0]["data"].update(index=2))
    assert results(path) == ["passed", "failed", "passed"]
    path.with_name("match.key").unlink()
    report = verify(path)
    assert [(check.result, check.cause) for check in report.levels.values()] == [("unchecked", "key")] * 3
    assert report.verdict == "consistent"


def test_a_line_that_cannot_be_read_fails_what_rests_on_it(tmp_path):
    path = finished(tmp_path / "m")
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*rows[:3], b"garbage\n", *rows[4:]]))
    report = verify(path)
    assert report.levels[0].result == "failed"
    assert report.levels[1].reason == "Line 5: Response 3 of the match cannot be read."
    assert report.verdict == "altered"


def test_withdrawn_words_pass_where_the_rules_do_not_need_them(tmp_path):
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    report = verify(path)
    assert results(path) == ["passed", "passed", "passed"]
    assert report.redacted == 1


def test_withdrawn_words_skip_a_level_where_the_rules_need_them(tmp_path, monkeypatch):
    def play(self):
        told = yield from self.ask("a", Tell, forfeit=None)
        self.tell(Lie(len(told.texts[0])), to=RECORD)
        return Outcome.by_score(self.score)

    monkeypatch.setattr(TwoTruths, "play", play)
    path = finished(tmp_path / "m", people)
    redact(path, seats=["a"])
    assert results(path) == ["passed", "unchecked", "unchecked"]
    assert (verify(path).verdict, verify(path).causes) == ("consistent", ("withdrawn",))
    forged(path, 1, lambda body: body["seats"][0].update(seat="z"))
    assert results(path) == ["passed", "failed", "failed"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("seconds", "A part of it is missing or damaged: body.response.seconds."),
        ("answer", "It must have exactly one of answer, forfeit, unread: body.response."),
    ],
)
def test_a_line_without_a_part_of_its_response_is_damaged(tmp_path, name, sentence):
    path = finished(tmp_path / "m")
    forged(path, 3, lambda body: body["response"].pop(name))
    report = verify(path)
    assert report.verdict == "altered" and report.findings[0].sentence == sentence


def test_no_bytes_make_verify_raise(tmp_path):
    data = finished(tmp_path / "m").read_bytes()
    path = tmp_path / "fuzzed.jsonl"

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.integers(0, len(data)), st.integers(0, 40), st.binary(max_size=40))
    def fuzz(at, width, noise):
        path.write_bytes(data[:at] + noise + data[at + width :])
        report = verify(path, 3)
        assert set(report.levels) == {0, 1, 2, 3}
        assert not report.is_verified or path.read_bytes() == data

    fuzz()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def test_no_json_makes_verify_raise(tmp_path):
    path = finished(tmp_path / "m")
    data = path.read_bytes()

    def spots(value, spot=()):
        yield spot
        for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            yield from spots(value[name], (*spot, name))

    places = [(n, spot) for n, row in enumerate(data.splitlines(), 1) for spot in spots(orjson.loads(row)["body"]) if spot]

    @settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.sampled_from(places), json_values)
    def fuzz(place, value):
        line, (*outer, last) = place

        def change(body):
            for name in outer:
                body = body[name]
            body[last] = value

        path.write_bytes(data)
        forged(path, line, change)
        assert set(verify(path, 3).levels) == {0, 1, 2, 3}

    fuzz()


def test_json_nested_too_deeply_is_a_finding(tmp_path):
    path = finished(tmp_path / "m")
    forged(path, 3, lambda body: body["events"][0]["data"].update(problem="DEEP"))
    path.write_bytes(path.read_bytes().replace(b'"DEEP"', b"[" * 600 + b"]" * 600))
    assert verify(path).findings[-1] == (3, "It is nested too deeply to be compared.")


def test_folders_are_searched_and_reports_come_in_order(tmp_path):
    for name in ("c", "a", "b/deep"):
        finished(tmp_path / name)
    interrupted(tmp_path / "d", 2)
    expected = [tmp_path / "a", tmp_path / "b" / "deep", tmp_path / "c", tmp_path / "d"]
    assert [report.path.parent for report in verify_many([tmp_path])] == expected
    assert all(report.is_verified for report in verify_many([tmp_path / "a", tmp_path / "d"]))


def test_whatever_is_named_has_a_report(tmp_path):
    for number in range(5):
        finished(tmp_path / str(number))
    forged(tmp_path / "3" / "transcript.jsonl", 2, lambda body: body["events"].clear())
    reports = list(verify_many([tmp_path, tmp_path / "nothing"]))
    assert [report.path.parent.name for report in reports[:5]] == list("01234")
    assert [report.is_verified for report in reports] == [True, True, True, False, True, False]


def test_a_folder_without_transcripts_is_a_report_too(tmp_path):
    (report,) = verify_many([tmp_path])
    assert not report.is_verified
    assert "There is no transcript in" in report.findings[0].sentence


def test_hidden_folders_are_passed_over(tmp_path):
    finished(tmp_path / "m")
    finished(tmp_path / ".trash" / "m")
    assert find_transcripts(tmp_path) == [tmp_path / "m" / "transcript.jsonl"]


def test_a_pipe_or_a_link_in_a_circle_is_not_followed(tmp_path):
    finished(tmp_path / "m")
    (tmp_path / "circle").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "transcript.jsonl")
    assert len(find_transcripts(tmp_path)) == 2
    assert [report.is_verified for report in verify_many([tmp_path])] == [True, False]


def test_of_each_folder_the_finished_transcript_is_found(tmp_path):
    for name in ("b/x.json", "b/y.json", "a/y.json", "_c/x.json", "a/.d/x.json", "a/z.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    names = ("x.json", "y.json")
    assert find_files(tmp_path, names) == [tmp_path / each for each in ("_c/x.json", "a/y.json", "b/x.json")]
    assert find_files(tmp_path, names, passed_over=("_", "b")) == [tmp_path / each for each in ("a/.d/x.json", "a/y.json")]
