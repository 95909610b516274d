"""What samples/python/treeline.py makes of words, options, answers, warnings and errors; run by PythonSampleTest."""

import os
import pathlib
import tempfile
import unittest
import warnings

import treeline

ANSWER = '{"schema": "treeline/flat/1", "metric": "time", "unit": "s", "total": 4, "notes": [], "rows": [{"function": "main", "share": 1}, {"function": "x", "share": null}]}'


class Launched(unittest.TestCase):
    """A launcher that writes down its words and answers what the test says."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.launcher = pathlib.Path(self.folder.name, "treeline")
        self.answers(ANSWER)

    def answers(self, out, err="", code=0):
        words = self.launcher.with_name("words")
        self.launcher.write_text(
            f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{words}'\ncat <<'OUT'\n{out}\nOUT\ncat >&2 <<'ERR'\n{err}\nERR\nexit {code}\n"
        )
        self.launcher.chmod(0o755)

    def run_it(self, *words, **options):
        return treeline.run(*words, launcher=str(self.launcher), **options)

    def words(self):
        return self.launcher.with_name("words").read_text().splitlines()

    def test_rows_are_a_frame_and_the_rest_is_in_attrs(self):
        frame = self.run_it("flat", "run.tldb")
        self.assertEqual(list(frame.columns), ["function", "share"])
        self.assertEqual(frame.share[0], 1)
        self.assertTrue(frame.share.isna()[1])
        self.assertEqual(frame.attrs, {"schema": "treeline/flat/1", "metric": "time", "unit": "s", "total": 4, "notes": []})

    def test_options_are_words_of_the_command_line(self):
        self.run_it(
            "ensemble stats",
            ["a.cali", pathlib.Path("b.cali")],
            "runs/*.cali",
            group_by="ranks",
            column=["compiler", "jobsize"],
            verbose=True,
            csv=False,
            threshold=None,
            from_="-x",
        )
        expected = "ensemble stats a.cali b.cali runs/*.cali --group-by=ranks --column=compiler --column=jobsize --verbose --from=-x --json"
        self.assertEqual(self.words(), expected.split())

    def test_a_warning_is_one_of_python(self):
        self.answers(ANSWER, err="warning: 3 values were lost")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.run_it("flat", "run.tldb")
        self.assertEqual([(str(each.message), each.category) for each in caught], [("3 values were lost", treeline.Warning)])
        self.assertEqual(caught[0].filename, __file__)

    def test_an_error_is_the_line_of_the_command(self):
        self.answers("", err="treeline: run.tldb: no such file\n  see 'treeline flat --help'", code=2)
        with self.assertRaises(treeline.Error) as caught:
            self.run_it("flat", "run.tldb")
        self.assertEqual(str(caught.exception), "run.tldb: no such file")

    def test_a_launcher_that_says_nothing_is_an_error_with_its_exit_code(self):
        self.answers("", code=137)
        with self.assertRaisesRegex(treeline.Error, "treeline ended with exit code 137$"):
            self.run_it("flat", "run.tldb")

    def test_a_gate_that_does_not_pass_is_an_answer(self):
        self.answers('{"passes": false, "rows": [{"path": "(total)", "fails": true}]}', code=1)
        self.assertIs(self.run_it("compare", "old", "new", fail_above="5%").attrs["passes"], False)

    def test_what_is_no_table_is_an_error(self):
        self.answers("wrote run.csv")
        with self.assertRaisesRegex(treeline.Error, "^this command has no answer in rows: convert a b --json$"):
            self.run_it("convert", "a", "b")

    def test_the_launcher_is_that_of_the_environment_or_of_the_path(self):
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ["TREELINE"] = str(self.launcher)
        self.assertEqual(len(treeline.run("flat", "run.tldb")), 2)
        del os.environ["TREELINE"]
        os.environ["PATH"] = self.folder.name + os.pathsep + os.environ["PATH"]
        self.assertEqual(len(treeline.run("flat", "run.tldb")), 2)


if __name__ == "__main__":
    unittest.main()
