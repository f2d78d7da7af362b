"""A profile counts what one person played to the end, and nobody else's matches."""

from woozle.arena.views.profile import Record, figures, headline, notes, profile
from woozle.core.outcome import Result
from woozle.saves.summary import Summary

ME, BOT = {"kind": "human"}, {"kind": "bot", "name": "ship"}


def _match(number, kind, *, game="ship", duck=0, players=None, **more):
    results = {"Alice": Result(kind, {"duck": duck}), "Bob": Result("lost", {"duck": 0})}
    told = {"status": "finished", "players": players or {"Alice": ME, "Bob": BOT}, "results": results} | more
    return Summary(id=str(number), size=1, modified=float(number), game=game, **told)


def test_wins_are_counted_by_game_and_role_and_in_the_order_of_time():
    own = profile(
        [
            _match(5, "won", duck=1),
            _match(1, "won"),
            _match(2, "won"),
            _match(3, "lost"),
            _match(4, "won", game="urn"),
        ]
    )
    assert (own.played, own.won, own.streak, own.best_streak) == (5, 4, 2, 2)
    assert own.records == (
        Record("ship", "", 4, 3),
        Record("ship", "duck", 1, 1),
        Record("ship", "goose", 3, 2),
        Record("urn", "", 1, 1),
    )
    assert headline(own) == "You won 4 of 5 matches. Your streak is 2, your best 2."
    assert figures(own).rows[0].cells == ("ship", "all", "4", "3", "75%", "30% to 95%")


def test_what_is_nobodys_or_not_over_or_void_is_left_out():
    two = {"Alice": ME, "Bob": ME}
    own = profile(
        [
            _match(1, "won", players={"Alice": BOT, "Bob": BOT}),
            _match(2, "won", status="unfinished"),
            _match(3, "void"),
            _match(4, "won", source="quack"),
            _match(5, "won", players=two),
        ]
    )
    assert (own.played, own.records, own.shared) == (0, (), 1)
    assert headline(own) == "You have finished no match yet."
    assert notes(own) == ["Left out: 1 match of several people at one terminal, since who won is not known."]
