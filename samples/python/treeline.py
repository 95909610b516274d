"""Answers of Treeline as pandas DataFrames. One file: copy it beside your script or notebook.

    import treeline

    slow = treeline.run("imbalance", "run.tldb", top=10)
    slow.attrs["unit"]

Words of the command line are arguments, options are keywords: `--group-by ranks` is `group_by="ranks"`, a flag is
`verbose=True`, an option that is given several times takes a list, and a keyword of Python takes an underscore
(`from_="main/step"`). What a row holds is in docs/reference/json.md.
"""

import json
import os
import shutil
import subprocess
import warnings

import pandas


class Error(RuntimeError):
    """The command failed; the text is the line that it printed."""


class Warning(UserWarning):
    """What the command warned of."""


def run(command, *words, launcher=None, **options):
    """The rows of a command's answer; everything else that it says, such as `metric`, `unit`, `total` and `notes`, is in `attrs`.

    command   as it is typed: "imbalance", "ensemble speedup"
    words     what follows it: paths and patterns such as "runs/*.cali", the text of a query; lists of them too
    launcher  the program `treeline`, if it is not in the environment variable TREELINE, on the PATH or two folders above this file
    """
    line = [launcher or _launcher(), *command.split(), *_texts(words), *_flags(options), "--json"]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    answer = _answer(done)
    for said in done.stderr.splitlines():
        if said.strip():
            warnings.warn(said.removeprefix("warning: "), Warning, stacklevel=2)
    frame = pandas.DataFrame(answer.pop("rows"))
    frame.attrs.update(answer)
    return frame


def _launcher():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "treeline")
    for place in (os.environ.get("TREELINE"), shutil.which("treeline"), beside if os.path.exists(beside) else None):
        if place:
            return place
    raise Error("there is no program 'treeline' on the PATH; name it by run(..., launcher=PATH) or the variable TREELINE")


def _texts(words):
    for word in words:
        if isinstance(word, (list, tuple)):
            yield from _texts(word)
        else:
            yield os.fspath(word)


def _flags(options):
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is True:
                yield flag
            elif each is not None and each is not False:
                yield f"{flag}={each}"


def _answer(done):
    """A comparison that does not pass its gate has an answer and an exit code of its own."""
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        answer = {}
    if done.returncode != 0 and "passes" not in answer:
        said = done.stderr.strip() or f"{done.args[0]} ended with exit code {done.returncode}"
        raise Error(said.splitlines()[0].removeprefix("treeline: "))
    if "rows" not in answer:
        raise Error("this command has no answer in rows: " + " ".join(done.args[1:]))
    return answer
