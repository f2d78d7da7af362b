"""Mutation tests of all layers: the share of small faults that the tests notice.

    pip install cosmic-ray==8.7.0                                                # its operators make the faults
    python -m benchmarks.mutants --seed 23 --sample 200 --out mutants.json       # continues where the file ends
    python -m benchmarks.mutants --again --out mutants.json                      # tries survivors with the current tests
    python -m benchmarks.mutants --table docs/mutants.json [--docs]              # prints it; --docs writes docs/reliability.md
    python -m benchmarks.mutants --anew OLD.json --out mutants.json              # the same mutants, where their code stands now
    python -m benchmarks.mutants --compare BEFORE.json AFTER.json                # what a change of the code did to the shares

A mutant is one change by one operator at one place: another comparison, a number one higher or lower, `and` for `or`, a condition
negated, a loop that never runs, another exception. The sample is stratified: equally many of each layer (benchmarks/layers.py),
drawn by the seed from all that are possible in it. They are listed one of each layer in turn, so the first N are a sample as well.

A mutant is made in a copy of the checkout, and the tests nearest to its module, without those marked `e2e`, are run until one fails
or a budget of processor time is spent. Tests further away might therefore kill a survivor. A test that fails is run again, alone:
if it passes then, it failed by chance and is left out.

A mutant is kept with the name of its function or class and the lines that it replaces, and is found by them, also if they have
moved (benchmarks/definitions.py).

Left out: types, module constants that are plain numbers, coordinates in drawings of things, `TYPE_CHECKING`, replacements of order
by identity (`==` by `is`), and, for arithmetic, all but one partner of each sign (`+` and `-`, `|` and `&`), as most others only
raise TypeError.

If no test can distinguish a survivor from the original code, the reason is added to the file by hand, as `equivalent`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from itertools import chain, zip_longest
from math import inf
from pathlib import Path
from typing import Any

import pytest

from benchmarks.definitions import Place, find, innermost
from benchmarks.layers import FOLDERS, LAYERS, layer_of

from tests.affected import FOUND_BY_NAME, imports, is_test, module_name, similarity

ROOT = Path(__file__).parents[1]
FIRST, NEXT, MOST = 4, 12, 30  # test files in one run, in two and in all three; each run has to import them
HANG, SPIN = 300, 60  # seconds, of wall-clock time and of a processor, after which a test counts as hanging
NEVER_RAISED = "UnicodeTranslateError"  # replaces a caught exception; cosmic-ray's own name is undefined in the mutated file

_PARTNERS = """Add_Sub Sub_Add Mul_Div Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul BitOr_BitAnd BitAnd_BitOr BitXor_BitOr
    RShift_LShift LShift_RShift"""
_BINARY = frozenset(f"ReplaceBinaryOperator_{pair}" for pair in _PARTNERS.split())
_IDENTITY = frozenset({"ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is"})
_ARITHMETIC = frozenset({"arith_expr", "term", "power", "expr", "xor_expr", "and_expr", "shift_expr"})
_BUILTIN_TYPES = frozenset("None bool bytes dict float frozenset int list object set str tuple type".split())  # noqa: SIM905
_WHOLE = ("tests/test_fingerprints.py", "tests/test_golden.py", "tests/test_conformance.py")  # soon after the nearest
_HEAVY = ("PIL.Image", "aiohttp", "numpy", "orjson", "pydantic", "textual.app", "typer", "yaml")


@dataclass
class Mutant:
    """One change to one function, class or module, as the lines that it replaces, and its outcome.

    Args:
        file: The module where the lines were when the sample was taken.
        definition: The qualified name of the function or class around them in it; empty at the top level of the module.
        line: The first of the lines, counted from 1 in the definition, or in the module.
        outcome: `killed`, `survived`, `gone`, or empty if not yet tried.
        by: The test that failed, or the number of tests that passed.
        since: The test that kills it now, if it survived when the sample was taken: one written since, or one further away.
        equivalent: Why no test can distinguish it from the original code.
    """

    file: str
    definition: str
    line: int
    operator: str
    was: str
    now: str
    outcome: str = ""
    by: str = ""
    since: str = ""
    equivalent: str = ""

    @property
    def is_alive(self) -> bool:
        """True if no test has failed on it, but one could."""
        return self.outcome == "survived" and not (self.since or self.equivalent)

    def applied_to(self, texts: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the file that now has the lines and its text with the change; None if missing, or several are equally near.

        texts: The code by file.
        """
        place = find(self.was, self.definition, Place(self.file, self.line), texts)
        if place is None:
            return None
        lines, at = texts[place.file].splitlines(True), place.line - 1
        return place.file, "".join([*lines[:at], self.now, *lines[at + len(self.was.splitlines()) :]])


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--sample", type=int, default=200, help="divided by the number of layers")
    parser.add_argument("--budget", type=float, default=30, help="seconds of a processor for the tests of one mutant")
    parser.add_argument("--out", type=Path, default=Path("mutants.json"))
    parser.add_argument("--again", action="store_true", help="try what survived with the tests as they are now")
    parser.add_argument("--anew", type=Path, metavar="FILE", help="try the mutants of this file rather than drawing some")
    parser.add_argument("--only", type=int, nargs="+", help="with --again: the numbers of these in the file")
    parser.add_argument("--layer", choices=LAYERS, help="try the mutants of this layer only")
    parser.add_argument("--table", type=Path, help="print what this file holds, and try nothing")
    parser.add_argument("--docs", action="store_true", help="with --table: write it into docs/reliability.md")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"), help="print the differences of two files")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.table or options.compare:
        from benchmarks import mutant_tables  # it loads the code, which must not be loaded where mutants are tried

        mutant_tables.show(options.table, options.compare, is_written=options.docs)
        return 0
    if not options.here:
        return _run_in_copy(options.out.resolve())
    if options.out.exists():
        kept = json.loads(options.out.read_text("utf-8"))
    elif options.anew:
        kept = _take_again(json.loads(options.anew.read_text("utf-8")))
    else:
        kept = _draw_sample(options.seed, options.sample)
    _try_all(kept, options)
    return 0


