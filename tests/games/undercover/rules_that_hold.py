"""The content of each sentence of undercover's rules, as tests/tui/rules_that_hold.py checks it."""

from __future__ import annotations

from collections import Counter

from woozle.core.event import EVERYONE
from woozle.core.request import Seat
from woozle.games.undercover.events import (
    Concluded,
    Counted,
    DetectionEnded,
    Reasoned,
    Revealed,
    Role,
    RoundBegan,
    Sight,
    Voted,
)  # fmt: skip

from tests.tui.rules_that_hold import Played, often

SMALL = {"size": 256}
"""Options of every match, so that its pictures are drawn fast."""

CHANGED = [
    ("standard", {"ties": "none", "speaking": "in_turn", "observation_rounds": 2, "rounds": 5}, 5),
    ("standard", {"ties": "draw", "summary_rounds": 0, "rounds": 1, "seconds_to_reason": 60}, 4),
    ("standard", {"ties": "seat_order", "summary_rounds": 1, "seconds_to_vote": 5, "wins": "side"}, 3),
    ("standard", {"has_undercover": False}, 3),
    ("standard", {"observation_rounds": 0}, 5),
    ("standard", {"observation_rounds": 0, "rounds": 1, "has_undercover": False}, 3),
]  # fmt: skip


def answers_before_votes(match: Played, times: str, how: str) -> bool:
    began = match.all(RoundBegan, Counted)
    before = began[: next((i for i, e in enumerate(began) if isinstance(e, Counted)), None)]
    rounds = [event for event in before if event.phase == "reasoning"]
    is_turned = any(event.seats != tuple(sorted(event.seats, key=match.game.seats.index)) for event in rounds)
    return (
        len(rounds) == often(times)
        and (how == "at the same time") == (match.config.speaking == "together")
        and not (is_turned and how == "at the same time")
    )


def votes(match: Played, most: int) -> bool:
    counted = match.all(Counted)
    rounds = sum(event.phase == "reasoning" for event in match.all(RoundBegan))
    before = match.config.observation_rounds
    return len(counted) <= most == match.config.rounds and rounds == before + len(counted) - 1


def out_by_votes(match: Played) -> bool:
    return all(
        to is EVERYONE
        and (event.eliminated is None or event.tally.get(event.eliminated, 0) == max(event.tally.values(), default=0))
        for event, to in match.hear(Counted)
        if not event.tied
    )


def ties(match: Played, rule: str) -> bool:
    again = [event for event in match.all(RoundBegan) if event.phase == "revote"]
    tied = [event for event in match.all(Counted) if event.tied]
    drawn = all((event.eliminated is None) == (rule == "none") for event in tied)
    return match.config.ties == rule and drawn and len(again) == (len(tied) if rule == "revote" else 0)


def together(match: Played, who: str, most: int) -> bool:
    rounds = [event for event in match.all(RoundBegan) if event.phase == "summary"]
    counted = match.all(Counted)
    out = {event.eliminated for event in counted}
    return (
        0 < len(rounds) <= most == match.config.summary_rounds
        and (who == "all") == (not counted)
        and all(not out & {*each.seats} for each in rounds)
    )


def winners(match: Played) -> bool:
    revealed = match.all(Revealed)[0]
    out = {event.eliminated for event in match.all(Counted)}
    return (revealed.undercover in out) == revealed.is_found


def others_win(match: Played, *, by_own_vote: bool) -> bool:
    revealed, last = match.all(Revealed)[0], {vote.seat: vote.target for vote in match.all(Voted)}
    results = {seat: result.kind for seat, result in match.game.results(match.config, match.told).items()}
    others = {seat: kind for seat, kind in results.items() if seat != revealed.undercover}
    hits = [seat for seat in others if not by_own_vote or last[seat] == revealed.undercover]
    return others == {seat: "won" if revealed.is_found and seat in hits else "lost" for seat in others}


def spoke(match: Played) -> Counter[Seat]:
    return Counter(event.seat for event in match.all(Reasoned))


def who_decides(match: Played) -> str:
    return match.all(Concluded)[0].by


