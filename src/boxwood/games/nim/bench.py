"""What the benchmarks search in Nim (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(0, 2, 4), depth=12)
RACE_DEPTH = 9
