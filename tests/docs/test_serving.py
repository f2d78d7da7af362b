"""What docs/serving.md says of the operator's file and of limits is so."""

from __future__ import annotations

import re

from woozle.arena.tables import invitations
from woozle.arena.tables.server_settings import CreateOffer, ServerSettings, read_server_settings
from woozle.arena.web import guard, sockets
from woozle.arena.web.guard import NEWCOMERS

from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "serving.md").read_text("utf-8")


def test_the_file_of_the_page_is_read_and_names_every_setting(tmp_path):
    [block] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    path = tmp_path / "server.toml"
    path.write_text(block)
    assert read_server_settings(path).create.without_models().seats[0].name == "Bot"
    named = set(re.findall(r"(?m)^(\w+) =", block)) | {"create", "tables", "games", "seats"}
    assert set(ServerSettings.model_fields) - named == set() and set(CreateOffer.model_fields) - named == {"watching"}


def test_the_limits_of_the_page_are_those_of_the_server():
    for told in (
        f"{invitations.TRIES_OF_ADDRESS} a minute from one address, {invitations.TRIES_OF_TABLE} a minute for one table",
        f"{invitations.TAKES_OF_ADDRESS} a minute from one address",
        f"{invitations.MOST_KNOCKS} at one table; each for {invitations.KNOCK_SECONDS / 60:g} minutes",
        f"{NEWCOMERS} from one address; each for {sockets.JOIN_SECONDS:g} seconds",
        f"{1 / guard._MESSAGE_SECONDS:g} a second, {guard._MESSAGES} at once; 64 kB a second, 256 kB at once",
        f"at most {guard._MOST:,}",
        f"{1 / guard._REQUEST_SECONDS:g} a second from one address, {guard._REQUESTS} at once",
        f"{guard._REFUSED} a minute from one address",
        f"each in {guard._BODY_SECONDS:g} seconds, {guard.LONGEST_BODY // 1024} kB",
    ):
        assert told in PAGE, told
