"""What the benchmarks search in Pylos (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(2, 4, 6, 8, 10, 12, 14, 16), depth=15)
RACE_DEPTH = 4