def _run_in_copy(out: Path) -> int:
    """Run this script again, in a private copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in _git("ls-files", "-co", "--exclude-standard"):
            if (ROOT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name, follow_symlinks=False)
        for entry_points in (ROOT / "src").glob("*.egg-info"):
            shutil.copytree(entry_points, copy / "src" / entry_points.name)
        paths = [str(copy / "src"), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "WOOZLE_COMMIT": _git("rev-parse", "--short", "HEAD")[0]}
        command = [sys.executable, "-m", "benchmarks.mutants", *sys.argv[1:], "--here", "--out", str(out)]
        return subprocess.run(command, cwd=copy, env=environment, check=False).returncode


# the sample


def _draw_sample(seed: int, size: int) -> dict[str, Any]:
    """Draw equally many of the mutants that the operators can make in each layer, one of each layer in turn."""
    every: dict[str, list[tuple[Path, str, int]]] = {layer: [] for layer in LAYERS}
    for path in _modules():
        every[layer_of(str(path.relative_to(ROOT)))] += [(path, name, number) for name, number in _occurrences(path)]
    drawn = [_draw(some, f"{seed} {layer}", size // len(LAYERS)) for layer, some in every.items()]
    return {
        "seed": seed,
        **_today(),
        "possible": sum(map(len, every.values())),
        "of_layers": {layer: len(some) for layer, some in every.items()},
        "mutants": [asdict(each) for each in chain(*zip_longest(*drawn)) if each],
    }


def _take_again(kept: dict[str, Any]) -> dict[str, Any]:
    """Return the same mutants without their outcomes."""
    blank = {"outcome": "", "by": "", "since": ""}
    return {**kept, **_today(), "rounds": [], "mutants": [{**each, **blank} for each in kept["mutants"]]}


def _today() -> dict[str, str]:
    return {"commit": os.environ.get("WOOZLE_COMMIT", ""), "date": time.strftime("%Y-%m-%d", time.gmtime())}


def _draw(some: list[tuple[Path, str, int]], seed: str, size: int) -> list[Mutant]:
    random.Random(seed).shuffle(some)
    mutants: list[Mutant] = []
    for path, name, number in some:
        if len(mutants) == size:
            break
        if mutant := _mutant(path, name, number):
            mutants.append(mutant)
    return mutants


def _modules() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


@cache
def _operators() -> dict[str, Any]:
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    found = {name: provider[name]() for name in provider if not provider[name].arguments()}
    return {name: each for name, each in found.items() if _is_wanted(name)}


def _is_wanted(operator: str) -> bool:
    if operator.startswith("ReplaceBinaryOperator"):
        return operator in _BINARY
    if operator.startswith("ReplaceComparisonOperator"):
        return operator in _IDENTITY or "Is" not in operator.removeprefix("ReplaceComparisonOperator")
    return True


def _occurrences(path: Path) -> Iterator[tuple[str, int]]:
    """Yield each operator with cosmic-ray's number for its place in the file."""
    from cosmic_ray.ast import ast_nodes, get_ast

    nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
    for name, operator in _operators().items():
        number = 0
        for node in nodes:
            for _ in operator.mutation_positions(node):
                if not _is_left_out(node, name, path):
                    yield name, number
                number += 1


