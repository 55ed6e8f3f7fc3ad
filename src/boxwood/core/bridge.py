"""The only magic in Boxwood: one source, run interpreted or compiled.

    @dual
    def has_four(stones: int) -> bool: ...

    @dual
    class ConnectFour(NamedTuple):
        own: int
        def play(self, move: int) -> "ConnectFour": ...

`dual` gives back what it gets: called from Python, both are ordinary Python that a debugger steps
through.  After `activate()` has loaded Numba, compiled code may call them too: `state.play(move)`
is then resolved from the type of `state` when the caller is compiled, so that one generic search
is specialised for each game like a C++ template, and everything inlines.

A method of one name has the same parameters in every class; `dual` refuses anything else.
"""

import inspect
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, Protocol, TypeVar

from boxwood.core.errors import ContractError

T = TypeVar("T")


class Buffer(Protocol):
    """Where moves are written: a list for the interpreter, raw memory for compiled code."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class Table(tuple[int, ...]):
    """A tuple of constants that compiled code reads as fast as a C array (no bounds check)."""


_declared: list[Any] = []  # every dual function and class, in order
_active = False
_signatures: dict[str, tuple[tuple[str, ...], str]] = {}  # method -> parameters, first class


def dual(thing: T) -> T:
    """Let compiled code call this function, or the methods of this NamedTuple class."""
    if isinstance(thing, type):
        _check_signatures(thing)
    _declared.append(thing)
    if _active:
        _install(thing)
    return thing


def recursive(function: T) -> T:
    """Like `dual`, for a function that calls itself (and no other that calls it back)."""
    _declared.append(_Recursive(function))
    if _active:
        _install(_declared[-1])
    return function


@dataclass(frozen=True)
class _Recursive:
    function: Any


class Memory:
    """Interpreted code's stand-in for raw memory: a list from some place on."""

    def __init__(self, values: list[int], start: int = 0) -> None:
        self._values, self._start = values, start

    def __getitem__(self, index: int) -> int:
        return self._values[self._start + index]

    def __setitem__(self, index: int, value: int) -> None:
        self._values[self._start + index] = value

    def further(self, count: int) -> "Memory":
        return Memory(self._values, self._start + count)


def methods_of(cls: type) -> dict[str, Callable[..., Any]]:
    """The plain public methods that a class defines itself."""
    return {
        name: function
        for name, function in vars(cls).items()
        if inspect.isfunction(function) and not name.startswith("_")
    }


def _check_signatures(cls: type) -> None:
    for name, function in methods_of(cls).items():
        parameters = tuple(inspect.signature(function).parameters)
        known, owner = _signatures.setdefault(name, (parameters, cls.__name__))
        if known != parameters:
            raise ContractError(
                f"{where(cls, name)}: parameters are ({', '.join(parameters)}), "
                f"but {owner}.{name} and so every game takes ({', '.join(known)})"
            )


def where(cls: type, method: str) -> str:
    """`Dodgem.play (dodgem.py, line 31)`, for error messages."""
    function = getattr(cls, method, None)
    code = getattr(function, "__code__", None)
    if code is None:
        return f"{cls.__name__}.{method}"
    file = code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{cls.__name__}.{method} ({file}, line {code.co_firstlineno})"


def pointer(array: Any) -> Any:
    """The memory of an int64 array, as compiled code likes it; interpreted: the array itself."""
    return array


def advance(memory: Any, count: int) -> Any:
    """The same memory, `count` places further on."""
    return memory.further(count)


def prefetch(memory: Any, index: int) -> None:
    """Let the processor fetch what will soon be read; it has no effect otherwise."""


def _load_numba_without_scipy() -> None:
    """Numba loads SciPy, if it is there, for products of matrices, and takes half a second over it: no game has any."""
    hidden = {"scipy", "scipy.linalg"} - set(sys.modules)  # whoever has loaded them already has paid for it
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None makes importing them fail
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]


def activate() -> None:
    """Load Numba and make everything declared so far, and from now on, callable when compiled."""
    global _active
    if _active:
        return
    _load_numba_without_scipy()
    from boxwood.core import intrinsics

    intrinsics.install()
    _active = True
    for name, operation in _OPERATORS.items():
        _install_operator(name, operation)
    for thing in _declared:
        _install(thing)


_installed_methods: set[str] = set()


def _install(thing: Any) -> None:
    from numba.extending import overload, register_jitable

    if isinstance(thing, _Recursive):
        overload(thing.function, strict=False)(lambda *arguments: _self_calling(thing.function))
        return
    if not isinstance(thing, type):
        register_jitable(forceinline=True)(thing)
        return
    for name, function in methods_of(thing).items():
        if name not in _installed_methods:
            _installed_methods.add(name)
            _install_method(name, inspect.signature(function))


@cache
def _self_calling(function: Any) -> Any:
    """A call of a copy of the function in which its own name means its compiled self."""
    from numba import njit

    names = dict(function.__globals__)
    copy = FunctionType(function.__code__, names, function.__name__)
    copy.__module__ = function.__module__
    compiled = names[function.__name__] = njit(copy)
    parameters = ", ".join(inspect.signature(function).parameters)
    return eval(f"lambda {parameters}: compiled({parameters})", {"compiled": compiled})


def _install_method(name: str, signature: inspect.Signature) -> None:
    from numba import types
    from numba.core.typing.templates import infer_getattr, make_overload_method_template
    from numba.extending import overload

    def resolve(self: Any, *arguments: Any) -> Any:
        return _bare(getattr(self.instance_class, name, None))

    resolve.__name__ = name
    resolve.__signature__ = _bare_signature(signature)  # type: ignore[attr-defined]
    settings = {"jit_options": {"forceinline": True}}
    template = make_overload_method_template(types.BaseNamedTuple, name, resolve, inline="never", **settings)

    # What `overload_method` does, but for this: Numba looks for methods before fields, and where another
    # class has a field of this name, it must stay one.
    class Method(template):  # type: ignore[misc, valid-type]
        def _resolve(self, kind: Any, attribute: str) -> Any:
            return None if attribute in kind.fields else super()._resolve(kind, attribute)

    infer_getattr(Method)
    overload(resolve, **settings)(resolve)


_OPERATORS = {"__and__": operator.and_, "__or__": operator.or_, "__sub__": operator.sub}


def _install_operator(name: str, operation: Callable[..., Any]) -> None:
    """Let compiled code write `a | b` where the class of `a` defines `__or__`: a set in several words."""
    from numba.extending import overload

    overload(operation, jit_options={"forceinline": True})(
        lambda self, other: _bare(getattr(getattr(self, "instance_class", None), name, None))
    )


@cache
def _bare(function: Any) -> Any:
    """The function without annotations: Numba compares whole signatures, and ours differ in them."""
    if function is None:
        return None
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, None, function.__closure__)
    copy.__module__ = function.__module__
    return copy


def _bare_signature(signature: inspect.Signature) -> inspect.Signature:
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    return signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)


def at(address: int) -> Any:
    """The memory at an address, for compiled code only: keeps pointers in a record."""
    raise TypeError("addresses mean nothing to interpreted code")
