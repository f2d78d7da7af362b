"""Evidence against a seat: the four factors of a vote (MUG, equation 7), counted in what was claimed about a scene.

The paper has a model estimate them. Here they are shares of claims, so that bots can weigh them, and anybody can count them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.undercover.claims.formulas import Phi
from woozle.games.undercover.claims.grammar import Claim, answers, claims
from woozle.games.undercover.claims.lexicon import hedges
from woozle.games.undercover.scenes.graph import Setting


@value
class Account:
    """The statements of a seat so far. claims: each once, in order; hedging: the share of its words that hedge."""

    claims: tuple[Claim, ...]
    hedging: float


def account(question: str, said: Iterable[tuple[str, str]], setting: Setting) -> Account:
    """Return the account of a seat that gave these answers and analyses, in order."""
    found: dict[Claim, None] = {}
    hedging = words = 0
    for answer, analysis in said:
        found |= dict.fromkeys((*answers(question, answer, setting), *claims(analysis, setting)))
        of_text = hedges(analysis)
        hedging, words = hedging + of_text[0], words + of_text[1]
    return Account(tuple(found), hedging / words if words else 0.0)


def phi(seat: Seat, accounts: Mapping[Seat, Account], is_true: Callable[[Claim], bool]) -> Phi:
    """Return the four factors that speak against a seat, or for it, in the eyes of a voter.

    accounts: of all seats that count as others, the voter's own among them. is_true: whether the voter takes a claim for true. phi1
    is the share of its claims that are false, phi2 of those that less than half of the others or just half make, phi3 of those that
    are true, phi4 of its words that hedge. Of a seat that claims nothing, nothing is false, and nothing is true.
    """
    told = accounts[seat].claims
    if not told:
        return 0.0, 0.0, 0.0, accounts[seat].hedging
    others = [frozenset(other.claims) for name, other in accounts.items() if name != seat]
    false = sum(not is_true(claim) for claim in told)
    alone = sum(2 * sum(claim in other for other in others) <= len(others) for claim in told)
    return false / len(told), alone / len(told), 1 - false / len(told), accounts[seat].hedging


def supporters(claim: Claim, accounts: Mapping[Seat, Account]) -> list[Seat]:
    """Return the seats that make a claim."""
    return [seat for seat, told in accounts.items() if claim in told.claims]