def _is_left_out(node: Any, operator: str, path: Path) -> bool:
    if operator.startswith("ReplaceBinaryOperator") and node.parent.type not in _ARITHMETIC:
        return True  # the `*` before keyword arguments
    if (
        {"games", "scenes"} <= {*path.parts}
        and layer_of(str(path.relative_to(ROOT))) == "players"
        and "number" in (node.type, node.type == "factor" and node.children[-1].type)
    ):
        return True
    return _is_in_type(node) or _is_plain_constant(node) or _names_types(node) or "TYPE_CHECKING" in _condition(node, operator)


def _is_in_type(node: Any) -> bool:
    """Return whether a node is part of an annotation; arguments of a call in it, such as `Field(ge=0)`, are not."""
    while node.parent:
        parent, before = node.parent, node.get_previous_sibling()
        if parent.type == "trailer" and parent.children[0] == "(":
            return False
        if parent.type in ("tfpdef", "annassign", "funcdef") and before is not None and before.get_code().strip() in (":", "->"):
            return parent.type != "funcdef" or before.get_code().strip() == "->"
        node = parent
    return False


def _is_plain_constant(node: Any) -> bool:
    """Return whether a node is part of a constant like `LIMIT = 64 * 1024` at the top level of a module."""
    statement = node.search_ancestor("expr_stmt")
    if statement is None or statement.parent.parent is None or statement.parent.parent.type != "file_input":
        return False
    name, _, value = statement.get_code().strip().partition("=")
    is_constant = re.fullmatch(r"_?[A-Z][A-Z\d_, ]*(:.*)?", name.strip())
    return bool(is_constant and re.fullmatch(r"[\d_.e+\-*/ ,()]+", value.partition("#")[0].strip()))


def _names_types(node: Any) -> bool:
    """Return whether a node is the operator in `A | None`, also outside annotations."""
    if node.type != "operator" or node.value != "|":
        return False
    names = [each.get_code().strip().partition("[")[0].rpartition(".")[2] for each in node.parent.children[::2]]
    return any(name in _BUILTIN_TYPES or re.fullmatch(r"[A-Z]+[a-z]\w*", name) for name in names)


def _condition(node: Any, operator: str) -> str:
    return str(node.children[1].get_code()) if operator == "AddNot" and node.type == "if_stmt" else ""


