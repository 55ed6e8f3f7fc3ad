"""What the benchmarks search in Quoridor (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(0, 4, 8, 12, 20), depth=12)
RACE_DEPTH = 2
