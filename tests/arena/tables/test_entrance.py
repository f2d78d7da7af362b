"""How somebody comes to a table."""

from __future__ import annotations

from contextlib import closing

import pytest

from woozle.arena.tables.database import TABLES, TableDatabase
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, admit, enter, free_places
from woozle.arena.tables.house import House
from woozle.arena.tables.invitations import TAKES_OF_ADDRESS, AdmissionError, Knock, new_secret
from woozle.arena.tables.plan import plan_table
from woozle.core import registry
from woozle.core.errors import InputError


@pytest.fixture
def tables(tmp_path):
    with closing(TableDatabase(tmp_path / TABLES)) as database:
        yield TableDirectory(House(database, clock=lambda: 1000.0))


def open_table(tables, seats="remote*2,bot*3", **options):
    return tables.open(plan_table("urn", seats, registry.configure(registry.game("urn"), "standard", {}), **options))


def visitor(name, address="here"):
    return Visitor(new_secret(), name, address)


def refusal(*args, **named):
    with pytest.raises(AdmissionError) as refused:
        enter(*args, **named)
    return refused.value.code


def test_before_joining_it_is_said_to_whom_a_model_sends_what_is_said(tables):
    room = open_table(tables, "remote*2,openai:gpt-4o,bot*2").room_message()
    assert room.notes[0] == "What you say is sent to api.openai.com, whose models play along."
    assert [place.provider for place in room.places] == ["", "", "api.openai.com", "", ""]


def test_a_link_leads_to_its_place_and_the_same_again_to_the_same(tables):
    table, ada = open_table(tables), visitor("Ada")
    link = table.room.invitations[2]
    place, joined = enter(table, tables.door, ada, link)
    assert (place.number, place.row.name, joined.is_again) == (2, "Ada", False)
    assert enter(table, tables.door, ada, link)[1].token == joined.token
    assert refusal(table, tables.door, visitor("Eve"), link) == "used"
    assert enter(table, tables.door, visitor("Bo"), joined.recovery.lower())[0] is place
    assert refusal(table, tables.door, ada, link) == "wrong"


def test_a_room_code_only_knocks_until_the_host_lets_in(tables):
    table, ada, bo, eve = open_table(tables), visitor("Ada"), visitor("Bo"), visitor("Eve")
    assert refusal(table, tables.door, ada) == refusal(table, tables.door, ada, "ABCDEFGH") == "wrong"
    knocks = [enter(table, tables.door, each, table.room.code) for each in (ada, bo, eve)]
    assert all(isinstance(each, Knock) for each in knocks) and len(table.room.open_places) == 2
    admit(table, tables.door, knocks[0].number)
    admit(table, tables.door, knocks[2].number)
    assert [place.number for place in table.room.open_places] == [1, 2] and not free_places(table, tables.door)
    with pytest.raises(InputError, match="No place is free"):
        admit(table, tables.door, knocks[1].number)
    assert enter(table, tables.door, ada, table.room.code)[0].number == 2
    assert enter(table, tables.door, eve, table.room.code)[0].row.name == "Eve"
    tables.door.answer(table.id, knocks[1].number, "refused")
    assert refusal(table, tables.door, bo, table.room.code) == "refused"
    assert enter(table, tables.door, ada, table.room.code)[1].is_again
    assert refusal(table, tables.door, visitor("Cy"), table.room.code) == "taken"


async def test_who_knocks_is_told_when_the_match_begins_without_them(tables):
    table, ada = open_table(tables), visitor("Ada")
    assert isinstance(enter(table, tables.door, ada, code := table.room.code), Knock)
    table.start()
    assert refusal(table, tables.door, ada, code) == "started"
    await table.close()


def test_the_places_of_a_listed_table_go_to_the_first_who_come(tables):
    table, ada, bo = open_table(tables, is_listed=True), visitor("Ada"), visitor("Bo")
    place, joined = enter(table, tables.door, ada)
    assert place.number == 1 and enter(table, tables.door, ada)[1].token == joined.token
    assert refusal(table, tables.door, bo, number=1) == "taken"
    assert enter(table, tables.door, bo, number=2)[0].row.name == "Bo"
    assert refusal(table, tables.door, visitor("Cy")) == "taken"


def test_one_address_takes_only_so_many_seats_of_listed_tables(tables):
    for _ in range(TAKES_OF_ADDRESS // 2):
        table = open_table(tables, is_listed=True)
        enter(table, tables.door, visitor("Eve"))
        enter(table, tables.door, visitor("Eve"))
    table, ada = open_table(tables, is_listed=True), visitor("Ada", "there")
    assert refusal(table, tables.door, visitor("Eve")) == "too_many"
    enter(table, tables.door, ada)


def test_a_name_is_needed_before_the_host_is_asked(tables):
    table = open_table(tables)
    assert refusal(table, tables.door, visitor(" "), table.room.code) == "bad"
    assert refusal(table, tables.door, visitor(" "), table.room.invitations[1]) == "bad"
    assert refusal(table, tables.door, Visitor("", "Ada", "here"), table.room.code) == "bad"
