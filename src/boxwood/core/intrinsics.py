"""The handful of machine instructions and memory accesses that compiled code needs from LLVM."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_model,
    typeof_impl,
)

from boxwood.core import bits, bridge

I64 = ir.IntType(64)


@intrinsic
def _popcount(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(typing: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _multiply_add(typing: Any, a: Any, b: Any, c: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        wrapped = builder.add(builder.mul(args[0], args[1]), args[2])  # without Numba's `nsw`
        return builder.and_(wrapped, ir.Constant(I64, bits.WORD))

    return types.int64(types.int64, types.int64, types.int64), generate


@intrinsic
def _pointer(typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic
def _advance(typing: Any, memory: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return memory(memory, types.int64), generate


@intrinsic
def _prefetch(typing: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        address = builder.gep(args[0], [args[1]])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        for_reading, in_all_caches, of_data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [address, for_reading, in_all_caches, of_data])
        return context.get_dummy_value()

    return types.void(memory, types.int64), generate


@intrinsic
def _at(typing: Any, address: Any) -> Any:
    memory = types.CPointer(types.int64)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(memory))

    return memory(types.int64), generate


class TableType(types.Type):
    """The compiled type of a `bridge.Table`: a pointer to constant memory."""

    def __init__(self, table: bridge.Table) -> None:
        super().__init__(name=f"Table({len(table)}, {hash(table)})")


@register_model(TableType)
class _TableModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.PointerType(I64))


@lower_constant(TableType)
def _table_constant(context: Any, builder: Any, kind: Any, table: bridge.Table) -> Any:
    array = ir.ArrayType(I64, len(table))
    constant = ir.GlobalVariable(builder.module, array, name=builder.module.get_unique_name("boxwood.table"))
    constant.global_constant = True
    constant.linkage = "internal"
    constant.initializer = ir.Constant(array, [ir.Constant(I64, value) for value in table])
    return builder.bitcast(constant, ir.PointerType(I64))


@infer_global(operator.getitem)
class _TableItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], TableType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@lower_builtin(operator.getitem, TableType, types.int64)
def _table_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(builder.gep(args[0], [args[1]]))


_installed = False


def install() -> None:
    """Tell Numba what the plain Python functions mean in compiled code."""
    global _installed
    if _installed:
        return
    _installed = True
    typeof_impl.register(bridge.Table)(lambda table, context: TableType(table))
    overload(bits.popcount)(lambda bits: lambda bits: _popcount(bits))
    overload(bits.lowest)(lambda bits: lambda bits: _lowest(bits))
    overload(bits.multiply_add)(lambda a, b, c: lambda a, b, c: _multiply_add(a, b, c))
    overload(bridge.pointer)(lambda array: lambda array: _pointer(array))
    overload(bridge.advance)(lambda memory, count: lambda memory, count: _advance(memory, count))
    overload(bridge.prefetch)(lambda memory, index: lambda memory, index: _prefetch(memory, index))
    overload(bridge.at)(lambda address: lambda address: _at(address))
