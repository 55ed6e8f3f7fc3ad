"""Sets of cells as the bits of one integer, and the few operations they need.

A word holds at most 63 bits, so that it stays positive both as a Python int and as a compiled
int64.  Where a shift may overflow, mask with `WORD`; where a product may, use `multiply_add`.
"""

from collections.abc import Iterator

from boxwood.core.bridge import dual

WORD = (1 << 63) - 1


def popcount(bits: int) -> int:
    """How many bits are set.  (Compiled: one instruction, see `bridge`.)"""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest set bit; `bits` must not be 0.  (Compiled: one instruction.)"""
    return (bits & -bits).bit_length() - 1


def each_bit(bits: int) -> Iterator[int]:
    """The indices of the set bits, lowest first.  For interpreted code only."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def multiply_add(a: int, b: int, c: int) -> int:
    """a * b + c modulo 2**63.

    Compiled, a plain product or sum must not overflow: LLVM takes it for impossible, concludes that the
    number is positive anyway and drops the mask.
    """
    return (a * b + c) & WORD


@dual
def next_random(seed: int) -> int:
    """The next number of a 63-bit linear congruential generator (Knuth's MMIX constants)."""
    return multiply_add(seed, 6364136223846793005, 1442695040888963407)


@dual
def pick(seed: int, count: int) -> int:
    """A number below `count`, from the better upper bits of `seed`."""
    return ((seed >> 31) * count) >> 32


def zobrist(count: int, name: str) -> tuple[int, ...]:
    """`count` fixed random 63-bit numbers, different for each `name`, for hash keys of positions."""
    seed = 0
    numbers: list[int] = []
    for letter in name:  # every letter must reach the upper bits
        seed = next_random(seed ^ ord(letter))
    for _ in range(2 * count + 8):
        seed = next_random(seed)
        numbers.append(seed)
    upper, lower = numbers[8::2], numbers[9::2]
    return tuple((a >> 31 << 31) ^ (b >> 31) for a, b in zip(upper, lower, strict=True))
