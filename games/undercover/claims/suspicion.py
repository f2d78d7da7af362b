"""Evidence against a seat: the four factors of a vote (MUG, equation 7), counted in what was claimed about a scene.

The paper has a model estimate them. Here they are shares of claims, so that bots can weigh them, and anybody can count them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.undercover.claims.formulas import Phi
from woozle.games.undercover.claims.grammar import Claim, answers, claims
from woozle.games.undercover.claims.lexicon import hedges
from woozle.games.undercover.scenes.graph import Setting

Ground: TypeAlias = Literal["answer", "details", "alone", "hedges", "little"]
"""A ground to suspect a seat: a wrong answer, another false claim, claims that others deny, hedging, or saying next to nothing."""

ANSWER = 2
"""The weight of a wrong answer, where a false claim about a thing has 1: what is asked about is likely what was changed."""

LITTLE, FEW = 0.3, 3
"""What it weighs to say nothing besides the answer in one round, where in two it weighs 1; and how many claims are enough.

Without it an answer alone would be the safest.
"""


@value
class Account:
    """The statements of a seat so far.

    claims: each once, in order; hedging: the share of its words that hedge; rounds: how many statements they are.
    """

    claims: tuple[Claim, ...]
    hedging: float
    rounds: int = 1


@value
class Evidence:
    """The evidence against a seat.

    Args:
        phi: The four factors. phi1 grows with each thing about which the seat says something false, and ANSWER times as much
            with a wrong answer: points n make n / (n + ANSWER). phi2 is the share of its claims that most of the others who speak
            of the same do not make, phi3 of those that are true, phi4 of its words that hedge, and up to LITTLE more, or 1
            after the first round, if it makes fewer than FEW claims besides its answer. Of a seat that claims nothing, nothing is
            false, and nothing is true.
        against: How much each ground adds to what the factors weigh.
        wrong: Its claims that are false.
    """

    phi: Phi
    against: Mapping[Ground, float]
    wrong: tuple[Claim, ...] = ()


@value
class Charge:
    """What a seat is suspected for. ground: empty where nothing sets it apart. claim: one that is false, if that is the ground."""

    seat: Seat
    ground: Ground | Literal[""] = ""
    claim: Claim | None = None


def account(question: str, said: Iterable[tuple[str, str]], setting: Setting) -> Account:
    """Return the account of a seat that gave these answers and analyses, in order."""
    found: dict[Claim, None] = {}
    hedging = words = rounds = 0
    for answer, analysis in said:
        rounds += 1
        found |= dict.fromkeys((*answers(question, answer, setting), *claims(analysis, setting)))
        of_text = hedges(analysis)
        hedging, words = hedging + of_text[0], words + of_text[1]
    return Account(tuple(found), hedging / words if words else 0.0, rounds)


def weigh_evidence(seat: Seat, accounts: Mapping[Seat, Account], is_true: Callable[[Claim], bool]) -> Evidence:
    """Return what speaks against a seat, or for it, in the eyes of a voter.

    accounts: of all seats that count as others, the voter's own among them. is_true: whether the voter takes a claim for true.
    """
    told = accounts[seat].claims
    details = [claim for claim in told if claim.about != "answer"]
    wrong = [claim for claim in told if not is_true(claim)]
    answers = ANSWER * any(claim.about == "answer" for claim in wrong)
    things = len({claim.kind for claim in wrong if claim.about != "answer"})
    inconsistency = (answers + things) / (answers + things + ANSWER)
    alone = sum(bool(opponents(claim, seat, accounts)) for claim in told) / len(told) if told else 0.0
    accuracy = 1 - len(wrong) / len(told) if told else 0.0
    hedging, rounds = accounts[seat].hedging, accounts[seat].rounds
    little = (LITTLE if rounds <= 1 else 1.0) * max(0, FEW - len(details)) / FEW
    against: dict[Ground, float] = {
        "answer": inconsistency * answers / (answers + things) if wrong else 0.0,
        "details": (inconsistency * things / (answers + things) if wrong else 0.0) + (1 - accuracy if things else 0.0),
        "alone": alone,
        "hedges": hedging,
        "little": little,
    }
    return Evidence((inconsistency, alone, accuracy, min(1.0, hedging + little)), against, tuple(wrong))


def opponents(claim: Claim, seat: Seat, accounts: Mapping[Seat, Account]) -> list[Seat]:
    """Return the seats that say something else of the same, if they are most of the others who speak of it; else none."""
    spoken = [name for name, other in accounts.items() if name != seat and any(_same(each, claim) for each in other.claims)]
    against = [name for name in spoken if claim not in accounts[name].claims]
    return against if 2 * len(against) > len(spoken) else []


def _same(one: Claim, other: Claim) -> bool:
    return (one.about, one.kind) == (other.about, other.kind)


def charge(seat: Seat, evidence: Mapping[Seat, Evidence]) -> Charge:
    """Return the ground that sets a seat apart most from the average of the others."""
    own = evidence[seat]
    others = [each.against for name, each in evidence.items() if name != seat]
    excess = {ground: part - sum(other[ground] for other in others) / max(1, len(others)) for ground, part in own.against.items()}
    ground = max(excess, key=excess.__getitem__)
    if excess[ground] <= 0:
        return Charge(seat)
    is_answer = ground == "answer"
    claim = next((claim for claim in own.wrong if (claim.about == "answer") == is_answer), None)
    return Charge(seat, ground, claim if ground in ("answer", "details") else None)


def supporters(claim: Claim, accounts: Mapping[Seat, Account]) -> list[Seat]:
    """Return the seats that make a claim."""
    return [seat for seat, told in accounts.items() if claim in told.claims]
