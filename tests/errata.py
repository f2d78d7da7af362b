"""docs/errata.md: what the numbers that five papers print say of each other. Made of the recipes, which hold them.

`python -m tests.errata` writes the page, where a change of the recipes is meant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from woozle.arena.reproduction.recipe import Recipe, Row, Table, load_recipe, papers, printed_number
from woozle.core.statistics.student import tail
from woozle.games.debate.spread.metrics import implied_accuracy

from tests.games.debate.printed import p_of_digra

PAGE = Path(__file__).parents[1] / "docs" / "errata.md"
RENEW = "Is it meant? Then `python -m tests.errata` writes the page anew."

_HEAD = """# Errata

What the numbers that five papers print say of each other, with the arithmetic. A script makes this page of the papers' own numbers,
which are in the recipes (`python -m tests.errata`; a test holds the page to it), so that nothing here is an opinion about a method,
and nothing was played for it. What rounding alone may explain is not listed. How the papers' tables are played again is on
[papers](papers.md); where Woozle's rules differ from a text, on the pages of the games.
"""

_FOOT = """[All pages](README.md)
"""

_ROUNDED = 0.05  # percent points by which a cell with one digit may be off


def page() -> str:
    """Return the page."""
    parts = [_HEAD, "<!-- errata: written by a script -->", ""]
    for paper, title, write in _PAPERS:
        if paper not in papers():
            continue
        recipe = load_recipe(paper)
        parts += [f"## {title}", "", recipe.title + ".", "", *write(recipe)]
    return "\n".join([*parts, "<!-- end of errata -->", "", _FOOT])


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(map(str, row))} |" for row in rows)
    yield ""


def _number(cell: float | str) -> float:
    found = printed_number(cell)
    assert found is not None, cell
    return found


def _cells(table: Table, row: Row) -> dict[str, float]:
    """Return the printed numbers of a row by the heads of their columns."""
    known = ((column.head, printed_number(cell)) for column, cell in zip(table.columns, row.published, strict=True))
    return {head: number for head, number in known if number is not None}


def _row(table: Table, label: str) -> dict[str, float]:
    (row,) = (row for row in table.rows if row.label == label)
    return _cells(table, row)


def _marked(text: str, is_marked: bool) -> str:
    return f"**{text}**" if is_marked else text


# MAS-HQ


class Scored(NamedTuple):
    """A seat as MAS-HQ prints it, with P, the sum of its parts of the greatest in its match."""

    label: str
    h: float
    q: float
    p: float

    def beta(self, alpha: float) -> float:
        return (alpha * self.h - self.q) / self.p


_HEADS = {"h": ("H after", "H-Score"), "calls": ("API Call",), "reviews": ("Reviews",), "seconds": ("Time",)}


def quests(table: Table) -> Iterator[list[Scored]]:
    """Yield the matches of a table."""
    match: list[tuple[Row, dict[str, float]]] = []
    for row in (*table.rows, None):
        if match and (row is None or row.seat == 1):
            yield _scored(match)
            match = []
        if row:
            match.append((row, _cells(table, row)))


def _scored(match: Sequence[tuple[Row, dict[str, float]]]) -> list[Scored]:
    found = []
    for _, cells in match:
        used = {name: next(cells[head] for head in heads if head in cells) for name, heads in _HEADS.items()}
        used["tokens"] = cells["Tokens"] if "Tokens" in cells else cells["In Tokens"] + cells["Out Tokens"]
        found.append(used)
    most = {name: max(each[name] for each in found) for name in ("calls", "tokens", "reviews", "seconds")}
    return [
        Scored(row.label, used["h"], cells["Q-Score"], sum(used[name] / most[name] for name in most))
        for (row, cells), used in zip(match, found, strict=True)
    ]


def _mas_hq(recipe: Recipe) -> Iterator[str]:
    alpha, stated = (float(recipe.quoted[name]) for name in ("alpha", "beta"))
    yield "### The tables are by beta 0.1, and not by the 0.01 that is stated"
    yield ""
    yield "Q = alpha x H - beta x P (section 3.1), and P is the sum of calls, tokens, reviews and seconds, each as a part of"
    yield "the greatest"
    yield f"in the match (section 4.1). So each row gives beta = (alpha H - Q) / P; section 4.1 states alpha = {alpha:g} and"
    yield f"beta = {stated:g}."
    yield "Tables 9 and 10 have tokens and seconds in full:"
    yield ""
    rows: list[tuple[object, ...]] = []
    betas: list[float] = []
    for number in ("9", "10"):
        for match in quests(recipe.table("table", number)):
            for each in match:
                beta = each.beta(alpha)
                is_odd = abs(beta - 0.1) > 0.001
                betas += [] if is_odd else [beta]
                rows.append((number, each.label, f"{each.h:.4f}", f"{each.q:.4f}", f"{each.p:.4f}", _marked(f"{beta:.5f}", is_odd)))
    yield from _table(("table", "seat", "H", "Q", "P", "(H - Q) / P"), rows)
    yield f"{len(betas)} of {len(rows)} rows give {min(betas):.5f} to {max(betas):.5f}. The other is Q by the beta that is stated;"
    yield "table 1 prints 0.5217 for the same seat. Who wins depends on it: [quest](quest.md#the-winner-depends-on-beta)."
    yield ""
    yield "### SimpleQA's table is by beta 0.001"
    yield ""
    simple = [each for match in quests(recipe.table("table", "4")) for each in match]
    yield from _table(
        ("seat", "H", "Q", "P", "(H - Q) / P"),
        [(each.label, f"{each.h:.4f}", f"{each.q:.4f}", f"{each.p:.3f}", f"{each.beta(alpha):.5f}") for each in simple],
    )
    last = simple[-1]
    yield f"The last fits no round beta: by 0.001 its Q is {last.h:.4f} - 0.001 x {last.p:.3f} ="
    yield f"{alpha * last.h - 0.001 * last.p:.4f}, and"
    yield f"{last.q:.4f} is printed."
    yield ""
    yield "### The case of section 4.4 and the ablations of table 5"
    yield ""
    yield "Four parts, each at most 1, make P at most 4."
    yield ""
    cases = [
        (f"4.4, {row.label}", *list(_cells(recipe.table("figure", "4"), row).values())[:2])
        for row in recipe.table("figure", "4").rows
    ]
    yield from _table(
        ("seat", "H", "Q", "P by beta 0.1", f"P by beta {stated:g}"),
        [
            (label, f"{h:.4f}", f"{q:.4f}", f"{(alpha * h - q) / 0.1:.3f}", _marked(f"{(alpha * h - q) / stated:.2f}", True))
            for label, h, q in cases
        ],
    )
    yield "By the stated beta both are impossible. By 0.1, A has the greatest of all four parts, which the text says in"
    yield "other words."
    yield "Where both seats do the same, as in both ablations of table 5, every part is 1 and P = 4, so that H = Q + 4 beta:"
    yield ""
    ablations = {
        _number(row.published[0]): row.label.partition(" (")[0]
        for row in recipe.table("table", "5").rows
        if "Ablation" in row.label
    }
    yield from _table(
        ("table 5", "Q", "H by beta 0.1", f"H by beta {stated:g}"),
        [(label, f"{q:.4f}", f"{q + 0.4:.4f}", _marked(f"{q + 4 * stated:.4f}", True)) for q, label in ablations.items()],
    )
    lowest = min(
        cells["H before"] for each in recipe.table("table", "9").rows for cells in [_cells(recipe.table("table", "9"), each)]
    )
    yield f"No H of summaries in the paper is below {lowest:.4f}, which models have before any review (table 9)."
    yield ""
    yield "### Algorithm 1 scores a summary that its review branch never made"
    yield ""
    yield "Lines 993 to 1005: `continue` makes S_i of passage T_i, `review` revises S_w of the worst passage T_w. Then,"
    yield "after either, H_i is"
    yield "computed of T_i and S_i. After a review there is no S_i, and the revised S_w gets no score, so the mean of line"
    yield "1011 would miss"
    yield "what reviews gain. `end` leaves the loop before the evaluation, and N passages are divided by all the same."
    yield ""


# MUG


class Detected(NamedTuple):
    """A row of POPE: percent as printed, and what precision and recall make if half of all questions are to be answered yes."""

    label: str
    accuracy: float
    precision: float
    recall: float
    f1: float

    def made_f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall)

    def made_accuracy(self) -> float:
        false = self.recall * (100 - self.precision) / self.precision
        return 50 + (self.recall - false) / 2

    def is_contradictory(self) -> bool:
        return max(abs(self.made_f1() - self.f1), abs(self.made_accuracy() - self.accuracy)) > _MOST_OFF


_MOST_OFF = 0.36  # rows that agree do so to this, in percent points: each figure may be a mean over POPE's three settings


def detected(recipe: Recipe) -> list[Detected]:
    table = recipe.table("table", "1")
    heads = [column.head for column in table.columns][-4:]
    return [Detected(row.label, *(_cells(table, row)[head] for head in heads)) for row in table.rows]


def best_p(better: float, worse: float, questions: int) -> tuple[int, float]:
    """Return the most questions by which two accuracies in percent can differ, and the least p of a one-sided paired t test.

    Kindest is that no question got worse: then the mean of the differences is d/n, and t = sqrt(d (n - 1) / (n - d)).
    """
    most = math.floor((better + _ROUNDED) * questions / 100 - 1e-9)
    least = math.ceil((worse - _ROUNDED) * questions / 100 - 1e-9)
    gained = most - least
    t = math.sqrt(gained * (questions - 1) / (questions - gained))
    return gained, tail(t, questions - 1) / 2


def _mug(recipe: Recipe) -> Iterator[str]:
    rows = detected(recipe)
    odd = [each for each in rows if each.is_contradictory()]
    yield "### POPE's accuracy and F1 contradict its precision and recall"
    yield ""
    yield "POPE is balanced: half of its questions are to be answered yes. With precision p and recall r, F1 = 2pr / (p +"
    yield "r), and of 100 questions r/2 are rightly"
    yield "yes and r/2 (1 - p)/p wrongly, so that accuracy = 50 + r/2 - r/2 (1 - p)/p (in percent). Each figure may be a"
    yield "mean over POPE's three"
    yield f"settings, so {_MOST_OFF:g} is allowed for, by which {len(rows) - len(odd)} of {len(rows)} rows of table 1 agree;"
    yield f"{len(odd)} do not (bold):"
    yield ""
    yield from _table(
        ("row", "precision", "recall", "F1 printed", "F1 by p and r", "accuracy printed", "accuracy by p and r"),
        [
            (
                _marked(each.label, each in odd),
                f"{each.precision:g}",
                f"{each.recall:g}",
                f"{each.f1:.1f}",
                _marked(f"{each.made_f1():.1f}", abs(each.made_f1() - each.f1) > _MOST_OFF),
                f"{each.accuracy:.1f}",
                _marked(f"{each.made_accuracy():.1f}", abs(each.made_accuracy() - each.accuracy) > _MOST_OFF),
            )
            for each in rows
        ],
    )
    yield from _settings(recipe, rows)
    yield "### p < .01 cannot hold for all improvements"
    yield ""
    questions, limit = int(recipe.quoted["mmstar_questions"]), float(recipe.quoted["significance"])
    yield "Table 1 says that improvements over the baselines are significant by a one-sided paired t test with p <"
    yield f"{limit:g}. MMStar has"
    yield f"{questions:,} questions. Where d of n questions became right and none wrong, t = sqrt(d (n - 1) / (n - d)); any"
    yield "question that"
    yield "became wrong makes it smaller. With the most questions that the rounded accuracies allow:"
    yield ""
    yield from _table(
        ("baseline", "its MMStar", "MUG's", "questions at most", "p at least"),
        [
            (row, f"{theirs:.1f}", f"{ours:.1f}", gained, _marked(f"{p:.3f}" if p > 0.001 else "< .001", p >= limit))
            for row, theirs, ours, gained, p in _mmstar(recipe, questions)
        ],
    )
    yield "### Three rounds, or four"
    yield ""
    yield f"The caption of figure 6 has {recipe.quoted['rounds_in_caption_of_figure_6']:g} rounds of the game; the text on"
    yield "it tells how slow the"
    yield f'"{recipe.quoted["rounds_in_text_of_figure_6"]} round" is.'
    yield ""


def _settings(recipe: Recipe, rows: Sequence[Detected]) -> Iterator[str]:
    ours, base = (fmean(map(float, str(recipe.quoted[name]).split(","))) for name in ("pope_settings_mug", "pope_settings_base"))
    mug, alone = (next(each for each in rows if each.label == label) for label in (_mug_label(rows, "Qwen"), "Qwen2.5VL-7B"))
    yield "The text gives three numbers for POPE's settings and calls them accuracy"
    yield f"({recipe.quoted['pope_settings_mug']} beside {recipe.quoted['pope_settings_base']}). Of settings of equal size,"
    yield f"as POPE's are, the means, {ours:.1f} and"
    yield f"{base:.1f}, are not Qwen's accuracies in table 1 ({mug.accuracy:.1f} and {alone.accuracy:.1f}) but nearly its F1"
    yield f"({mug.f1:.1f} and {alone.f1:.1f})."
    yield ""


def _mug_label(rows: Sequence[Detected], model: str) -> str:
    return next(each.label for each in rows if each.label.startswith(model) and "MUG" in each.label)


def _mmstar(recipe: Recipe, questions: int) -> Iterator[tuple[str, float, float, int, float]]:
    table = recipe.table("table", "1")
    rows = {row.label: _cells(table, row)["MMStar Acc."] for row in table.rows}
    for model in ("Qwen2.5VL-7B", "InternVL3-14B"):
        ours = next(number for label, number in rows.items() if label.startswith(model) and "MUG" in label)
        for label, theirs in rows.items():
            if label.startswith(model) and "MUG" not in label:
                yield label, theirs, ours, *best_p(ours, theirs, questions)


# The Woozle effect, and DIGRA


def _debate(recipe: Recipe) -> Iterator[str]:
    yield from _gain(recipe)
    yield from _significance(recipe)
    yield from _sparser(recipe)
    yield from _identity(recipe)


def _gain(recipe: Recipe) -> Iterator[str]:
    claimed = recipe.quoted["gain_over_cot_sc"]
    yield f"### DIGRA over CoT-SC: {claimed} %, or more"
    yield ""
    rows = []
    for number, model in (("2", "Llama"), ("11", "Mistral")):
        table = recipe.table("table", number)
        votes = next(row.label for row in table.rows if row.label.startswith("CoT-SC"))
        ours, theirs = _row(table, "DIGRA"), _row(table, votes)
        means = [fmean(number for head, number in each.items() if head != "Avg.") for each in (ours, theirs)]
        rows.append(
            (
                f"{number}, {model}",
                f"{ours['Avg.']:.1f} - {theirs['Avg.']:.1f} = {ours['Avg.'] - theirs['Avg.']:.1f}",
                f"{means[0]:.2f} - {means[1]:.2f} = {means[0] - means[1]:.2f}",
                f"{means[0] / means[1] - 1:.1%}",
            )
        )
    yield f"Section 4.3, on table 2: DIGRA surpasses CoT-SC by {claimed} % on average."
    yield ""
    yield from _table(("table", "by the printed averages", "by the means of the cells", "relative"), rows)


def _significance(recipe: Recipe) -> Iterator[str]:
    limit = float(recipe.quoted["p_value"])
    yield f"### p < {limit:g} does not hold everywhere"
    yield ""
    yield f"The caption of table 2: better than CoT-SC and MAD with p < {limit:g}. The text names no test. By the printed"
    yield "means and deviations of"
    yield f"{recipe.quoted['seeds']:g} seeds, Welch's test, one-sided, gives (bold: not below). A test paired by question"
    yield "could give less, but needs what is not printed."
    yield ""
    heads = [column.head for column in recipe.table("table", "2").columns[:-1]]
    rows = []
    for number, model in (("2", "Llama"), ("11", "Mistral")):
        for method in [row.label for row in recipe.table("table", number).rows if row.label.startswith(("CoT-SC", "MAD(D=1)"))]:
            found = {head: p_of_digra(number, head, method) for head in heads}
            rows.append((f"{number}, {model}", method, *(_marked(_short(found[head]), found[head] >= limit) for head in heads)))
    yield from _table(("table", "against", *heads), rows)


def _short(p: float) -> str:
    return f"{p:.3f}" if p >= 0.0005 else "< .0005"


def _sparser(recipe: Recipe) -> Iterator[str]:
    yield "### Sparser debates, and who outperforms whom"
    yield ""
    yield "Section 4.3: sparsifying the topology improves debates. Accuracy less that of MAD(D=1), which hears all (bold: lower):"
    yield ""
    rows, ahead = [], []
    for number, model in (("2", "Llama"), ("11", "Mistral")):
        table = recipe.table("table", number)
        full = _row(table, "MAD(D=1)")
        for method in ("MAD(D=1/2)", "MAD(random)", "DIGRA"):
            less = {head: each - full[head] for head, each in _row(table, method).items()}
            rows.append((f"{number}, {model}", method, *(_marked(f"{each:+.1f}", each < -1e-9) for each in less.values())))
        digra = _row(table, "DIGRA")
        for method in ("MAD(D=1)", "MAD(D=1/2)", "MAD(random)"):
            ahead += [(model, method, head, each, digra[head]) for head, each in _row(table, method).items() if each > digra[head]]
    yield from _table(("table", "method", *(column.head for column in recipe.table("table", "2").columns)), rows)
    yield "So half of the edges, and random ones, help on some data sets and cost on others, and cost Mistral more than they"
    yield "give Llama."
    exceptions = ", ".join(
        f"{method} of {model} on {head}, {theirs:.1f} beside {ours:.1f}" for model, method, head, theirs, ours in ahead
    )
    yield f'"DIGRA consistently outperforms MAD" holds but for {exceptions}. In table 11, of which B.4 says'
    yield '"consistent improvements", its lead over MAD(D=1) is within its own deviation on three data sets of five.'
    yield '"Mistral consistently outperforms CoT-SC in MAD" (B.4) holds for MAD(D=1) on all five data sets, and for MAD(D=1/2)'
    yield f"not on {_lower_than_votes(recipe)}."
    yield ""


def _lower_than_votes(recipe: Recipe) -> str:
    table = recipe.table("table", "11")
    votes = next(row.label for row in table.rows if row.label.startswith("CoT-SC"))
    half = _row(table, "MAD(D=1/2)")
    return ", ".join(
        f"{head} ({half[head]:.1f} beside {each:.1f})"
        for head, each in _row(table, votes).items()
        if half[head] < each and head != "Avg."
    )


def _identity(recipe: Recipe) -> Iterator[str]:
    yield "### Accuracy follows from who is misled and who is corrected"
    yield ""
    yield "Of those right in a round, MR are wrong in the next; of those wrong, CR are right. So MA' = MA (1 - MR) + (1 -"
    yield "MA) CR, in tables 6 to 8."
    rows, total = [], 0
    for number in ("6", "7", "8"):
        table = recipe.table("table", number)
        for row in table.rows:
            cells = _cells(table, row)
            first, second = (cells[head] for head in ("MA1", "MA2"))
            misled, corrected = cells["MR2|IMR2"], cells["CR2"]
            made = 100 * implied_accuracy(first / 100, misled / 100, corrected / 100)
            third = [100 * implied_accuracy(each / 100, cells["MR3"] / 100, cells["CR3"] / 100) for each in (second, made)]
            total += 1
            if abs(made - second) > 0.1:
                sum_ = f"{first:g} x {1 - misled / 100:.3f} + {100 - first:g} x {corrected / 100:.3f} = {made:.1f}"
                rows.append((number, row.label, f"{second:.1f}", sum_, f"{cells['MA3']:.1f}", f"{third[0]:.1f}", f"{third[1]:.1f}"))
    yield f"{total - len(rows)} of {total} rows satisfy it to 0.1. The others, with what MA3 follows from the printed MA2"
    yield "and from the one that is implied:"
    yield ""
    yield from _table(
        ("table", "row", "MA2 printed", "MA2 by MA1, MR2, CR2", "MA3 printed", "by the printed MA2", "by the implied"), rows
    )
    yield "Table 1 repeats tables 6 and 8 but for one row, in which the two cannot both be right:"
    yield ""
    yield from _table(("row", "figure", "table 1", "tables 6 and 8"), list(_repeated(recipe)))


def _repeated(recipe: Recipe) -> Iterator[tuple[str, str, str, str]]:
    first = recipe.table("table", "1")
    for row in first.rows:
        cells = _cells(first, row)
        for number, data in (("6", "NQ"), ("8", "TruthfulQA")):
            other = _row(recipe.table("table", number), row.label)
            for figure in ("MA1", "MA2", "MA3", "MR2", "MR3"):
                same = other["MR2|IMR2" if figure == "MR2" else figure]
                if cells[f"{data} {figure}"] != same:
                    yield row.label, f"{data} {figure}", f"{cells[f'{data} {figure}']:g}", f"{same:g}"


# QUACK, and collaborative self-play


def _quack(recipe: Recipe) -> Iterator[str]:
    claimed = float(recipe.quoted["spatial_hallucination"])
    table = recipe.table("summary", "1")
    rates = {row.label: cells["spatial_hallucination_rate"] for row in table.rows if (cells := _cells(table, row))}
    conditions = {label: rate for label, rate in rates.items() if label != "all games"}
    alone = {label: rate for label, rate in conditions.items() if not label.startswith("geese_")}
    yield f"### The strongest agent's {claimed:g} % is everybody's mean"
    yield ""
    yield f"The abstract: even the strongest agent hallucinates {claimed:g} % of its verifiable spatial claims. The"
    yield "release's summaries:"
    yield ""
    yield from _table(
        ("condition", "spatial_hallucination_rate"),
        [(f"`{label}`", f"{rate:.4f}") for label, rate in rates.items()],
    )
    mean = fmean(conditions.values())
    yield f"The mean of the {len(conditions)} conditions is {mean:.4f}, and so is that of all games; no agent alone has it"
    yield f"({', '.join(f'{label} {rate:.4f}' for label, rate in sorted(alone.items(), key=lambda each: each[1]))}), and the"
    yield "two that win most have less."
    yield ""


def _csp(recipe: Recipe) -> Iterator[str]:
    yield "### Action supervision does not always search least"
    yield ""
    yield "The text: action supervision has the lowest search rates. In table 2, where another trained model has a lower one:"
    yield ""
    table = recipe.table("table", "2")
    rows = []
    for column in table.columns:
        if not column.head.startswith("search"):
            continue
        for tool in ("PubMed", "Wiki"):
            found = {label: _row(table, f"{label}, {tool}")[column.head] for label in ("CSP", "CSP-DeAnon", "Act. Sup.")}
            least = min(found, key=found.__getitem__)
            if least != "Act. Sup.":
                rows.append(
                    (tool, column.head.removeprefix("search "), f"{found['Act. Sup.']:.3f}", f"{least}, {found[least]:.3f}")
                )
    yield from _table(("tool", "data", "action supervision", "the least"), rows)
    yield "Its theorems and table 1 hold, and are sharper than stated: [self_play](self_play.md)."
    yield ""


_PAPERS: Sequence[tuple[str, str, Callable[[Recipe], Iterator[str]]]] = (
    ("mas-hq", "MAS-HQ (quest)", _mas_hq),
    ("mug", "MUG (undercover)", _mug),
    ("csp", "Collaborative self-play", _csp),
    ("digra", "The Woozle effect and DIGRA (debate)", _debate),
    ("quack", "QUACK (ship)", _quack),
)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
