"""The page of a link in a window in which the study cannot be shown: there is nothing to press that would bind the link to it."""

from __future__ import annotations

import re

from woozle.arena.web import pages


def test_small_windows_and_telephones_are_told_so_and_have_no_button():
    page = pages.static_page(pages.WELCOME)
    (conditions, rules) = re.search(r"@media ([^{]+)\{(.*?)\n\}", page, re.DOTALL).groups()
    limits = re.findall(r"(max-(?:width|height)): (\d+)px", conditions)
    assert {name for name, _ in limits} == {"max-width", "max-height"}
    assert "form { display: none; }" in rules and ".small { display: block; }" in rules
    outside = page.replace(rules, "")
    assert ".small { display: none;" in outside and "form { display: none" not in outside
    assert page.count("<button") == 1 and re.search(r"<form method=\"post\">\s*<button", page)
    assert "it has\nnot been used yet" in page