def _mutant(path: Path, operator: str, number: int) -> Mutant | None:
    """Return the change as lines; None if it changes nothing or is not valid Python."""
    from cosmic_ray.mutating import mutate_code

    before = path.read_text("utf-8")
    try:
        after = mutate_code(before, _operators()[operator], number)
    except AttributeError:  # cosmic-ray cannot replace a caught exception that is named with its module
        return None
    after = after and after.replace("CosmicRayTestingException", NEVER_RAISED)
    try:
        if not after or ast.dump(ast.parse(after)) == ast.dump(ast.parse(before)):
            return None
    except SyntaxError:
        return None
    old, new = before.splitlines(True), after.splitlines(True)
    start = next(at for at, (one, other) in enumerate(zip([*old, ""], [*new, ""], strict=False)) if one != other)
    same = 0
    while same < min(len(old), len(new)) - start and old[-1 - same] == new[-1 - same]:
        same += 1
    end = len(old) - same
    around = innermost(before, start + 1, end)
    line = start + 2 - around.first
    was, now = "".join(old[start:end]), "".join(new[start : len(new) - same])
    return Mutant(str(path.relative_to(ROOT)), around.name, line, operator, was, now)


# the tests


def nearest_tests(file: str) -> list[str]:
    """Return the test files for a module: those in the matching folders first, then those that import it most directly.

    Of equals, those come first that mention it most often: tests of screens import the app and open screens by keys.
    """
    modules, tests = _imports(*FOLDERS), _imports("tests")
    distance: dict[str, int] = {}
    reached = {file}
    for steps in range(4):
        names = {module_name(each) for each in reached}
        helpers = {test for test, imported in tests.items() if not is_test(test) and names & imported}
        names |= {module_name(each) for each in helpers}
        for test, imported in tests.items():
            if is_test(test) and names & imported:
                distance.setdefault(test, steps)
        reached |= {module for module, imported in modules.items() if names & imported}
    by_name = [test for pattern, some in FOUND_BY_NAME.items() if fnmatch(file, pattern) for test in some]
    distance |= dict.fromkeys(by_name, 0)
    mirrored = f"tests/{Path(file).parent}/"
    near = {test for test in tests if is_test(test) and (test in distance or test.startswith(mirrored))}
    found = sorted(near, key=lambda test: (-similarity(file, test), distance.get(test, 9), -_mentions(test, Path(file).stem), test))
    whole = [test for test in _WHOLE if test in found or "games" in Path(file).parts]
    rest = [test for test in found if test not in whole]
    return [*rest[:FIRST], *whole, *rest[FIRST : MOST - len(whole)]]


@cache
def _mentions(test: str, stem: str) -> int:
    return (ROOT / test).read_text("utf-8").lower().count(stem)


@cache
def _imports(*folders: str) -> dict[str, set[str]]:
    return {str(path.relative_to(ROOT)): imports(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))}


