"""The labelling of speeches by one person: the place, the meaning of answers, undoing. Each answer is kept at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.games.ship.claims.labels import UNLABELLED, Heard, Item, Opinion, Remark, Row, comparable_claim, rows
from woozle.games.ship.claims.schema import Claim, Ruling
from woozle.games.ship.tui.label_files import Labeller
from woozle.games.ship.views.annotation import is_done


class NotNowError(InputError):
    """An answer that cannot be given here. Says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The state that an answer replaced, and its place."""

    index: int
    at: int
    item: Item
    before: Opinion


class Labelling:
    """Speeches in the order in which everybody labels them, and the file of one person. It begins where they left off.

    at: the claim of the speech to ask about.
    """

    def __init__(self, order: Sequence[Heard], labeller: Labeller) -> None:
        self._order = order
        self._file = labeller
        self._steps: list[_Step] = []
        self._index, self.at = -1, 0
        self._go_on()

    @property
    def annotator(self) -> str:
        return self._file.name

    @property
    def total(self) -> int:
        return len(self._order)

    @property
    def done(self) -> int:
        return sum(is_done(each, self._file.labels) for each in self._order)

    @property
    def speech(self) -> Heard:
        return self._order[self._index]

    @property
    def is_done(self) -> bool:
        """True if this speech is finished."""
        return is_done(self.speech, self._file.labels)

    @property
    def rows(self) -> list[Row]:
        """The claims of this speech, as the person has labelled them."""
        return rows(self.speech, self._file.labels)

    def claim(self, at: int) -> Claim:
        """A claim of it, as the person has it."""
        return self.rows[at].meaning

    # Answers. All raise NotNowError, and SaveError; then nothing has changed.

    def say(self, at: int, said: Remark) -> None:
        """The speech makes that claim, or it does not."""
        row = self.rows[at]
        if row.label.said == "added" and said == "yes":
            return
        if row.label.said == "added" and said == "no":
            self._keep(at, row.item, UNLABELLED)
        elif row.label.said != said:
            self._keep(at, row.item, Opinion(said))
        self._move(at)

    def correct(self, at: int, claim: Claim) -> None:
        """The speech makes another claim there."""
        row = self.rows[at]
        if comparable_claim(claim) == comparable_claim(row.meaning):
            self.say(at, row.label.said if row.is_said else "yes")
            return
        self._needs_new(claim, at)
        if comparable_claim(claim) == row.item.claim:
            self._keep(at, row.item, Opinion("yes"))
        else:
            self._keep(at, row.item, Opinion("added" if row.label.said == "added" else "corrected", claim))
        self._move(at)

    def judge(self, at: int, outcome: Ruling) -> None:
        row = self.rows[at]
        if not row.is_said:
            raise NotNowError("First say whether the speech claims it.")
        self._keep(at, row.item, replace(row.label, outcome=outcome))
        self._move(at)

    def add(self, claim: Claim) -> None:
        """The speech makes a claim that is not listed."""
        self._needs_new(claim)
        item = self.speech.item(claim)
        self._keep(self.at, item, Opinion("added"))
        self.at = [row.item for row in self.rows].index(item)

    def finish(self) -> None:
        """Finish the claims of the speech, and go on to the next one."""
        left = sum(not row.label.is_whole for row in self.rows)
        if left:
            raise NotNowError(f"{count(left, 'claim')} of this speech {'waits' if left == 1 else 'wait'} for an answer.")
        self._leave("all")

    def skip(self) -> None:
        """Put the speech off until the others are done; one that is done is just left."""
        if self.is_done:
            self._show((self._index + 1) % len(self._order))
        else:
            self._leave("later")

    def before(self) -> None:
        """Back to the speech before."""
        if not self._index:
            raise NotNowError("This is the first speech.")
        self._show(self._index - 1)

    def undo(self) -> None:
        if not self._steps:
            raise NotNowError("There is nothing to take back.")
        step = self._steps[-1]
        self._file.keep(self._order[step.index], step.item, step.before)
        self._steps.pop()
        self._show(step.index)
        self.at = min(step.at, max(0, len(self.rows) - 1))

    def close(self) -> None:
        """Let others write."""
        self._file.close()

    # How it is done

    def _keep(self, at: int, item: Item, label: Opinion) -> None:
        step = _Step(self._index, at, item, self._file.labels.get(item, UNLABELLED))
        self._file.keep(self.speech, item, label)
        self._steps.append(step)

    def _needs_new(self, claim: Claim, at: int = -1) -> None:
        others = [row for number, row in enumerate(self.rows) if number != at and row.label.said != "no"]
        if comparable_claim(claim) in {comparable_claim(row.meaning) for row in others}:
            raise NotNowError("That claim is listed already.")

    def _leave(self, said: Remark) -> None:
        item = self.speech.item()
        if self._file.labels.get(item, UNLABELLED).said != said:
            self._keep(self.at, item, Opinion(said))
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next speech that is neither done nor put off; then to those that are put off; else stay."""
        order, labels = self._order, self._file.labels
        after = [(self._index + step) % len(order) for step in range(1, len(order) + 1)]
        open_ones = [index for index in after if labels.get(order[index].item(), UNLABELLED).said not in ("all", "later")]
        put_off = [index for index in after if labels.get(order[index].item(), UNLABELLED).said == "later"]
        self._show(next(iter(open_ones or put_off), max(0, self._index)))

    def _show(self, index: int) -> None:
        self._index, self.at = index, 0
        self._move(0)

    def _move(self, at: int) -> None:
        """Go to the claim there if it waits for an answer, else to the next that does, else stay there."""
        found = self.rows
        after = [(at + step) % len(found) for step in range(len(found))]
        self.at = next((number for number in after if not found[number].label.is_whole), min(at, max(0, len(found) - 1)))
