"""What the benchmarks search in Quarto (see `boxwood.search.bench` and `boxwood.lab.reports.race`)."""

from boxwood.search.bench import Bench

BENCH = Bench(plies=(5, 6, 7, 8), depth=11)
RACE_DEPTH = 4
