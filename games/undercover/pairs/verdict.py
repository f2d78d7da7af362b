"""Faults of a pair, in words."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.games.undercover.config import MakersVerdict
from woozle.games.undercover.events import Checked


def sentences(check: Checked) -> Iterator[str]:
    """Yield the findings of the comparison of the two pictures, and those of their maker."""
    if check.is_changed is False:
        yield "The comparison found no difference between the two pictures."
    if check.made:
        yield verdict(check.made)
        if check.made.seen:
            yield f'The analyst answered "{check.made.seen}" about the copy.'


def verdict(made: MakersVerdict) -> str:
    """Return the verdict of a pair's maker, as one sentence."""
    known = (
        f"by {made.editor}" if made.editor else "",
        f"score {made.score:.3f}{f' by {made.compared_by}' if made.compared_by else ''}" if made.score is not None else "",
        f"{made.tries} {'try' if made.tries == 1 else 'tries'}" if made.tries else "",
    )
    told = f" ({', '.join(filter(None, known))})" if any(known) else ""
    if made.accepted:
        return f"The pair was accepted when it was made{told}."
    why = f": {made.why[:1].lower()}{made.why[1:].rstrip('.')}" if made.why else ""
    return f"The pair was rejected when it was made{told}{why}."
