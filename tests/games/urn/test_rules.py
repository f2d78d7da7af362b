"""The rules of the urn: what is drawn, who is told, what counts."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Forfeit
from woozle.games.urn.events import (
    ALPHA,
    NAMED,
    PAR,
    POINTS,
    Accuse,
    Config,
    Drawn,
    Guess,
    Handful,
    Judged,
    Opened,
    Report,
    Reported,
)
from woozle.games.urn.rules import Urn, interval_score


def table(seats=4, seed=1, **options):
    return Referee(Urn(seats, Config(**options)), key_from_seed(seed))


def told(referee, kind, viewer=""):
    return [
        event for event in (referee.view(viewer) if viewer else [event for event, _ in referee.record]) if isinstance(event, kind)
    ]


def drawn(referee, seat):
    return told(referee, Drawn, seat)[-1].reds


def go(referee, *, report=drawn, accuse=lambda referee, seat: None, guess=lambda referee, seat: (0, 100)):
    """Play to the end; all tell the truth, accuse nobody and know nothing, but for what is given."""
    while referee.open:
        request = next(iter(referee.open.values()))
        seat = request.to
        if request.answer is Report:
            referee.answer(seat, Report(reds=report(referee, seat)))
        elif request.answer is Accuse:
            referee.answer(seat, Accuse(target=accuse(referee, seat)))
        else:
            low, high = guess(referee, seat)
            referee.answer(seat, Guess(low=low, high=high))
    return referee


def crook(referee):
    return told(referee, Opened)[0].crook


def judged(referee):
    return {event.seat: event for event in told(referee, Judged)}


def test_all_draw_then_report_in_turn_and_another_begins_each_time():
    over = go(table(seats=3, handfuls=4))
    assert [event.number for event in told(over, Handful)] == [1, 2, 3, 4]
    assert "".join(event.seat[0] for event in told(over, Reported)) == "ABCBCACABABC", "also with more handfuls than seats"


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("handfuls", range(1, 6))
def test_all_marbles_are_drawn_so_that_true_reports_add_up_to_the_red_ones(seats, handfuls):
    over = go(table(seats=seats, handfuls=handfuls))
    (briefing,), red = over.game.briefing(), told(over, Opened)[0].red
    assert 70 <= briefing.total <= 100 and briefing.total == seats * handfuls * briefing.marbles
    assert sum(event.said for event in told(over, Reported)) == red


def test_a_seat_sees_its_own_handful_and_the_reports_of_all():
    over = go(table())
    assert {event.seat for event in told(over, Drawn, "Ada")} == {"Ada"}
    assert {event.seat for event in told(over, Reported, "Ada")} == {"Ada", "Bo", "Cy", "Dot"}


def test_only_the_crook_is_told_what_is_in_the_urn_before_the_end():
    referee = table()
    assert [bool(told(referee, Opened, seat)) for seat in referee.game.seats] == [
        seat == crook(referee) for seat in referee.game.seats
    ]
    go(referee)
    assert all(told(referee, Opened, seat) for seat in (*referee.game.seats, "public"))


def test_each_handful_is_as_likely_as_any_other():
    """Of 400 urns a seat draws as many red marbles in each handful, with the same spread, within what chance allows."""
    matches = [go(table(seats=5, seed=seed)) for seed in range(400)]
    parts = [event.reds - told(over, Opened)[0].red / 15 for over in matches for event in told(over, Drawn, "Bo")]
    for handful in range(3):
        assert fmean(parts[handful::3]) == pytest.approx(0, abs=0.2)
        assert fmean(part**2 for part in parts[handful::3]) == pytest.approx(1.27, abs=0.3)


def test_any_number_from_a_fifth_to_four_fifths_and_any_crook_come_up():
    opened = [told(table(seed=seed), Opened)[0] for seed in range(400)]
    assert {each.crook for each in opened} == {"Ada", "Bo", "Cy", "Dot"}
    reds = sorted(each.red for each in opened)
    assert (reds[0] < 22, reds[0] >= 19, reds[-1] > 74, reds[-1] <= 77) == (True,) * 4
    assert fmean(reds) == pytest.approx(48, abs=3)


def test_a_report_can_be_any_number_of_marbles_in_the_hand():
    request = next(iter(table(seats=8, handfuls=4).open.values()))
    assert [bool(request.refusal(Report(reds=reds))) for reds in (-1, 0, 3, 4)] == [True, False, False, True]


def test_lies_are_counted_and_who_believed_them():
    referee = table()
    over = go(
        referee,
        report=lambda referee, seat: drawn(referee, seat) if seat != "Bo" else (drawn(referee, seat) + 1) % 9,
        accuse=lambda referee, seat: "Bo" if seat == "Ada" else None,
    )
    assert {seat: (each.truths, each.believed) for seat, each in judged(over).items()} == {
        "Ada": ((True,) * 3, 0),
        "Bo": ((False,) * 3, 2),
        "Cy": ((True,) * 3, 0),
        "Dot": ((True,) * 3, 0),
    }
    assert over.outcome.results["Bo"].numbers["lies"] == 3


@given(
    seed=st.integers(0, 50),
    ends=st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=4, max_size=4),
    names=st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
@settings(max_examples=60, deadline=None)
def test_points_are_a_hundred_less_the_range_and_more_or_less_for_whom_one_named(seed, ends, names):
    referee = table(seed=seed, handfuls=1)
    seats = referee.game.seats
    others = {seat: [*(other for other in seats if other != seat), None] for seat in seats}
    choice = {seat: others[seat][at] for seat, at in zip(seats, names, strict=True)}
    ranges = dict(zip(seats, ends, strict=True))
    over = go(referee, accuse=lambda _, seat: choice[seat], guess=lambda _, seat: ranges[seat])
    liar, red = crook(over), told(over, Opened)[0].red
    for seat in seats:
        if seat != liar:
            named = 0 if choice[seat] is None else NAMED if choice[seat] == liar else -NAMED
            assert over.score[seat] == pytest.approx(100 - interval_score(*sorted(ranges[seat]), red, ALPHA) + named)
    misled = [seat for seat in seats if seat != liar and over.score[seat] < PAR]
    assert over.score[liar] == pytest.approx(POINTS * len(misled) / 3)
    kinds = {seat: result.kind for seat, result in over.outcome.results.items()}
    assert [seat for seat in seats if kinds[seat] == "lost" and seat != liar] == misled
    assert kinds[liar] == ("won" if len(misled) >= 2 else "lost")


def test_each_wins_by_its_own_points_and_the_crook_if_half_of_the_others_do_not():
    def guess(red, winners):
        return lambda referee, seat: (red, red) if seat in winners else (0, 100)

    secret = told(table(seats=5), Opened)[0]
    fair = [seat for seat in Urn.seat_names[:5] if seat != secret.crook]
    for many in range(5):
        over = go(table(seats=5), guess=guess(secret.red, fair[:many]))
        won = {seat for seat, result in over.outcome.results.items() if result.kind == "won"}
        assert won == {*fair[:many]} | ({secret.crook} if many <= 2 else set())
        assert f"misled {4 - many} of the other 4" in over.outcome.reason


def test_what_the_crook_guesses_and_whom_it_accuses_changes_nobody_s_points():
    one = go(table(), guess=lambda referee, seat: (0, 0) if seat == crook(referee) else (20, 80))
    other = go(table(), guess=lambda referee, seat: (20, 80), accuse=lambda referee, seat: None)
    assert one.score == other.score


def test_whoever_says_nothing_gives_no_report_accuses_nobody_and_knows_nothing():
    referee = table(handfuls=1)
    while referee.open:
        request = next(iter(referee.open.values()))
        referee.answer(request.to, Forfeit("gave_up"))
    assert {event.said for event in told(referee, Reported)} == {None}
    assert {(each.low, each.high, each.accused, each.truths) for each in judged(referee).values()} == {(0, 100, None, (None,))}
    assert all(score == (100 if seat == crook(referee) else 0) for seat, score in referee.score.items())


def test_roles_are_known_to_the_record_at_once_and_to_others_at_the_end():
    referee = table()
    everything = Urn.roles(referee.record)
    assert sorted(everything.values()) == ["crook", "fair", "fair", "fair"]
    fair = next(seat for seat, role in everything.items() if role == "fair")
    assert Urn.roles([(event, ()) for event in referee.view(fair)]) == {}
    go(referee)
    assert Urn.roles([(event, ()) for event in referee.view(fair)]) == everything
    assert Urn.hidden_role == "crook" and set(Urn.role_names) == {"crook", "fair"}


def test_reports_accusations_and_ranges_are_right_or_wrong_once_the_urn_is_open():
    referee = table(seed=3, handfuls=1)
    liar = crook(referee)
    assert Urn.correctness(referee.record) == {}
    red = told(referee, Opened)[0].red
    go(
        referee,
        report=lambda referee, seat: 24 - drawn(referee, seat) if seat == liar else drawn(referee, seat),
        accuse=lambda referee, seat: liar if seat != liar else next(each for each in referee.game.seats if each != liar),
        guess=lambda referee, seat: (red, red) if seat == liar else (101 - red if red > 50 else 60, 100) if red < 50 else (0, 0),
    )
    right = Urn.correctness(referee.record)
    for seat in referee.game.seats:
        assert right[seat, "Report"] == ((told(referee, Drawn, liar)[0].reds == 12,) if seat == liar else (True,))
        assert right[seat, "Accuse"] == [None if seat == liar else True]
        assert right[seat, "Guess"] == [seat == liar]


def test_a_refused_number_of_seats_is_told_in_a_sentence():
    with pytest.raises(ValueError, match="urn takes 3 to 8 seats, not 2"):
        Urn(2)