class Watch:
    """A pytest plugin that notes which test runs and which fails, and stops when the budget is spent."""

    def __init__(self, log: Path, budget: float) -> None:
        self._log, self._budget = log, budget

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        _limit_time()
        self._note("began", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._note("failed", report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note("failed", report.nodeid)

    def pytest_runtest_logfinish(self) -> None:
        if time.process_time() > self._budget:
            self._session.shouldstop = "budget spent"

    def _note(self, what: str, nodeid: str) -> None:
        with self._log.open("a", encoding="utf-8") as log:
            log.write(f"{what} {nodeid}\n")


def run_tests(tests: Iterable[str], *words: str, budget: float) -> tuple[str, list[str], int]:
    """Run tests in a process forked from this one, which has already loaded heavy libraries.

    Returns an error other than a failed test (a crash, a hang, a conftest that cannot be imported), the failed tests, and the
    number of tests that ran.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        log.touch()
        pid = os.fork()
        if not pid:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            _limit_time()
            output = os.open(Path(folder) / "output", os.O_WRONLY | os.O_CREAT)
            os.dup2(output, 1)
            os.dup2(output, 2)
            how = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-m", "not e2e", "--snapshot-warn-unused")
            os._exit(pytest.main([*tests, *words, *how], [Watch(log, budget)]))
        try:
            _, status = os.waitpid(pid, 0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)  # processes that tests have left behind
        lines = log.read_text("utf-8").splitlines()
        failed = [line.removeprefix("failed ") for line in lines if line.startswith("failed ")]
        ran = sum(line.startswith("began ") for line in lines)
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            how = "hung" if number in (signal.SIGALRM, signal.SIGPROF) else f"ended by signal {number}"
            return f"{how}: {lines[-1].removeprefix('began ') if lines else 'while it was imported'}", failed, ran
        if not failed and os.WEXITSTATUS(status) not in (0, 2, 5):
            return f"pytest ended with {os.WEXITSTATUS(status)}", failed, ran
        return "", failed, ran


def _limit_time() -> None:
    """End this process by a signal if it is still at the same test when its time is over."""
    signal.alarm(HANG)
    signal.setitimer(signal.ITIMER_PROF, SPIN)


def _try_all(kept: dict[str, Any], options: argparse.Namespace) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which undoes the change
    for name in _HEAVY:
        import_module(name)
    for number, each in enumerate(kept["mutants"]):
        mutant = Mutant(**each)
        if (options.only and number not in options.only) or options.layer not in (None, layer_of(mutant.file)):
            continue
        if mutant.outcome and not (options.again and mutant.is_alive):
            continue
        began = time.monotonic()
        outcome, by = _try_mutant(mutant, number, options.budget)
        if not mutant.outcome:
            each.update(outcome=outcome, by=by)
        elif outcome == "killed":
            each.update(since=by)
        options.out.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"{number} {mutant.file}:{mutant.line} {outcome} {by} ({time.monotonic() - began:.0f} s)", flush=True)
    _check_killers(kept)
    options.out.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _try_mutant(mutant: Mutant, number: int, budget: float) -> tuple[str, str]:
    """Make the change, run the tests, undo it."""
    changed = mutant.applied_to({str(path.relative_to(ROOT)): path.read_text("utf-8") for path in _modules()})
    if changed is None:
        return "gone", "the code reads otherwise now"
    file, text = changed
    path = ROOT / file
    before, stat = path.read_text("utf-8"), path.stat()
    try:
        path.write_text(text, "utf-8")
        os.utime(path, (stat.st_mtime, stat.st_mtime + number + 1))  # bytecode is matched by the file's second
        return _run_rings(nearest_tests(file), budget)
    finally:
        path.write_text(before, "utf-8")
        os.utime(path, (stat.st_atime, stat.st_mtime))


def _run_rings(tests: list[str], budget: float) -> tuple[str, str]:
    """Run the tests, nearest first, until one fails twice or the budget is spent; return the outcome and the test."""
    passed, until = 0, _spent() + budget
    by_chance: list[str] = []
    waiting = [ring for ring in (tests[:FIRST], tests[FIRST:NEXT], tests[NEXT:]) if ring]
    while waiting and (left := until - _spent()) > 0:
        error, failed, ran = run_tests(waiting[0], "-x", *(f"--deselect={test}" for test in by_chance), budget=left)
        if not error and not failed:
            passed += ran
            del waiting[0]
            continue
        test = failed[0] if failed else error.partition(": ")[2]
        if "::" not in test or test in by_chance or any(run_tests([test], budget=inf)[:2]):
            return "killed", error or test
        by_chance.append(test)
    return "survived", f"{passed} tests"


def _spent() -> float:
    """Return the seconds of processors that the tests have taken so far."""
    return os.times().children_user + os.times().children_system


def _check_killers(kept: dict[str, Any]) -> None:
    """Run each test that killed a mutant on the original code: if it fails there too, the mutant must be tried again."""
    killers = sorted({each["by"] for each in kept["mutants"] if each["outcome"] == "killed" and "::" in each.get("by", "")})
    killers = [test for test in killers if not test.startswith(("hung", "ended"))]
    error, failed, ran = run_tests(killers, budget=inf)
    print(error, f"{ran} tests that killed mutants were run on the code as it is; {len(failed)} failed: {', '.join(failed)}")
    for each in kept["mutants"]:
        if each.get("by") in failed:
            each.update(outcome="", by="")


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
