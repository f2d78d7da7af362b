"""`woozle annotate` and `woozle agreement`."""

from __future__ import annotations

import json
import re

import pytest

from woozle.games.ship.claims.labels import Opinion
from woozle.games.ship.tui.annotation import in_order, open_labelling, outcome, speeches_in
from woozle.games.ship.tui.label_files import FOLDER, Labeller
from woozle.saves.transcript import CLOSED, PART
from woozle.saves.verdict_cache import KnownVerdict
from woozle.saves.verify import verify

from tests.games.ship.quack_logs import lines, match
from tests.games.ship.quack_logs import write as write_log
from tests.saves.table import forged
from tests.tui.annotated import write


@pytest.fixture
def by_hand(monkeypatch):
    """Matches that were arranged by hand follow no key, so that only their chain can be verified."""

    def found(files, check):
        return [(file, KnownVerdict((report := verify(file, 0)).verdict, identity=report.identity)) for file in files]

    monkeypatch.setattr("woozle.games.ship.tui.audit.find_verdicts", found)


@pytest.fixture
def folder(tmp_path, by_hand):
    write(tmp_path / "one")
    return tmp_path


def label(folder, name, answer, *, is_done=True):
    """Somebody labels everything. answer: what they say of a claim."""
    labeller = Labeller(folder, name)
    for heard in speeches_in(folder, None):
        for claim in heard.claims:
            labeller.keep(heard, heard.item(claim), answer(heard, claim))
        if is_done:
            labeller.keep(heard, heard.item(), Opinion("all"))
    labeller.close()


def agrees(heard, claim):
    return Opinion("yes", outcome=outcome(heard, claim))


# Who labels what


def test_the_order_is_by_lot_and_the_same_for_everybody(folder):
    write(folder / "two", {"Alice": "Hello.", "Bob": "I was in Medbay."})
    speeches = list(speeches_in(folder, None))
    assert {heard.match for heard in speeches} == {"one", "two"}
    orders = [[(heard.match, heard.statement.at) for heard in in_order(iter(speeches), seed)] for seed in (0, 0, 1)]
    assert orders[0] == orders[1] != orders[2]
    fewer = [place for place in orders[0] if place[0] == "two"]
    assert fewer == [(each.match, each.statement.at) for each in in_order(speeches_in(folder / "two", None), 0)]
    assert open_labelling(folder, "ann", sample=2).total == 2


def test_logs_are_labelled_like_transcripts_and_copies_only_once(folder):
    write_log(folder / "logs" / "seed1" / "game.jsonl", lines(match(3)))
    (folder / "copy").mkdir()
    (folder / "copy" / CLOSED).write_bytes((folder / "one" / CLOSED).read_bytes())
    forged(folder / "copy" / CLOSED, 1, lambda body: body.update(software={"woozle": "0"}))
    assert {heard.match for heard in speeches_in(folder, None)} == {"copy", "logs/seed1"}


def test_an_altered_match_is_named_before_its_speeches_are_read(tmp_path, capsys):
    write(tmp_path / "one")  # which nobody drew by lot
    assert next(speeches_in(tmp_path, None))
    where = f"{tmp_path}/one/{CLOSED}"
    assert capsys.readouterr().err == f"woozle: {where} was altered since it was recorded; `woozle verify` says where.\n"


