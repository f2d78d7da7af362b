"""See `benchmarks.codebase`."""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext

import benchmarks.codebase as counts
from benchmarks.checkout import ROOT, Checkout, checked_out


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.codebase", description=counts.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--commit", help="count this one, in place of the checkout")
    parser.add_argument("--keep", metavar="COMMIT", help="write the figures that others are compared with")
    options = parser.parse_args()
    if options.keep:
        with checked_out(options.keep) as root:
            kept = counts.baseline(options.keep, root)
        counts.BASELINE.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        return
    with checked_out(options.commit) if options.commit else nullcontext(ROOT) as root:
        checkout = Checkout.read(root)
        for each in counts.codebase(root):
            limit = f", wanted {each.wanted}: {each.verdict(1)}" if each.wanted else ""
            print(f"{each.what}: {each.shown} {each.unit}{limit}")
        print(*counts.details(checkout), sep="\n")


if __name__ == "__main__":
    main()
