"""What the benchmarks search in Abalone (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(0, 10, 20, 30), depth=11)
RACE_DEPTH = 3
