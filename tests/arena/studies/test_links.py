"""Links by which people come to a study."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.plan import StudyError
from woozle.saves import disk

from tests.web.served_study import small_study


@pytest.fixture
def study(tmp_path):
    return small_study(tmp_path)


def _enrolled(study: StudyFolder) -> str:
    journal = study.enrol(study.free_code(), release=False)
    journal.close()
    return journal.path.stem


def _joined(study: StudyFolder) -> tuple[str, str, str, str]:
    """Let somebody come by a link and agree; return the token of the link, the session, its ticket and the code."""
    [token] = links.make_links(study, 1)
    session = links.open_session(study, token)
    ticket = links.find_by_session(study, session).ticket
    links.join_study(study, ticket, code := _enrolled(study))
    return token, session, ticket, code


def _said(study: StudyFolder, code: str, what: str, **data: object) -> None:
    journal = study.open(code)
    journal.keep(new_entry(what, **data))
    journal.close()


def test_a_token_is_exchanged_once(study):
    [token] = links.make_links(study, 1)
    session = links.open_session(study, token)
    assert session and session != token
    assert links.enter_session(study, session)
    links.join_study(study, links.find_by_session(study, session).ticket, _enrolled(study))
    assert links.open_session(study, token) == ""
    assert links.find_by_session(study, session) == links.find_by_token(study, token)


def test_a_session_that_never_came_back_gives_way_to_another(study):
    [token] = links.make_links(study, 1)
    lost, held = links.open_session(study, token), links.open_session(study, token)
    assert links.enter_session(study, lost) is None
    assert links.enter_session(study, held)
    links.join_study(study, links.find_by_session(study, held).ticket, _enrolled(study))
    assert links.open_session(study, token) == ""


def test_a_change_is_seen_at_once_if_the_file_has_the_number_time_and_length_of_one_before(study, monkeypatch):
    replace = disk.replace

    def replace_within_a_tick(path, data):
        replace(path, data)
        os.utime(path, ns=(0, 0))

    monkeypatch.setattr(disk, "replace", replace_within_a_tick)
    [token] = links.make_links(study, 1)
    assert all(links.open_session(study, token) for _ in range(4))


def test_of_many_who_open_a_link_at_once_one_gets_in(study):
    [token] = links.make_links(study, 1)
    with ThreadPoolExecutor(8) as pool:
        sessions = [*pool.map(lambda _: links.open_session(study, token), range(16))]
        assert sum(bool(link) for link in pool.map(lambda session: links.enter_session(study, session), sessions)) == 1
    assert sum(bool(links.find_by_session(study, session)) for session in sessions) == 1


def test_wrong_tokens_and_sessions_open_nothing(study):
    token, other = links.make_links(study, 2)
    session = links.open_session(study, token)
    [link, _] = links.read_links(study)
    for wrong in ("", "x", token[:-1], token + "x", session, link.token, link.session, link.ticket, "\ud800", "é" * 50):
        assert links.open_session(study, wrong) == ""
        assert wrong == session or links.find_by_session(study, wrong) is None
    assert links.find_by_session(study, token) is None
    assert links.open_session(study, other)


def test_a_token_has_256_bits_and_only_its_digest_is_on_disk(study):
    tokens = links.make_links(study, 3)
    assert len({*tokens}) == 3 and all(len(token) == 43 for token in tokens)
    session = links.open_session(study, tokens[0])
    file = study.data / links.LINKS
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(study.data.stat().st_mode) == 0o700
    assert not any(secret in file.read_text() for secret in (*tokens, session))


def test_reading_makes_nothing(study):
    assert links.read_links(study) == () and links.count_invited(study) is None
    assert (
        links.find_by_token(study, "x") is None
        and links.open_session(study, "x") == ""
        and links.find_by_session(study, "x") is None
    )
    assert not study.data.exists()


def test_a_visit_goes_by_its_ticket(study):
    [token] = links.make_links(study, 1)
    links.open_session(study, token)
    ticket = links.read_links(study)[0].ticket
    assert links.participant_code(study, ticket) == ""
    code = _enrolled(study)
    links.join_study(study, ticket, code)
    assert links.participant_code(study, ticket) == code
    with pytest.raises(StudyError, match="no longer valid"):
        links.participant_code(study, "nobody's")


def test_who_only_stopped_can_come_back(study):
    _, session, _, code = _joined(study)
    _said(study, code, "left", how="closed")
    assert links.find_by_session(study, session).code == code


def test_a_new_link_for_a_code_takes_the_place_of_the_one_before(study):
    token, session, ticket, code = _joined(study)
    links.enter_session(study, session)
    again = links.replace_link(study, code)
    assert links.find_by_session(study, session) is None and links.open_session(study, token) == ""
    assert links.find_by_session(study, links.open_session(study, again)).ticket == ticket
    assert links.count_invited(study) == 1


def test_a_link_for_somebody_who_began_at_a_terminal_invites_nobody(study):
    links.make_links(study, 2)
    token = links.replace_link(study, _enrolled(study))
    assert links.find_by_session(study, links.open_session(study, token)).is_again
    assert links.count_invited(study) == 2


def test_nobody_gets_a_link_who_is_not_there_or_at_the_end(study):
    code = _enrolled(study)
    _said(study, code, "finished")
    with pytest.raises(StudyError, match="at the end"):
        links.replace_link(study, code)
    with pytest.raises(StudyError, match="No participant of this study"):
        links.replace_link(study, "ABCDEFGH")
    with pytest.raises(StudyError, match="is not a participant code"):
        links.replace_link(study, "../../etc")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": 1, "links": [{"ticket": 5}]}', "\x00"])
def test_a_damaged_file_is_said_in_a_sentence(study, text):
    links.make_links(study, 1)
    (study.data / links.LINKS).write_text(text)
    with pytest.raises(StudyError, match="is not a file of links"):
        links.read_links(study)
