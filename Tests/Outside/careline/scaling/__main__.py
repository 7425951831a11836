"""scale [keep [FILE]|print|write]: what docs/scaling.md is made of.

    keep [FILE]   takes the costs of a run of `make bench` (.careline/bench.jsonl) into careline/scaling/measured.jsonl, and writes the page
    print         the tables, on the terminal (without a word, too)
    write         the tables into docs/scaling.md

The workload is workload.toml beside this; CARE_WORKLOAD names another one."""

import os
import sys
from pathlib import Path

from careline.scaling import demand, measured, tables

os.chdir(Path(__file__).resolve().parents[4])


def main(words: list[str]) -> int:
    verb, *rest = words or ["print"]
    if verb not in ("keep", "print", "write") or len(rest) > (verb == "keep"):
        print(__doc__, file=sys.stderr)
        return 64
    if verb == "keep":
        for name in measured.keep(Path(rest[0] if rest else ".careline/bench.jsonl")):
            print(f"kept: {name}")
    figures = measured.Measured()
    assumed = demand.workload(Path(os.environ["CARE_WORKLOAD"])) if "CARE_WORKLOAD" in os.environ else demand.workload()
    if verb == "print":
        for name in tables.TABLES:
            print(f"## {name}\n\n{tables.made(name, figures, assumed)}\n")
    else:
        tables.PAGE.write_text(tables.filled(tables.PAGE.read_text(), figures, assumed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
