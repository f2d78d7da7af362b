"""Numbers of rows of lines: the same whatever was shown before, at any width."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from woozle.core.line import Line, Tag
from woozle.tui.widgets.line_list import Measure, height

WIDTHS = (12, 30, 80)
LONG = Line("A sentence that takes more than one row where there is little room for it.")
TAGGED = Line(LONG.text, tags=(Tag("✗ false", "what was said", "bad"),))


def ends(measure):
    return [measure.start(index + 1) for index in range(len(measure))]


def laid_out(lines, width):
    total, found = 0, []
    for line in lines:
        total += height(line, width)
        found.append(total)
    return found


def test_every_line_is_found_by_its_rows():
    lines = [Line("short"), LONG, Line("short")]
    measure = Measure()
    measure.fit(lines, 30)
    rows = height(LONG, 30)
    assert [measure.line_at(row) for row in (0, 1, rows, rows + 1, rows + 2)] == [0, 1, 1, 2, 3]
    assert measure.start(1) == 1
    assert measure.start(9) == rows + 2


def test_nothing_is_measured_before_the_width_is_known():
    measure = Measure()
    measure.grow([LONG])
    assert not len(measure)
    measure.fit([LONG], 30)
    assert ends(measure) == laid_out([LONG], 30)


def test_lines_that_come_back_are_not_measured_again(monkeypatch):
    measured = []
    monkeypatch.setattr("woozle.tui.widgets.line_list.height", lambda line, width: measured.append(line) or 1)
    measure = Measure()
    measure.begin("Ada")
    measure.fit([LONG] * 3, 30)
    measure.begin("Bob")
    measure.grow([LONG] * 2)
    measured.clear()
    measure.begin("Ada")
    measure.grow([LONG] * 4)
    assert len(measured) == 1
    assert ends(measure) == [1, 2, 3, 4]


def test_what_was_amended_is_not_taken_for_what_they_are_told_at_first():
    measure = Measure()
    measure.begin("Ada")
    measure.fit([LONG, LONG], 30)
    measure.amend([LONG, TAGGED], [1])
    assert ends(measure) == laid_out([LONG, TAGGED], 30)
    measure.begin("Ada")
    measure.grow([LONG, LONG])
    assert ends(measure) == laid_out([LONG, LONG], 30)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("show"), st.sampled_from([Line("short"), LONG, TAGGED, Line("a part", "heading")])),
        st.tuples(st.just("look"), st.sampled_from(["Ada", "Bob", ""])),
        st.tuples(st.just("width"), st.sampled_from(WIDTHS)),
        st.tuples(st.just("amend"), st.integers(0, 5)),
        st.tuples(st.just("only"), st.sampled_from([None, LONG, Line("a part", "heading")])),
    ),
    max_size=30,
)


@given(steps=STEPS)
def test_it_is_always_as_if_all_had_been_laid_out_now(steps):
    told = {"Ada": [], "Bob": [], "": []}
    of, shown, measure = "", [], Measure()
    measure.fit(shown, 30)
    for step, value in steps:
        if step == "show":
            told[of].append(value)
            shown = [*shown, value]
            measure.grow(shown)
        elif step == "look":
            of, shown = value, [*told[value]]
            measure.begin(of)
            measure.grow(shown)
        elif step == "width":
            measure.fit(shown, value)
        elif step == "only":
            measure.show_only(None if value is None else value.__eq__)
            measure.grow(shown)
        elif value < len(shown):
            shown = [*shown]
            shown[value] = TAGGED if shown[value] != TAGGED else Line("short")
            measure.amend(shown, [value])
        heights = [height(line, measure.width) if measure.shows(line) else 0 for line in shown]
        assert ends(measure) == [*accumulate(heights)]
