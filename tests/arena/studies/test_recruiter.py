"""A recruiter's ids: what a query must be, who returns, and where an id may stand."""

from __future__ import annotations

import csv
import json
import stat

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from jwt.algorithms import RSAAlgorithm

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import Journal
from woozle.arena.studies.participants import format_code
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.recruiter import QueryReader, Recruiter, RecruiterError, RecruiterIds, read_keys, read_query
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError

from tests.arena.studies.pilot import DEBATES, Pilot, written

EARLIER, LATER = 1_000_000_000, 4_000_000_000  # in 2001 and 2096
PID, STUDY, SESSION = "60ffe5c8371090c7041d43f8", "60ffe5c8371090c7041d43f9", "60ffe5c8371090c7041d43fa"
QUERY = f"PROLIFIC_PID={PID}&STUDY_ID={STUDY}&SESSION_ID={SESSION}"


def test_the_three_ids_are_read_and_other_parameters_are_not(tmp_path):
    assert read_query(Recruiter(), QUERY + "&utm=x") == RecruiterIds(PID, STUDY, SESSION)
    sona = Recruiter(participant="id", study="", session="")
    assert read_query(sona, "id=1234&STUDY_ID=../x") == RecruiterIds("1234")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", "id of the participant"),
        ("PROLIFIC_PID=", "id of the participant"),
        (f"PROLIFIC_PID={'a' * 65}", "id of the participant"),
        ("PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D", "id of the participant"),
        ("PROLIFIC_PID=a%0A", "id of the participant"),
        ("PROLIFIC_PID=%EF%BC%A1", "id of the participant"),
        (f"{QUERY}&PROLIFIC_PID=b", "twice"),
        (f"PROLIFIC_PID={PID}&SESSION_ID=a b", "id of the session"),
        (f"{QUERY}&x={'x' * 9000}", "too long"),
    ],
)
def test_what_is_no_id_is_refused_without_being_repeated(query, says):
    with pytest.raises(RecruiterError, match=says) as told:
        read_query(Recruiter(), query)
    assert PID not in str(told.value)


# Signed parameters


class Signer:
    """A recruiter with a key, as Prolific signs secured URLs."""

    plan = Recruiter(signed="prolific_token", keys="keys.json", audience="https://study.example.org/s")

    def __init__(self) -> None:
        self.key = generate_private_key(65537, 2048)
        public = RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        self.keys = json.dumps({"keys": [public | {"kid": "k1", "alg": "RS256"}]}).encode()

    def query(self, head=(), claims=(), ids=(), plain=""):
        signed = {"PROLIFIC_PID": PID, "STUDY_ID": STUDY, "SESSION_ID": SESSION, "workspace_id": "w"} | dict(ids)
        body = {"iss": "https://www.prolific.com", "aud": "https://study.example.org/s?x=1", "exp": LATER, "prolific": signed}
        header = {"alg": "RS256", "kid": "k1"} | dict(head)
        key = None if header["alg"] == "none" else self.key
        return f"prolific_token={jwt.encode(body | dict(claims), key, header['alg'], header)}{plain}"


@pytest.fixture(scope="module")
def signer():
    return Signer()


def test_ids_that_the_recruiter_signed_are_believed(signer, tmp_path):
    (tmp_path / "keys.json").write_bytes(signer.keys)
    keys = read_keys(signer.plan, tmp_path)
    assert read_query(signer.plan, signer.query(), keys) == RecruiterIds(PID, STUDY, SESSION)
    assert read_query(signer.plan, signer.query(plain=f"&{QUERY}"), keys).session == SESSION


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"plain": "&PROLIFIC_PID=another"}, "changed after it was signed"),
        ({"head": {"alg": "none"}}, "somebody else"),
        ({"head": {"kid": "k2"}}, "does not know"),
        ({"claims": {"iss": "https://evil.example"}}, "somebody else"),
        ({"claims": {"aud": "https://other.example.org/s"}}, "another study"),
        ({"claims": {"exp": EARLIER}}, "expired"),
        ({"claims": {"exp": "never"}}, "cannot be read"),
        ({"claims": {"prolific": None}}, "cannot be read"),
        ({"ids": {"PROLIFIC_PID": "../x"}}, "id of the participant"),
    ],
)
def test_a_signature_that_does_not_fit_is_refused(signer, changed, says):
    with pytest.raises(RecruiterError, match=says):
        read_query(signer.plan, signer.query(**changed), signer.keys)


@pytest.mark.parametrize("token", ["", "a", "a.b.c", "..", "e30.e30.e30", "[" * 4000])
def test_what_is_no_token_is_refused(signer, token):
    with pytest.raises(RecruiterError):
        read_query(signer.plan, f"prolific_token={token}", signer.keys)
    with pytest.raises(RecruiterError, match="not signed"):
        read_query(signer.plan, QUERY, signer.keys)


def test_a_signature_with_another_key_is_refused(signer):
    with pytest.raises(RecruiterError, match="signature of the link is wrong"):
        read_query(signer.plan, Signer().query(), signer.keys)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"participant": ""}, "participant's id"),
        ({"study": "PROLIFIC_PID"}, "one name for two"),
        ({"signed": "token"}, "together"),
        ({"signed": "t", "keys": "http://api.example.org/k", "audience": "https://a.example"}, "https"),
        ({"signed": "t", "keys": "k", "audience": "example.org"}, "URL of the study"),
        ({"participant": "a b"}, "participant"),
    ],
)
def test_a_recruiter_that_cannot_work_is_refused(options, says):
    with pytest.raises((InputError, ValueError), match=says):
        Recruiter(**options)


# Returning participants