# What goes wrong


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--as", "ann"), "The app needs a terminal; try `woozle agreement`."),
        (("--claims", "nowhere.jsonl"), "There is no file of claims nowhere.jsonl, neither here nor beside a match."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(woozle, folder, given, sentence):
    assert woozle("annotate", folder, *given) == (2, "", f"woozle: {sentence}\n")


def test_where_there_is_nothing_to_label_or_to_compare_nothing_is_made(woozle, tmp_path, by_hand):
    assert woozle("annotate", tmp_path) == (2, "", f"woozle: There is no match in {tmp_path}.\n")
    assert not (tmp_path / FOLDER).exists() and woozle("annotate", tmp_path / "nowhere")[0] == 2
    write(tmp_path / "one", {})
    assert woozle("annotate", tmp_path)[2] == f"woozle: There are no speeches in the matches of {tmp_path}.\n"
    assert woozle("agreement", tmp_path) == (2, "", f"woozle: There are no labels in {tmp_path}; `woozle annotate` gives some.\n")


def test_matches_that_cannot_be_read_or_are_unfinished_are_named_and_left_out(folder, capsys):
    for name, file, text in (("bad", CLOSED, "nonsense\n"), ("half", PART, "")):
        (folder / name).mkdir()
        (folder / name / file).write_text(text)
    assert {heard.match for heard in speeches_in(folder, None)} == {"one"}
    err = capsys.readouterr().err
    assert "half/transcript.jsonl.part is unfinished; it can be labelled when it is over." in err
    assert "bad/transcript.jsonl" in err


def test_broken_and_foreign_labels_are_refused_with_their_line(woozle, folder):
    label(folder, "ann", agrees)
    file = folder / FOLDER / "ann.jsonl"
    data = file.read_bytes()
    file.write_bytes(data.replace(b"\n", b"\n{}\n", 1))
    for command in (("annotate", folder, "--as", "ann"), ("agreement", folder)):
        assert woozle(*command) == (2, "", f"woozle: {file}, line 2: it is not a label; fix or delete the line.\n")
    file.write_bytes(data.replace(b'"labels":2', b'"labels":9', 1))
    assert "line 1: it was written by another version of Woozle" in woozle("agreement", folder)[2]


# Agreement


def test_agreement_says_when_labels_are_too_few(woozle, folder):
    label(folder, "ann", agrees)
    label(folder, "bob", lambda heard, claim: Opinion("no"), is_done=False)
    status, out, err = woozle("agreement", folder)
    assert (status, err) == (0, "")
    assert "ann: 4 speeches done" in out and "bob: 0 speeches done, 0 claims found there, 0 claims judged" in out
    assert "too few to say, below 30" in out
    assert re.search(r"machine · bob +- +- +0  nothing yet", out)


def test_agreement_for_programs(woozle, folder):
    label(folder, "ann", agrees)
    label(folder, "bob", lambda heard, claim: Opinion("yes", outcome="true"))
    found = json.loads(woozle("agreement", folder, "--json")[1])
    assert found["extraction"]["ann"]["precision"]["value"] == found["extraction"]["bob"]["f1"]["value"] == 1
    assert [each["between"] for each in found["kappas"]] == [["machine", "ann"], ["machine", "bob"], ["ann", "bob"]]
    assert found["kappas"][0]["few"] is True
    assert {"people", "with_machine"} == set(found["alpha"])
    assert sum(each["count"] for each in found["confusion"]) == 2 * found["extraction"]["ann"]["judged"]
    assert found["labels_elsewhere"] == 0


def test_errors_by_type_and_phase_count_each_label_once_and_read_as_a_table(woozle, folder):
    label(folder, "ann", agrees)
    label(folder, "bob", lambda heard, claim: Opinion("yes", outcome="true"))
    found = json.loads(woozle("agreement", folder, "--json")[1])
    parts = {(each["type"], each["phase"]): each for each in found["errors"]}
    whole = parts["all", "all"]
    assert whole["misjudged"]["whole"] + whole["uncertain"] == sum(each["judged"] for each in found["extraction"].values())
    for key in ("misread", "missed", "misjudged"):
        assert sum(each[key]["whole"] for (type, phase), each in parts.items() if type != "all" != phase) == whole[key]["whole"]
    assert re.search(r"\n  all +all +0 of \d+ +0 of \d+ +\d+ of \d+ ", woozle("agreement", folder)[1])


def test_labels_may_lie_elsewhere_so_that_logs_stay_as_they_are(woozle, tmp_path):
    logs, mine = tmp_path / "logs", tmp_path / "mine"
    write_log(logs / "seed1" / "game.jsonl", lines(match(3)))
    drawn = [open_labelling(logs, name, sample=5, seed=7, labels=mine) for name in ("ann", "bob")]
    assert [each.total for each in drawn] == [5, 5]
    assert drawn[0].speech.item() == drawn[1].speech.item()
    assert {file.name for file in (mine / FOLDER).iterdir()} == {"ann.jsonl", "bob.jsonl"} and not (logs / FOLDER).exists()
    status, out, _ = woozle("agreement", logs, "--labels", mine)
    assert status == 0 and "ann: 0 speeches done" in out


def test_labels_of_matches_that_changed_are_counted_and_left_out(woozle, folder):
    label(folder, "ann", agrees)
    write(folder / "one-more", {"Alice": "Hm."})
    (folder / "one" / CLOSED).unlink()
    assert "labels of speeches that are not here, or have changed since, left out." in woozle("agreement", folder)[1]


def test_a_torn_label_is_reported_and_has_to_be_given_again(woozle, folder, capsys):
    label(folder, "ann", agrees)
    with (folder / FOLDER / "ann.jsonl").open("ab") as file:
        file.write(b'{"labels":1,"na')
    assert "ann.jsonl was torn off; it is left out." in woozle("agreement", folder)[2]
    open_labelling(folder, "ann").close()
    assert "ann.jsonl was torn off; that label has to be given again." in capsys.readouterr().err
