"""Runs notebooks and keeps, or compares, what their cells say. Started by the script 'run' beside it."""

import difflib
import os
import pathlib
import re
import sys
import tempfile

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = pathlib.Path(__file__).resolve().parent

# A cell with this tag says something else each time; it has to run, and that is all.
VARIES = "varies"

# How long one cell may take, and a kernel to start, in seconds. Machines of tests are slow.
CELL_LIMIT = 300
START_LIMIT = 300


def named(name):
    """The notebook that is so called here, or else in the folder of this file."""
    return pathlib.Path(name) if os.path.exists(name) else HERE / name


def run(file):
    """The notebook with new outputs."""
    notebook = nbformat.read(file, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            kernel_name="treeline",
            timeout=CELL_LIMIT,
            startup_timeout=START_LIMIT,
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute()
    # The version of Java is no result.
    notebook.metadata["language_info"] = {"name": "java", "file_extension": ".java", "mimetype": "text/x-java"}
    return notebook


def text_of(output):
    """What an output says, without styles and scripts, which are the same everywhere."""
    if output.output_type == "stream":
        return "".join(output.text)
    data = output.get("data", {})
    parts = []
    for kind in sorted(data):
        text = "".join(data[kind])
        if kind == "text/html":
            text = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.DOTALL)
        parts.append(f"[{kind}]\n{text}")
    return "\n".join(parts)


def results(cell):
    return "\n".join(text_of(output) for output in cell.get("outputs", []))


def differences(stored, now):
    """One text per cell that says something else than before."""
    for number, (before, after) in enumerate(zip(stored.cells, now.cells), 1):
        if VARIES in before.metadata.get("tags", []) or results(before) == results(after):
            continue
        lines = difflib.unified_diff(
            results(before).splitlines(), results(after).splitlines(), "stored", "now", lineterm="", n=1
        )
        first = before.source.splitlines()[0] if before.source else ""
        yield f"cell {number} ({first}):\n" + "\n".join(line[:300] for line in list(lines)[:40])


def failure(error):
    """Without the colours of terminals."""
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def main(arguments):
    check = "--check" in arguments
    files = [named(name) for name in arguments if name != "--check"] or sorted(HERE.glob("*.ipynb"))
    # Pages that ask their kernel would name its port.
    os.environ["TREELINE_NOTEBOOK_STATIC"] = "yes"
    bad = 0
    differ = False
    for file in files:
        try:
            now = run(file)
        except (CellExecutionError, RuntimeError, TimeoutError) as error:
            print(f"{file.name}: {failure(error)}")
            bad += 1
            continue
        if check:
            found = list(differences(nbformat.read(file, as_version=4), now))
            for each in found:
                print(f"{file.name}, {each}")
            bad += bool(found)
            differ |= bool(found)
        else:
            nbformat.write(now, file)
            print(f"{file.name}: stored")
    if differ:
        print("where the new results are right, store them: samples/notebooks/run")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
