"""A stylesheet that is applied faster than Textual's."""

from __future__ import annotations

from functools import cache
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode


class Sheet(Stylesheet):
    """Remembers which rules can apply to a node, by the names of its selectors; Textual goes through all rules for each node.

    Textual would have to offer a hook for the rules of a node.
    """

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
        """Return all rules; while a node is styled, those that can apply to it."""
        if self._only is None:
            return super().rules
        only, self._only = self._only, None
        return only

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the variables of a theme, if they are others: Textual sets them whenever a theme is named."""
        if variables != self._given:
            self._given = dict(variables)
            super().set_variables(variables)

    def parse(self) -> None:
        """Parse the styles that were added."""
        super().parse()
        self._parsed_with = self._given

    def reparse(self) -> None:
        """Parse all styles again, if other variables change them."""
        if self._parsed_with not in (None, self._given):
            super().reparse()
            self._parsed_with = self._given

    def apply(self, node: DOMNode, *, animate: bool = False, cache: dict[tuple[Any, ...], Any] | None = None) -> None:
        """Give a node the styles of its rules."""
        everything = super().rules  # what was added is parsed now, and not while only some of the rules are applied
        by_name = self.rules_map
        if self._known_of is not by_name:  # they were parsed anew
            self._known, self._known_of = {}, by_name
            self._places = {id(rule): place for place, rule in enumerate(everything)}  # rules are slow to compare
        names = frozenset(by_name.keys() & _selectors_of(node))
        if names not in self._known:
            concerned = {self._places[id(rule)]: rule for name in names for rule in by_name[name]}
            self._known[names] = [concerned[place] for place in sorted(concerned)]
        self._only = self._known[names]
        super().apply(node, animate=animate, cache=cache)


def _selectors_of(node: DOMNode) -> set[str]:
    """Return every selector that a rule for a node may end in: its types, classes and id."""
    return {"*", f"#{node.id}", *(f".{name}" for name in node.classes), *_types_of(type(node))}


@cache
def _types_of(kind: type[DOMNode]) -> frozenset[str]:
    return frozenset(base.__name__ for base in kind.__mro__)