@pytest.fixture
def pilot(tmp_path):
    return Pilot(written(tmp_path / "study", DEBATES, more="recruiter = {}"))


def test_an_id_is_kept_apart_and_its_digest_in_the_journal(pilot):
    code = pilot.comes(recruiter=PID)
    study = pilot.study
    (row,) = csv.reader((study.data / "recruiter.csv").read_text("utf-8").splitlines())
    assert row == [PID, code, "", f"{PID}-s"]
    assert study.ids_by_code() == {code: RecruiterIds(PID, "", f"{PID}-s")}
    assert stat.S_IMODE((study.data / "recruiter.key").stat().st_mode) == 0o600
    pilot.goes_on(code)
    others = [path for path in study.path.rglob("*") if path.is_file() and path.name != "recruiter.csv"]
    assert not any(PID.encode() in path.read_bytes() for path in others)  # transcripts, and so what any player was told


def test_an_id_that_returns_shows_nothing_and_says_whom_to_write_to(pilot):
    code = pilot.comes(recruiter=PID)
    open_ = StudyVisit(pilot.study, recruiter=RecruiterIds(PID))
    assert (open_.stage, open_.who) == ("over", None)
    assert "browser in which you began" in open_.why and "Mo Field" in open_.why
    pilot.goes_on(code)
    over = StudyVisit(pilot.study, recruiter=RecruiterIds(PID, "", "another-session"))
    assert "already taken part" in over.why and "Mo Field" in over.why
    for visit in (open_, over):
        assert code not in visit.why and format_code(code) not in visit.why
    with pytest.raises(StudyError, match="already taken part"):
        pilot.comes(recruiter=PID)
    assert StudyVisit(pilot.study, recruiter=RecruiterIds("another")).stage == "information"
    assert len(pilot.study.participants()) == 1


def test_who_declines_leaves_a_digest_and_may_come_again(pilot):
    study = pilot.study
    for _ in range(2):
        visit = StudyVisit(study, recruiter=RecruiterIds(PID))
        visit.decline()
    assert study.exits_before_consent(study.participants()) == {"no_consent": 1}
    assert PID.encode() not in (study.data / "before_consent.jsonl").read_bytes()
    pilot.comes(recruiter=PID)
    assert study.exits_before_consent(study.participants()) == {}


def test_a_withdrawal_forgets_the_id_and_its_digest(pilot):
    code, other = pilot.comes(recruiter=PID), pilot.comes(recruiter="another")
    withdraw_participant(pilot.study, code)
    assert not any(PID.encode() in path.read_bytes() for path in pilot.study.path.rglob("*") if path.is_file())
    assert [bool(who.recruiter) for who in pilot.study.participants()] == [False, True] and [*pilot.study.ids_by_code()] == [other]


def test_a_withdrawal_forgets_the_id_also_where_the_disk_was_full_at_first(pilot, monkeypatch):
    def full(journal, *entries):
        raise SaveError("The disk is full.")

    with monkeypatch.context() as broken, pytest.raises(SaveError):
        broken.setattr(Journal, "keep", full)
        pilot.comes(recruiter="5f3ab9c8d7")
    code = pilot.comes(recruiter="5f3ab9c8d7")
    withdraw_participant(pilot.study, code)
    assert "5f3ab9c8d7" not in (pilot.study.data / "recruiter.csv").read_text("utf-8")


def test_a_lost_key_is_said_rather_than_taking_everybody_for_new(pilot):
    pilot.comes(recruiter=PID)
    (pilot.study.data / "recruiter.key").unlink()
    with pytest.raises(StudyError, match="restore it from a copy"):
        StudyVisit(StudyFolder(pilot.study.path), recruiter=RecruiterIds(PID))


def test_keys_are_read_again_after_a_day_and_for_a_key_that_they_lack(signer, tmp_path):
    now, told = 0.0, []
    reader = QueryReader(signer.plan, tmp_path, told.append, lambda: now)
    with pytest.raises(RecruiterError, match="cannot be checked now"):
        reader.read(signer.query())
    assert len(told) == 1 and "keys.json" in told[0]
    (tmp_path / "keys.json").write_bytes(signer.keys)
    with pytest.raises(RecruiterError, match="cannot be checked now"):
        reader.read(signer.query())  # not at each try
    now += 61
    assert reader.read(signer.query()) == RecruiterIds(PID, STUDY, SESSION)

    newer = Signer()
    (tmp_path / "keys.json").write_bytes(newer.keys.replace(b'"k1"', b'"k2"'))
    with pytest.raises(RecruiterError, match="does not know"):
        reader.read(newer.query(head={"kid": "k2"}))  # not within a minute
    now += 61
    assert reader.read(newer.query(head={"kid": "k2"})) == RecruiterIds(PID, STUDY, SESSION)

    (tmp_path / "keys.json").unlink()
    now += 61
    with pytest.raises(RecruiterError, match="does not know"):
        reader.read(signer.query())
    assert reader.read(newer.query(head={"kid": "k2"})), "the keys at hand hold for a day"
    now += 24 * 3600
    with pytest.raises(RecruiterError, match="cannot be checked now"):
        reader.read(newer.query(head={"kid": "k2"}))
    assert PID not in str(told)


def test_a_plan_says_whether_people_may_come_without_an_id(tmp_path):
    reader = QueryReader(Recruiter(is_required=False), tmp_path, print)
    assert reader.read("") is None and reader.read("utm=x") is None
    assert reader.read(QUERY) == RecruiterIds(PID, STUDY, SESSION)
    with pytest.raises(RecruiterError, match="id of the participant"):
        reader.read("PROLIFIC_PID=..")
    with pytest.raises(RecruiterError, match="lacks the id"):
        QueryReader(Recruiter(), tmp_path, print).read("")