SAYS = [
    (
        r"One of you is the undercover and sees a copy of the picture in which something was changed\.",
        lambda m: (
            sorted(Counter(event.picture or event.scene for event in m.all(Sight)).values()) == [1, len(m.game.seats) - 1]
            or not m.config.has_counterfactual  # an ablation, in which all are told what players of the game are told
        ),
    ),
    (r"No one knows who: it may be you\.", lambda m: not any(event.seat in to for event, to in m.hear(Role))),
    (r"Each of you knows whether it is you\.", lambda m: all(to == (event.seat,) for event, to in m.hear(Role))),
    (
        r"All answer (.+), (at the same time|one after another, in an order announced for each round), and "
        r"say what supports it\.",
        answers_before_votes,
    ),
    (
        r"All vote at once, before anyone has spoken, on who the undercover is\.",
        lambda m: isinstance(m.all(RoundBegan, Voted)[0], Voted) and {*m.game.seats} == {e.seat for e in m.all(Voted)},
    ),
    (r"Then all vote on who the undercover is\.", lambda m: {*m.game.seats} == {e.seat for e in m.all(Voted)}),
    (r"There is one vote\.", lambda m: votes(m, 1)),
    (
        r"There are (\d+) votes at most, with (?:another|a) round of answers before each one after the first\.",
        lambda m, most: votes(m, int(most)),
    ),
    (r"The seat with the most votes is out, and everyone learns whether it was the undercover\.", out_by_votes),
    (
        r"After a tie everyone votes again, between those who tied; after a second tie, one of them is drawn at random\.",
        lambda m: ties(m, "revote"),
    ),
    (r"After a tie, one of those who tied is drawn at random\.", lambda m: ties(m, "draw")),
    (r"After a tie, no one is out\.", lambda m: ties(m, "none")),
    (r"After a tie, the first of those who tied is out, in the order of the seats\.", lambda m: ties(m, "seat_order")),
    (r"Factors given with a vote decide which seat it counts for\.", lambda m: m.config.ballot == "weighted"),
    (
        r"The voting ends when the undercover is out, when only one other is left, or after the last vote\.",
        lambda m: m.all(DetectionEnded)[0].why in ("found", "regulars_exhausted", "timeout"),
    ),
    (
        r"The others judge you by what you say alone\.",
        lambda m: all(to == (event.seat,) for event, to in m.hear(Sight)),
    ),
    (r"The undercover wins if it is still in at the end\.", winners),
    (r"If it is out, all the others win\.", lambda m: others_win(m, by_own_vote=False)),
    (
        r"If it is out, those of the others win whose own last vote was for it\.",
        lambda m: others_win(m, by_own_vote=True),
    ),
    (
        r"Then (all|those who are left) answer (?:again, )?(once|twice|\d+ times) (?:more|at most, until they agree); "
        r"the most frequent answer is that of the table\.",
        lambda m, who, most: together(m, who, often(most)),
    ),
    (r"The most frequent answer of (all|those who are left) is that of the table\.", lambda m, who: m.config.summary_rounds == 0),
    (r"All see the same picture\.", lambda m: len({event.picture or event.scene for event in m.all(Sight)}) == 1),
    (r"Each answers alone\.", lambda m: {*spoke(m).values()} == {1}),
    (r"The first seat's answer is that of the table\.", lambda m: who_decides(m) in ("first", "nobody")),
    (r"Each answers alone, looks at its answer again, and then gives its final one\.", lambda m: {*spoke(m).values()} == {3}),
    (r"The first seat's final answer is that of the table\.", lambda m: who_decides(m) in ("first", "nobody")),
    (
        r"They answer twice and read what the others say; the most frequent last answer counts\.",
        lambda m: {*spoke(m).values()} == {2} and who_decides(m) in ("consensus", "majority", "extra_call", "first_seat"),
    ),
    (r"(\w+) is the judge\.", lambda m, seat: seat == m.game.seats[-1] and spoke(m)[seat] == 1),
    (
        r"The others answer three times and read what is said; then (\w+) decides\.",
        lambda m, seat: {*(spoke(m) - Counter({seat: 1})).values()} == {3} and who_decides(m) == "judge",
    ),
]
