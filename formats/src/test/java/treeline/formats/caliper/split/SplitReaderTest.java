package treeline.formats.caliper.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.formats.caliper.CaliText;
import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SplitReaderTest {
    @TempDir Path folder;

    @Test
    void rowsAreValuesOfANodeAndARank() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[0, 1.5, 0], [0, 2.5, 1], [1, 3.5, 1], [1, 0.25, null]],
                         "columns": ["mpi.rank", "time", "path"],
                         "column_metadata": [{"is_value": true}, {"is_value": true, "attribute.alias": "time", "attribute.unit": "sec"}, {"is_value": false}],
                         "nodes": [{"label": "main", "column": "path"}, {"label": "solve", "column": "path", "parent": 0}],
                         "jobsize": "2", "omega": "0.800000", "name": "x", "ranks": 2}
                        """);
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(0), Context.ofRank(1));
        assertThat(run.profile().metrics())
                .containsExactly(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        assertThat(run.value("time", "main/solve", 1)).isEqualTo(3.5);
        assertThat(run.value("time", "main", 1)).isNaN();
        assertThat(run.value("time", "(outside regions)", 1)).isEqualTo(0.25);
        assertThat(run.profile().metadata().get("jobsize")).contains(new Value.Whole(2));
        assertThat(run.profile().metadata().get("omega")).contains(new Value.Real(0.8));
        assertThat(run.profile().metadata().get("name")).contains(new Value.Text("x"));
        assertThat(run.profile().metadata().get("ranks")).contains(new Value.Whole(2));
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void hostsNamesOfThreadsAndGpusBelongToContexts() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[0, 1.5, 0, "n17", 1, 3], [1, 2.5, 0, "n18", null, 2]],
                         "columns": ["mpi.rank", "time", "path", "hostname", "thread.name", "rocm.activity.device"],
                         "column_metadata": [{"is_value": true}, {"is_value": true}, {"is_value": false}, {"is_value": true}, {"is_value": false}, {"is_value": true}],
                         "nodes": [{"label": "main", "column": "path"}, {"label": "worker", "column": "thread.name"}]}
                        """);
        assertThat(run.profile().contexts())
                .containsExactly(
                        new Context("n17", 0, -1, -1, -1), new Context("n18", 1, -1, -1, -1));
        assertThat(run.profile().outline().contextLabels())
                .containsExactlyInAnyOrder(
                        Label.of("threadname", List.of("worker", "")),
                        Label.of("gpudevice", List.of("3", "2")));
        assertThat(run.profile().metrics()).hasSize(1);
    }

    @Test
    void nodesOf2018DoNotSayTheirColumn() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[6, 0, 1], [2, 1, 1], [1, 1, 0]],
                         "columns": ["count", "mpi.rank", "source.function#callpath.address"],
                         "column_metadata": [{"is_value": true}, {"is_value": true}, {"is_value": false}],
                         "nodes": [{"label": "_start"}, {"label": "main", "parent": 0}]}
                        """);
        assertThat(run.value("count", "_start/main", 0)).isEqualTo(6);
        assertThat(run.value("count", "_start/main", 1)).isEqualTo(2);
        assertThat(run.value("count", "_start", 1)).isEqualTo(1);
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void timesWithoutUnitAreMicrosecondsIfAllAreWhole() throws IOException {
        Read run = split(withTimes("sum#time.duration", "[15.000000, 0]"));
        assertThat(run.profile().metrics().getFirst().unit()).isEqualTo(Unit.of("us"));
        assertThat(run.reasons())
                .containsExactly(
                        "the file does not specify the time unit; microseconds assumed (first:"
                                + " sum#time.duration)");
    }

    @Test
    void timesWithoutUnitAreSecondsIfOneHasAFraction() throws IOException {
        Read run = split(withTimes("sum#time.duration", "[15.5, 0]"));
        assertThat(run.profile().metrics().getFirst().unit()).isEqualTo(Unit.SECONDS);
        assertThat(run.reasons())
                .containsExactly(
                        "the file does not specify the time unit; seconds assumed (first:"
                                + " sum#time.duration)");
    }

    private static String withTimes(String column, String row) {
        return """
        {"data": [%s], "columns": ["%s", "path"], "column_metadata": [{"is_value": true}, {"is_value": false}],
         "nodes": [{"label": "main", "column": "path"}]}
        """
                .formatted(row, column);
    }

    @Test
    void sampledLinesStandBelowTheirFunction() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[1, 0, 2, 3], [2, 0, 2, 4]],
                         "columns": ["count", "module#cali.sampler.pc", "source.function#callpath.address", "sourceloc#cali.sampler.pc"],
                         "column_metadata": [{"is_value": true}, {"is_value": false}, {"is_value": false}, {"is_value": false}],
                         "nodes": [{"label": "a.out", "column": "module#cali.sampler.pc"},
                                   {"label": "main", "column": "source.function#callpath.address"},
                                   {"label": "solve", "column": "source.function#callpath.address", "parent": 1},
                                   {"label": "/src/solve.c:42", "column": "sourceloc#cali.sampler.pc"},
                                   {"label": "UNKNOWN:0", "column": "sourceloc#cali.sampler.pc"}]}
                        """);
        int line = run.profile().tree().at("main/solve/solve.c:42");
        assertThat(run.profile().tree().frame(line))
                .isEqualTo(new Frame(Frame.Kind.LINE, "solve.c:42", "/src/solve.c", 42, "a.out"));
        assertThat(run.value("count", "main/solve/solve.c:42", 0)).isEqualTo(1);
        assertThat(run.value("count", "main/solve", 0)).isEqualTo(2);
    }

    @Test
    void aColumnOfIterationsMakesSeriesAndTellsTheLoop() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[0, 5, 0], [1, 7, 0]], "columns": ["iteration#solve", "sum#time.duration.ns", "path"],
                         "column_metadata": [{"is_value": true}, {"is_value": true}, {"is_value": false}],
                         "nodes": [{"label": "solve", "column": "path"}]}
                        """);
        assertThat(run.time("solve")).isEqualTo(12);
        assertThat(run.profile().column("time").byContext().series(0)).containsExactly(5, 7);
        assertThat(run.profile().tree().frame(0).kind()).isEqualTo(Frame.Kind.LOOP);
    }

    @Test
    void timeIsInclusiveWhereTheOwnTimeHasItsOwnColumn() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[3, 3, 0]], "columns": ["time", "time (exc)", "path"],
                         "column_metadata": [{"is_value": true, "attribute.unit": "sec"}, {"is_value": true, "attribute.unit": "sec"}, {"is_value": false}],
                         "nodes": [{"label": "main", "column": "path"}]}
                        """);
        assertThat(run.profile().metrics())
                .containsExactly(
                        new Metric("time", Unit.SECONDS, Scope.INCLUSIVE),
                        new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
    }

    @Test
    void badRowsAreCountedAndTheOthersRead() throws IOException {
        Read run =
                split(
                        """
                        {"data": [[1, 1.5, 0], [1, 1.5], [1, 1.5, 7], [-5, 1.5, 0], [], [1, 1.5, 0, 0]],
                         "columns": ["mpi.rank", "time", "path"],
                         "column_metadata": [{"is_value": true}, {"is_value": true, "attribute.unit": "sec"}, {"is_value": false}],
                         "nodes": [{"label": "main", "column": "path"}]}
                        """);
        assertThat(run.time("main")).isEqualTo(1.5);
        assertThat(run.reasons())
                .map(reason -> reason.replace(folder + "/", ""))
                .containsExactly(
                        "a row has more or fewer values than there are columns, 3 times (first:"
                                + " run.json row 2)",
                        "a row refers to a node that does not exist (first: run.json row 3)",
                        "a row has a 'mpi.rank' that is not a non-negative integer (first: run.json"
                                + " row 4)");
    }

    @Test
    void whatIsNoRowIsAnErrorWithItsPlace() {
        fails(
                "{\"data\": 5, \"columns\": []}",
                "at byte 9: expected the rows of \"data\" as an array, found '5'");
        fails("{\"columns\": []}", "at byte 14: expected a key \"data\" with rows, found '}'");
        fails("[]", "at byte 0: expected '{', found '['");
        fails(
                "{\"data\": [[1]",
                "at byte 13: expected the end of the value that is open, found the end of the"
                        + " file");
        fails(
                "{\"data\": [[1]]}",
                "at byte 0: expected the names of the columns in \"columns\", found none");
        fails(
                withTimes("time", "[1 2]"),
                "at byte 13: expected ',' or ']' after a value, found '2'");
        fails(withTimes("time", "[abc, 0]"), "at byte 11: expected a value, found 'a'");
        fails(withTimes("time", "5"), "at byte 10: expected a row, found '5'");
        fails(
                "{\"data\": [], \"columns\": [\"a\"]}",
                "at byte 0: expected a column \"path\", found columns [a]");
        fails(
                "{\"data\": [], \"columns\": 7}",
                "at byte 24: expected an array, found VALUE_NUMBER_INT");
        fails(
                "{\"data\": [], \"nodes\": [7]}",
                "at byte 23: expected an object that is a node, found VALUE_NUMBER_INT");
        fails(
                "{\"data\": [], \"column_metadata\": [7]}",
                "at byte 33: expected an object that describes a column, found VALUE_NUMBER_INT");
        fails(
                "{\"data\": [], \"nodes\": [{\"label\": \"a\", \"parent\": 0}]}",
                "at byte 48: expected a parent that stands before node 0, found 0");
        fails(
                "{\"data\": [], \"columns\": [tru]}",
                "at byte 25: expected JSON, found Unrecognized token 'tru'");
        fails(
                withTimes("time", ""),
                ": expected at least one record with a measured value, found none");
    }

    private void fails(String text, String message) {
        assertThatThrownBy(() -> split(text))
                .isInstanceOf(MalformedProfileException.class)
                .message()
                .contains("run.json")
                .contains(message);
    }

    @Test
    void severalFilesAreNotOneProfile() throws IOException {
        Files.writeString(folder.resolve("a.json"), "{}");
        Files.writeString(folder.resolve("b.json"), "{}");
        Input both = Input.of(folder.toString());
        assertThat(new CaliJsonSplitFormat().sniff(both)).isEqualTo(Match.NO);
        assertThatThrownBy(() -> new CaliJsonSplitFormat().open(both))
                .hasMessage("%s: expected one json-split file, found 2 files".formatted(folder));
    }

    @Test
    void aFileWhoseColumnsStandFarBehindIsPlausible() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("big.json"), "{ \"data\": [ [ 1, 2 ]," + " ".repeat(70_000));
        assertThat(new CaliJsonSplitFormat().sniff(Input.of(file))).isEqualTo(Match.PLAUSIBLE);
    }

    @Test
    void rowsOfAnyLengthAreReadAcrossWindows() throws IOException {
        var rows = new StringBuilder();
        for (int i = 0; i < 20_000; i++)
            rows.append(i == 0 ? "" : ",")
                    .append("\n[%d, 0, \"%s\"]".formatted(i, "x".repeat(i % 97)));
        Read run =
                split(
                        """
                        {"data": [%s], "columns": ["sum#x", "path", "note"],
                         "column_metadata": [{"is_value": true}, {"is_value": false}, {"is_value": true}],
                         "nodes": [{"label": "main", "column": "path"}]}
                        """
                                .formatted(rows));
        assertThat(run.value("sum#x", "main", 0)).isEqualTo(20_000 * 19_999 / 2.0);
    }

    private Read split(String text) throws IOException {
        return CaliText.read(
                new CaliJsonSplitFormat(), Files.writeString(folder.resolve("run.json"), text));
    }
}
