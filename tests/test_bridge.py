"""The bridge between plain Python and compiled code."""

from typing import NamedTuple

from numba import njit

from boxwood.core.bridge import activate, dual


@dual
class Door(NamedTuple):
    hinge: int

    def opened(self) -> int:
        return self.hinge + 1


@dual
class Shop(NamedTuple):
    opened: int  # a field with the name of another class's method

    def year(self) -> int:
        return self.opened


def test_compiled_code_calls_the_methods_of_a_class():
    activate()
    assert njit(lambda door: door.opened())(Door(2)) == Door(2).opened() == 3


def test_a_field_may_have_the_name_of_another_classs_method():
    activate()
    assert njit(lambda shop: shop.year())(Shop(1890)) == Shop(1890).year() == 1890
    assert njit(lambda door: door.opened())(Door(2)) == 3
