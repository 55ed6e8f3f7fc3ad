"""What the benchmarks search in Connect Four (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(0, 3, 6, 9, 12), depth=21)
RACE_DEPTH = 6
