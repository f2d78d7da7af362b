"""Who gets in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.arena.tables import invitations
from woozle.arena.tables.database import PlaceRow, TableRow
from woozle.arena.tables.invitations import (
    KNOCK_SECONDS,
    LETTERS,
    MOST_KNOCKS,
    NAME_LIMIT,
    AdmissionError,
    Door,
    digest,
    exchange,
    find_seat,
    invite,
    new_code,
    new_secret,
    new_token,
    read_code,
    read_name,
    remove,
    show_code,
    take,
    vacate,
)

ADA, BO = "a" * 64, "b" * 64


@pytest.fixture
def table():
    """Return two places with invitations, and these."""
    invited = [invite(PlaceRow("K7Q2M4XA", number)) for number in (1, 2)]
    return [place for place, _ in invited], [token for _, token in invited]


def refusal(call, *args):
    with pytest.raises(AdmissionError) as refused:
        call(*args)
    assert str(refused.value).endswith(".")
    return refused.value.code


def test_tokens_are_256_bits_and_codes_are_read_as_they_are_said():
    assert len(new_token()) == 43 and len({new_token() for _ in range(9)}) == 9 and len(new_secret()) == 64
    assert len(LETTERS) == 32 and len(new_code()) == 8 and set(new_code()) <= set(LETTERS)
    assert show_code("K7Q2M4XA") == "K7Q2-M4XA" and read_code(" k7q2-m4xa ") == "K7Q2M4XA" and read_code("iloO") == "1100"


def test_an_invitation_is_used_up_by_the_first_who_joins(table):
    places, tokens = table
    joined = exchange(places, tokens[1], ADA)
    assert joined.place.number == 2 and not joined.is_again and joined.place.joiner == digest(ADA)
    assert find_seat([places[0], joined.place], joined.token) is joined.place
    assert refusal(exchange, [places[0], joined.place], tokens[1], BO) == "used"
    assert exchange([places[0], joined.place], tokens[0], BO).place.number == 1


def test_the_same_secret_again_gets_the_same_seat_and_changes_nothing(table):
    places, tokens = table
    first = exchange(places, tokens[0], ADA)
    again = exchange([first.place, places[1]], tokens[0], ADA)
    assert again == replace(first, is_again=True)


def test_no_row_holds_what_opens_a_seat(table):
    places, tokens = table
    joined = exchange(places, tokens[0], ADA)
    row = repr(joined.place)
    assert not any(each in row for each in (tokens[0], ADA, joined.token, joined.recovery, read_code(joined.recovery)))


@pytest.mark.parametrize("token", ["", "x", "-" * 43, "\ud800", "x" * 100_000, "K7Q2-M4XA"])
def test_a_wrong_token_opens_nothing(table, token):
    places, _ = table
    taken = take(PlaceRow("K7Q2M4XA", 3), ADA).place
    assert refusal(exchange, [*places, taken, PlaceRow("K7Q2M4XA", 4)], token, ADA) == "wrong"
    assert find_seat([*places, PlaceRow("K7Q2M4XA", 4)], token) is None


@pytest.mark.parametrize("secret", ["", "a", "A" * 64, "a" * 63 + "\n", "a" * 65])
def test_a_secret_is_32_bytes(table, secret):
    places, tokens = table
    assert refusal(exchange, places, tokens[0], secret) == "bad"


def test_a_recovery_code_moves_a_seat_once(table):
    places, tokens = table
    lost = exchange(places, tokens[0], ADA)
    typed = lost.recovery.lower().replace("-", " ")
    back = exchange([lost.place], typed, BO)
    assert back.place.number == 1 and back.token != lost.token and back.recovery != lost.recovery
    assert find_seat([back.place], lost.token) is None and find_seat([back.place], back.token)
    assert exchange([back.place], typed, BO) == replace(back, is_again=True)  # its reply was lost
    assert refusal(exchange, [back.place], typed, ADA) == "used"
    assert refusal(exchange, [back.place], tokens[0], ADA) == "wrong"


def test_the_host_lets_back_who_lost_the_token_and_the_seat_is_theirs_until_then(table):
    places, tokens = table
    lost = exchange(places, tokens[0], ADA)
    renewed, token = invite(lost.place)
    assert find_seat([renewed], lost.token)
    back = exchange([renewed], token, BO)
    assert find_seat([back.place], back.token) and not find_seat([back.place], lost.token)


def test_who_is_removed_does_not_come_back_and_the_place_can_be_given_again(table):
    places, tokens = table
    joined = exchange(places, tokens[0], ADA)
    removed = remove(joined.place)
    assert find_seat([removed], joined.token) is None
    assert refusal(exchange, [removed], tokens[0], ADA) == "removed"
    assert refusal(exchange, [removed], joined.recovery, ADA) == "wrong"
    assert refusal(take, removed, ADA) == "taken"
    given, token = invite(removed)
    assert exchange([given], token, BO).place.token


def test_an_open_place_of_a_listed_table_goes_to_the_first(table):
    place = PlaceRow("K7Q2M4XA", 3)
    joined = take(place, ADA)
    assert take(joined.place, ADA) == replace(joined, is_again=True)
    assert refusal(take, joined.place, BO) == "taken"
    assert take(vacate(joined.place), BO).token != joined.token
    moved = exchange([joined.place], joined.recovery, BO).place
    assert refusal(take, moved, ADA) == "taken"
    places, tokens = table
    assert refusal(take, exchange(places, tokens[0], ADA).place, BO) == "taken"


def test_names_are_one_short_line_with_nothing_hidden():
    assert read_name("  Ada \n Lovelace ") == "Ada Lovelace"
    assert read_name("a\u202eb") == "a‹U+202E›b" and "\x1b" not in read_name("\x1b[31m")
    for text in ("", " \n ", "x" * (NAME_LIMIT + 1), "\u202e" * NAME_LIMIT):
        assert refusal(read_name, text) == "bad"


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


ROW = TableRow("K7Q2M4XA", "{}", room_code=digest("ABCDEFGH"))


def try_code(door, row, code, address):
    return door.find_table([row], code, address, row.id)


def test_a_room_code_can_be_tried_five_times_a_minute_from_an_address_and_thirty_times_at_a_table(clock):
    door = Door(clock)
    for _ in range(50):
        door.find_table([ROW], "abcd-efgh", "a class room", ROW.id)
    assert [refusal(try_code, door, ROW, "ABCDEFGJ", "here") for _ in range(6)] == ["wrong"] * 5 + ["too_many"]
    assert refusal(try_code, door, ROW, "ABCDEFGH", "here") == "too_many"
    for number in range(25):
        assert refusal(try_code, door, ROW, "ABCDEFGJ", f"there {number}") == "wrong"
    assert refusal(try_code, door, ROW, "ABCDEFGH", "elsewhere") == "too_many"
    clock.now += 12.0
    try_code(door, ROW, "ABCDEFGH", "here")
    assert door.find_table([replace(ROW, id="OTHER", room_code=""), ROW], "ABCDEFGH", "lobby") is ROW


def test_a_room_code_dies_at_the_start(clock):
    started = replace(ROW, room_code="", state="playing")
    assert refusal(try_code, Door(clock), started, "ABCDEFGH", "here") == "wrong"
    assert refusal(try_code, Door(clock), started, "", "here") == "wrong"


def test_who_knocks_gets_an_invitation_when_let_in(clock):
    door = Door(clock)
    knock = door.knock("T", ADA, " Ada ", "here")
    assert door.waiting("T") == [knock] and knock.name == "Ada" and not door.waiting("U") and not door.find("U", ADA)
    assert door.knock("T", ADA, "Eve", "there") == knock == door.find("T", ADA)
    door.answer("U", knock.number, "admitted", 2, "i")
    assert door.find("T", ADA) == knock
    door.answer("T", knock.number, "admitted", 2, "i")
    admitted = door.knock("T", ADA, "", "here")
    assert (admitted.state, admitted.place, admitted.invitation) == ("admitted", 2, "i")
    door.answer("T", knock.number, "refused")
    assert door.waiting("T") == [] and door.find("T", ADA) == admitted
    door.answer("T", door.knock("T", BO, "Bo", "here").number, "refused")
    assert door.find("T", BO).state == "refused"
    assert refusal(door.knock, "T", "short", "Cy", "here") == "bad"
    door.close("T")
    assert door.find("T", ADA) is None


def test_a_knock_expires_and_knocks_are_bounded(clock, monkeypatch):
    door = Door(clock)
    knock = door.knock("T", ADA, "Ada", "here")
    clock.now += KNOCK_SECONDS + 1
    door.answer("T", knock.number, "admitted", 1, "i")
    assert door.find("T", ADA) is None and door.waiting("T") == []
    assert door.knock("T", ADA, "Ada", "here").state == "waiting"
    for number in range(MOST_KNOCKS - 1):
        door.knock("T", f"{number:064x}", "Bo", "here")
    assert refusal(door.knock, "T", BO, "Cy", "here") == "too_many"
    monkeypatch.setattr(invitations, "_MOST_IN_ALL", MOST_KNOCKS + 1)
    door.knock("U", ADA, "Cy", "here")
    assert refusal(door.knock, "U", BO, "Cy", "here") == "too_many"
    clock.now += 2 * KNOCK_SECONDS + 1
    door.knock("U", BO, "Cy", "here")
    assert door.find("T", ADA) is None
