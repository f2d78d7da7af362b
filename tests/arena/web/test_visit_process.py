"""The environment of a visit's process."""

from __future__ import annotations

import stat

from woozle.arena.web.visit_process import create_home, remove_home, visit_environment
from woozle.players import fence
from woozle.saves import paths

PARENT = {
    "PATH": "/bin",
    "HOME": "/home/ada",
    "USER": "ada",
    "HOSTNAME": "engine",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "TEXTUAL_LOG": "all.log",
    "OPENAI_API_KEY": "k-one",
    "OTHER_KEY": "k-two",
    "AWS_SECRET_ACCESS_KEY": "k-three",
    "HTTPS_PROXY": "http://proxy",
    "DISPLAY": ":0",
}


def test_a_visit_without_models_gets_no_secret_and_no_name(tmp_path):
    found = visit_environment(PARENT, tmp_path, "ticket", (100, 40))
    assert not {"USER", "HOSTNAME", "NO_COLOR", "TEXTUAL_LOG", "HTTPS_PROXY", "DISPLAY"} & found.keys()
    assert not any(text.startswith("k-") for text in found.values())
    assert found["WOOZLE_TICKET"] == "ticket" and found["WOOZLE_HOME"] == str(tmp_path)
    assert (found["COLUMNS"], found["ROWS"]) == ("100", "40")


def test_a_visit_with_models_gets_their_keys_and_no_other(tmp_path):
    found = visit_environment(PARENT, tmp_path, "ticket", (80, 24), ["OPENAI_API_KEY"])
    assert found["OPENAI_API_KEY"] == "k-one" and found["HTTPS_PROXY"] == "http://proxy"
    assert not {"OTHER_KEY", "AWS_SECRET_ACCESS_KEY"} & found.keys()


def test_programs_are_fenced_in_on_a_visit_as_the_host_has_chosen(tmp_path):
    fence.choose_level("required")
    assert visit_environment({}, tmp_path, "ticket", (80, 24))[fence.VARIABLE] == "required"


def test_the_home_of_a_visit_has_what_says_how_models_are_asked_and_is_gone_afterwards(tmp_path):
    paths.config_folder().mkdir(parents=True, exist_ok=True)
    (paths.config_folder() / "models.toml").write_text("# models")
    (paths.config_folder() / "config.toml").write_text("# settings")
    home = tmp_path / "visit"
    create_home(home)
    assert [file.name for file in home.iterdir()] == ["models.toml"]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert remove_home(home) is None
    assert not home.exists()


def test_the_details_of_a_crash_stay(tmp_path):
    home = tmp_path / "visit"
    create_home(home)
    (home / "crash.txt").write_text("where it was")
    kept = remove_home(home)
    assert kept == paths.data_folder() / "crash.txt" and kept.read_text() == "where it was"
    assert not home.exists()
