"""Records the time that a Python program spends in its regions, on every rank and thread.

    import treeline

    treeline.start("out")

    @treeline.recorded
    def solve():
        for i in treeline.loop("step", range(100)):
            with treeline.event("sweep"):
                ...

The recording is written at the end of the program, at MPI_Finalize or by close().

The module needs the shared library libtreeline.so, which `make` builds. Programs that use mpi4py need
libtreeline-mpi.so, which `make mpi` builds. The library is searched for in this order: the path in
TREELINE_LIBRARY, the folder of this file, the folders of `make` and `make install`, the system.
"""

import contextlib
import ctypes
import functools
import os
import sys

_EACH, _SUM, _LOCAL = 1, 2, 4

_library = None


def _candidates(name):
    here = os.path.dirname(os.path.abspath(__file__))
    named = os.environ.get("TREELINE_LIBRARY")
    if named:
        return [named]
    folders = (".", os.path.join("..", "target"), os.path.join("..", "..", "lib"))
    found = [os.path.join(here, folder, name) for folder in folders]
    return [path for path in found if os.path.exists(path)] + [name, name + ".0"]


def _uses_mpi():
    mpi = sys.modules.get("mpi4py.MPI")
    return mpi is not None and mpi.Is_initialized() and not mpi.Is_finalized()


def _open_library(with_mpi):
    """Opens the library: the preloaded one if there is one, or a file."""
    preloaded = ctypes.CDLL(None)
    if hasattr(preloaded, "treeline_start"):
        return preloaded
    name = "libtreeline-mpi.so" if with_mpi else "libtreeline.so"
    paths = _candidates(name)
    for path in paths:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(path)
    raise ImportError(
        f"treeline: cannot load {paths[0]}; build it with make"
        f"{' mpi' if with_mpi else ''}, or set TREELINE_LIBRARY"
    )


def _declare(library):
    string, number, integer = ctypes.c_char_p, ctypes.c_double, ctypes.c_int
    event, path = ctypes.c_uint64, ctypes.c_void_p
    for name, result, arguments in (
        ("get_state", integer, ()),
        ("option", integer, (string, string)),
        ("metric", integer, (string, string, string)),
        ("label", integer, (string,)),
        ("start", integer, (string,)),
        ("close", None, ()),
        ("begin_event", event, (string, ctypes.c_uint, ctypes.c_int64)),
        ("end_event", None, (event,)),
        ("add", None, (string, number)),
        ("put", None, (string, string)),
        ("pause", None, ()),
        ("resume", None, ()),
        ("here", path, ()),
        ("attach", None, (path,)),
        ("detach", None, ()),
    ):
        function = getattr(library, "treeline_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


def _recorder(with_mpi=None):
    global _library
    if _library is None:
        _library = _declare(_open_library(_uses_mpi() if with_mpi is None else with_mpi))
    return _library


def option(name, value):
    """Sets an option before the start, such as "snapshot-interval" or "metadata.KEY"."""
    if _recorder().treeline_option(name.encode(), str(value).encode()) != 0:
        raise ValueError(
            f"treeline: unknown option '{name}', invalid value '{value}',"
            " or recording already started"
        )


def metric(name, unit="", scope="exclusive"):
    """Declares a numeric metric, before the start."""
    if _recorder().treeline_metric(name.encode(), unit.encode(), scope.encode()) != 0:
        raise ValueError(
            f"treeline: cannot declare '{name}' ('{unit}', {scope}):"
            " invalid, or recording already started"
        )


def label(name):
    """Declares a label of call paths, before the start."""
    if _recorder().treeline_label(name.encode()) != 0:
        raise ValueError(
            f"treeline: cannot declare '{name}': invalid, or recording already started"
        )


def start(output=None, comm=None):
    """Starts recording into a folder; returns whether a recording is under way.

    With mpi4py, import MPI first and call this function on all ranks of MPI_COMM_WORLD. If something
    other than mpi4py initialises MPI, pass a communicator: any value selects the MPI library.
    """
    recorder = _recorder(None if comm is None else True)
    if recorder.treeline_get_state() == 1:
        return True  # preloading has started it
    folder = None if output is None else os.fsencode(output)
    return recorder.treeline_start(folder) == 0


def close():
    """Ends the recording and writes it; under MPI all ranks call it."""
    _recorder().treeline_close()


class event:
    """A context manager that records a block as an event: with event("solve"): ...

    In a loop, each=i stores one value per iteration and sum=i the sum over all iterations. local=True
    marks an event that not all ranks have.
    """

    __slots__ = ("_name", "_kind", "_iteration", "_event")

    def __init__(self, name, each=None, sum=None, local=False):
        self._name = name.encode()
        self._kind = _EACH if each is not None else _SUM if sum is not None else 0
        self._kind |= _LOCAL if local else 0
        self._iteration = each if each is not None else sum if sum is not None else 0
        self._event = 0

    def __enter__(self):
        recorder = _recorder()
        if recorder.treeline_get_state() != 0:
            self._event = recorder.treeline_begin_event(self._name, self._kind, self._iteration)
        return self

    def __exit__(self, *_):
        if self._event != 0:
            _recorder().treeline_end_event(self._event)
        self._event = 0
        return False

    def add(self, name, value):
        """Adds to a declared metric. This event must be the innermost one."""
        if self._event != 0:
            _recorder().treeline_add(name.encode(), float(value))

    def put(self, name, text):
        """Sets a declared label. This event must be the innermost one."""
        if self._event != 0:
            _recorder().treeline_put(name.encode(), str(text).encode())


def recorded(function=None, *, name=None):
    """A decorator that records each call as an event, named after the function by default."""
    if function is None:
        return functools.partial(recorded, name=name)
    event_name = name or function.__name__

    @functools.wraps(function)
    def around(*arguments, **named):
        with event(event_name):
            return function(*arguments, **named)

    return around


def loop(name, items, keep=True):
    """Yields the items, each inside an event; stores one value per iteration, or their sum."""
    for i, item in enumerate(items):
        with event(name, each=i) if keep else event(name, sum=i):
            yield item


@contextlib.contextmanager
def paused():
    """Omits the events that begin in the block."""
    _recorder().treeline_pause()
    try:
        yield
    finally:
        _recorder().treeline_resume()


def here():
    """The current call path of this thread, for below() on another thread."""
    return _recorder().treeline_here()


@contextlib.contextmanager
def below(path):
    """In the block, events of this thread become children of a path of another thread."""
    _recorder().treeline_attach(path)
    try:
        yield
    finally:
        _recorder().treeline_detach()
