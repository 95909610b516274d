package treeline.dashboard.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.table.Table;
import treeline.testkit.TestData;
import treeline.transform.Reduction;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class SourceAnswerTest {
    private static final Metric TIME = new Metric("time", Unit.of("s"), Scope.EXCLUSIVE);
    private static final String FILE = "/home/ada/solve.c";

    @TempDir Path folder;

    /// `solve` spends 1 s in line 2 and calls itself from line 3, where line 2 takes 4 s.
    private static Profile recursive() {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int context = builder.context(Context.ofRank(0));
        int solve =
                builder.child(CallTree.NO_PARENT, new Frame(Kind.FUNCTION, "solve", FILE, 1, ""));
        int two = builder.child(solve, line(2));
        int three = builder.child(solve, line(3));
        int again = builder.child(three, new Frame(Kind.FUNCTION, "solve", FILE, 1, ""));
        int inner = builder.child(again, line(2));
        int beyond = builder.child(again, line(9));
        builder.add(time, context, two, 1);
        builder.add(time, context, inner, 4);
        builder.add(time, context, beyond, 2);
        return builder.build();
    }

    private static Frame line(int number) {
        return new Frame(Kind.LINE, "solve.c:" + number, FILE, number, "");
    }

    private OpenRuns runs(Profile profile) {
        var runs = new OpenRuns(Formats.all());
        runs.add(
                new OpenRun(
                        "run", "drawn", new LoadedSource(profile, ReadReport.CLEAN), List.of()));
        return runs;
    }

    private Response asked(OpenRuns runs, String file) throws IOException {
        String encoded = URLEncoder.encode(file, StandardCharsets.UTF_8);
        return new SourceAnswer(runs)
                .of(RequestParameters.of("run=0&metric=time&over=mean&file=" + encoded));
    }

    private Response shown(Profile profile) throws IOException {
        Files.writeString(folder.resolve("solve.c"), "int solve() {\n\twork();\n  solve();\n}\n");
        OpenRuns runs = runs(profile);
        runs.addSourceRoot(folder);
        return asked(runs, FILE);
    }

    /// The values of a column of four lines; columns come after the header, in order.
    private static double[] reals(Response response, int column) {
        ByteBuffer bytes = numbers(response);
        double[] values = new double[4];
        bytes.position(column * values.length * Double.BYTES);
        bytes.asDoubleBuffer().get(values);
        return values;
    }

    private static double[] first(Response response, int count) {
        double[] values = new double[count];
        numbers(response).asDoubleBuffer().get(values);
        return values;
    }

    private static ByteBuffer numbers(Response response) {
        ByteBuffer bytes = ByteBuffer.wrap(response.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int header = (Integer.BYTES + bytes.getInt(0) + 7) / 8 * 8;
        return bytes.position(header).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String text(Response response) {
        return new String(response.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void linesCostWhatTheFlatProfileSays() throws IOException {
        Response answer = shown(recursive());
        assertThat(reals(answer, 0)).containsExactly(Double.NaN, 5, Double.NaN, Double.NaN);
        assertThat(reals(answer, 1)).containsExactly(Double.NaN, 5, 6, Double.NaN);
        Table flat = FlatProfile.of(recursive(), TIME, Grouping.LINE, Reduction.MEAN);
        for (int row = 0; row < flat.rows(); row++)
            if (flat.text("line").at(row).equals(FILE + ":3"))
                assertThat(flat.real("inclusive").at(row)).isEqualTo(6);
        assertThat(text(answer))
                .contains(
                        "\"file\": \"solve.c\"", "\"byLine\": true", "\"beyond\": 1", "\\twork();");
    }

    @Test
    void aProfileOfFunctionsShowsThemWhereTheyStart() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int main = builder.child(CallTree.NO_PARENT, new Frame(Kind.FUNCTION, "main", "", 0, ""));
        int solve = builder.child(main, new Frame(Kind.FUNCTION, "solve", FILE, 1, ""));
        builder.add(time, builder.context(Context.ofRank(0)), solve, 3);
        Response answer = shown(builder.build());
        assertThat(reals(answer, 0)).startsWith(3.0);
        assertThat(text(answer)).contains("\"byLine\": false");
    }

    @Test
    void onlyFilesThatTheProfileNamesAreRead() throws IOException {
        Files.writeString(folder.resolve("other.c"), "x");
        OpenRuns runs = runs(recursive());
        runs.addSourceRoot(folder);
        assertThatThrownBy(() -> asked(runs, "other.c"))
                .isInstanceOf(RefusedRequest.class)
                .hasMessage("the profile does not name the file 'other.c'");
        assertThatThrownBy(() -> asked(runs, "")).isInstanceOf(RefusedRequest.class);
    }

    @Test
    void aFileThatIsElsewhereIsAnAnswerAndNotAnError() throws IOException {
        assertThat(text(asked(runs(recursive()), FILE)))
                .contains("\"none\": \"" + FILE + " was not found\"", "--source DIR");
    }

    @Test
    void aRootMustBeADirectory() {
        assertThatThrownBy(() -> runs(recursive()).addSourceRoot(folder.resolve("gone")))
                .hasMessageEndingWith("gone is not a directory of source files");
    }

    /// The sources that HPCToolkit copied into its database.
    @Test
    void sourcesOfAnHpctoolkitDatabaseAreFoundWithTheNumbersOfTheFlatProfile() throws IOException {
        Path database = TestData.require("hpctoolkit-v4/inline.meta.db");
        try (var runs = new OpenRuns(Formats.all())) {
            runs.open(database.toString(), Optional.empty());
            OpenRun run = runs.run(0);
            String metric = run.defaultMetric().name();
            String file =
                    run.outline().tree().frames().stream()
                            .map(Frame::file)
                            .filter(each -> each.endsWith("/inline_f.c"))
                            .findFirst()
                            .orElseThrow();
            Response answer =
                    new SourceAnswer(runs)
                            .of(
                                    RequestParameters.of(
                                            "run=0&over=mean&metric=%s&file=%s"
                                                    .formatted(metric, file)));
            Numbers values = run.values(metric);
            Table flat =
                    FlatProfile.of(
                            values.profile(), values.metric(), Grouping.LINE, Reduction.MEAN);
            int row =
                    IntStream.range(0, flat.rows())
                            .filter(each -> flat.text("line").at(each).equals(file + ":14"))
                            .findFirst()
                            .orElseThrow();
            assertThat(flat.real("exclusive").at(row)).isPositive();
            assertThat(first(answer, 14)[13]).isEqualTo(flat.real("exclusive").at(row));
            assertThat(text(answer)).contains("for (j=ITER_IN; j>0; j--) {");
        }
    }
}
