"""Machine code of kernels: small ones are contained in their callers, large ones are called.

Numba copies everything that a kernel calls, directly or not, into its machine code and optimises it
there once more, so that the rules of a game would be compiled dozens of times. LLVM merges only
short functions into their callers anyway; so a larger one is compiled once, and its callers find it
by its name. That name must be the same in every process, since each may have compiled one of them.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.itanium_mangler import mangle

from atlantis_games.kernels.cache import cache_folder

MAX_CONTAINED = 300  # lines of LLVM's code; with fewer, random play gets slower by a sixth


class Entry(NamedTuple):
    """A version of a kernel that others call; a kernel from the cache loads what it calls."""

    module: str
    name: str
    arguments: tuple[Any, ...]  # their types
    symbol: str

    def __call__(self) -> None:
        """Loads the version, or compiles it if it is not kept."""
        kernel = getattr(importlib.import_module(self.module), self.name)
        kernel.inner.compile(self.arguments)
        if kernel.inner.overloads[self.arguments].fndesc.llvm_func_name != self.symbol:
            raise OSError(f"{self.name} is not the version that was called")  # so compile again


def note_entry(compiled: Any, function: Callable[..., Any]) -> None:
    """Notes what a kernel needs and how others call it, unless they are to contain it."""
    compiled.library._reload_init.update(compiled.reload_init)  # which Numba forgets in its cache
    description = compiled.fndesc
    if not description.inline and function.__qualname__ == function.__name__:
        compiled.library.entry = Entry(
            function.__module__,
            function.__name__,
            tuple(compiled.signature.args),
            description.llvm_func_name,
        )


def is_called(library: Any) -> bool:
    """Whether callers of a kernel call it, instead of containing it."""
    entry = getattr(library, "entry", None)
    if entry is None:
        return False
    if not hasattr(library, "is_large"):  # writing the code takes long
        code = str(library._get_module_for_linking().get_function(entry.symbol))
        library.is_large = code.count("\n") > MAX_CONTAINED
    return bool(library.is_large)


class KernelCode(JITCodeLibrary):
    """The machine code of one kernel."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Tidies up functions as Numba does, but with one list of passes for all of them."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Optimises once, or as Numba does where objects are counted, to count fewer of them."""
        if any(function.name == "NRT_incref" for function in self._final_module.functions):
            super()._optimize_final_module()
        else:
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)

    def finalize(self) -> None:
        """Takes in the small kernels that it calls, and loads the large ones with it."""
        called = [library for library in self._linking_libraries if is_called(library)]
        self._reload_init.update(library.entry for library in called)
        self._linking_libraries = [
            library for library in self._linking_libraries if library not in called
        ]
        super().finalize()


def symbol(name: str, kinds: tuple[Any, ...], *, abi_tags: Any = (), uid: Any = None) -> str:
    """The name of a version of a kernel in machine code.

    Numba would spell out all types of arguments, with numbers that differ between processes.
    """
    written = hashlib.sha256(repr(tuple(map(str, kinds))).encode()).hexdigest()[:16]
    whole = mangle(name, (), abi_tags=abi_tags, uid=f"{uid}_{written}")
    return str(whole)


class KernelCompiler(Compiler):
    """Compiles a kernel under a name that depends on its sources and its types only."""

    def _compile_bytecode(self) -> Any:
        """Compiles the function that Numba has taken apart."""
        identity = self.state.func_id
        identity.unique_id = f"{folder_of(identity.func).name[-16:]}_{identity.firstlineno}"
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        library = KernelCode(self.state.targetctx.codegen(), identity.func_qualname)
        library.enable_object_caching()
        self.state.library = library
        self.state.targetctx = self.state.targetctx.subtarget()
        self.state.targetctx.mangler = symbol
        return super()._compile_bytecode()


def folder_of(function: Callable[..., Any]) -> Path:
    """Where a kernel is kept, under a name that tells all of its sources."""
    bound_files = function.__globals__.get("bound_files", ())  # see loader.py
    return cache_folder(Path(function.__code__.co_filename), *bound_files)
