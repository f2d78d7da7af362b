"""The stylesheet of the app."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode


class Sheet(Stylesheet):
    """Textual's, which remembers which rules can concern a node; Textual's own goes through all of them for each."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._given = dict(variables or {})
        self._parsed_with: dict[str, str] | None = None
        self._known: dict[frozenset[str], list[RuleSet]] = {}
        self._known_of: object = None
        self._places: dict[int, int] = {}
        self._only: list[RuleSet] | None = None

    @property
    def rules(self) -> list[RuleSet]:
        """All rules; while a node is looked at, those that can concern it."""
        if self._only is None:
            return super().rules
        only, self._only = self._only, None
        return only

    def set_variables(self, variables: dict[str, str]) -> None:
        """Those of a theme. Textual sets them whenever one is named, also where they are what they were."""
        if variables != self._given:
            self._given = dict(variables)
            super().set_variables(variables)

    def parse(self) -> None:
        """Parse what was added."""
        super().parse()
        self._parsed_with = self._given

    def reparse(self) -> None:
        """Parse all again, if it was parsed, and other variables make something else of it."""
        if self._parsed_with not in (None, self._given):
            super().reparse()
            self._parsed_with = self._given

    def apply(self, node: DOMNode, *, animate: bool = False, cache: dict[tuple[Any, ...], Any] | None = None) -> None:
        """Give a node the styles of its rules."""
        everything = super().rules  # what was added is parsed now, and not while only some of the rules are told
        by_name = self.rules_map
        if self._known_of is not by_name:  # they were parsed anew
            self._known, self._known_of = {}, by_name
            self._places = {id(rule): place for place, rule in enumerate(everything)}  # rules are slow to compare
        names = frozenset(by_name.keys() & node._selector_names)
        if names not in self._known:
            concerned = {self._places[id(rule)]: rule for name in names for rule in by_name[name]}
            self._known[names] = [concerned[place] for place in sorted(concerned)]
        self._only = self._known[names]
        super().apply(node, animate=animate, cache=cache)
