package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.hpctoolkit.write.ExportedMetric;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

class HpctoolkitExporterTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hatchet_cpi_v4_database",
                "loops-cputime-t.d",
                "loops-cuda-nvidiapc-t.d",
                "loops-hip-amd-t.d",
                "loops-perf.d",
                "recursion-cuda-nvidiapc-t.d",
                "small.d",
                "small.nostruct.d",
                "derived-metrics.db",
                "inline.meta.db",
                "issue-233"
            })
    void aRealDatabaseIsWrittenAsItWasRead(String name) throws IOException {
        Profile read = stored(read(TestData.require("hpctoolkit-v4/" + name)));
        Path copy = folder.resolve("copy");
        new HpctoolkitExporter().export(read, copy);
        DatabaseInvariants.check(copy);
        Profile again = read(copy);
        assertThat(
                        ProfileDifference.between(
                                read.withMetadata(Metadata.NONE),
                                again.withMetadata(Metadata.NONE)))
                .isEmpty();
        assertThat(again.metadata().get("program")).isEqualTo(read.metadata().get("program"));
    }

    /// Without the metrics that viewers compute from others.
    private static Profile stored(Profile profile) {
        List<Metric> metrics = new ArrayList<>();
        for (Metric metric : profile.metrics())
            if (metric.addsUp() || isOfFunctions(profile, metric)) metrics.add(metric);
        List<MetricColumn> columns = metrics.stream().map(profile::column).toList();
        return new Profile(
                profile.outline().withMetrics(metrics), new MetricTable(metrics, columns));
    }

    private static boolean isOfFunctions(Profile profile, Metric metric) {
        return profile.metrics().stream()
                .anyMatch(
                        each ->
                                each.addsUp()
                                        && metric.name().equals(each.name() + " (function)")
                                        && metric.unit().equals(each.unit()));
    }

    @Test
    void functionsStandBelowAnEntryPointAndHaveValuesInEveryScope() throws IOException {
        Profile again =
                written(
                        profileOf(
                                """
                                metric time s exclusive
                                path             rank0  rank1
                                main               1      -
                                main/solve         0      2
                                main/solve/mult    4      3
                                """));
        assertThat(paths(again.tree()))
                .containsExactly(
                        "main thread",
                        "main thread/main",
                        "main thread/main/solve",
                        "main thread/main/solve/mult");
        assertThat(values(again, "time:inclusive"))
                .containsExactly("5.0 5.0", "5.0 5.0", "4.0 5.0", "4.0 3.0");
        assertThat(values(again, "time:exclusive"))
                .containsExactly("NaN NaN", "1.0 NaN", "0.0 2.0", "4.0 3.0");
        assertThat(values(again, "time (function)"))
                .containsExactly("NaN NaN", "1.0 NaN", "0.0 2.0", "4.0 3.0");
    }

    @Test
    void aFunctionHasItsLoopsAndLinesInTheScopeFunction() throws IOException {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.ofThread(0, 0));
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int loop =
                builder.child(main, new Frame(Frame.Kind.LOOP, "loop at a.c:3", "src/a.c", 3, ""));
        int line = builder.child(loop, new Frame(Frame.Kind.LINE, "a.c:4", "src/a.c", 4, ""));
        int work = builder.child(line, new Frame(Frame.Kind.FUNCTION, "work", "b.c", 9, "lib.so"));
        builder.add(metric, context, line, 2);
        builder.add(metric, context, work, 5);
        Profile again = written(builder.build());
        assertThat(values(again, "time (function)"))
                .containsExactly("NaN", "2.0", "2.0", "2.0", "5.0");
        assertThat(again.tree().frame(2))
                .isEqualTo(new Frame(Frame.Kind.LOOP, "loop at a.c:3", "src/a.c", 3, ""));
        assertThat(again.tree().frame(4).module()).isEqualTo("lib.so");
        assertThat(again.outline().label("relation", 1)).isEqualTo("call");
        assertThat(again.outline().label("relation", 3)).isEmpty();
    }

    @Test
    void contextsKeepTheirPartsAndHostsAreNumbered() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int repetition = 0; repetition < 2; repetition++)
            for (String host : List.of("é1", "n2"))
                builder.add(
                        metric,
                        builder.context(
                                new Context(
                                        host,
                                        host.equals("n2") ? 1 : 0,
                                        3,
                                        Context.NONE,
                                        repetition)),
                        main,
                        1);
        builder.add(metric, builder.context(new Context("", 0, Context.NONE, 7, 0)), main, 1);
        assertThat(written(builder.build()).contexts().toString())
                .isEqualTo(
                        "[rank 0 stream 7 repetition 0, 0 rank 0 thread 3 repetition 0, 0 rank 0"
                                + " thread 3 repetition 1, 1 rank 1 thread 3 repetition 0, 1 rank 1"
                                + " thread 3 repetition 1]");
    }

    @Test
    void everyProfileGivesASoundDatabaseWithItsValues() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
            Path database = folder.resolve("run" + seed);
            new HpctoolkitExporter().export(profile, database);
            DatabaseInvariants.check(database);
            compare(profile, read(database), "seed " + seed);
        }
    }

    /// Contexts and nodes are found by their order, since names of hosts and roots change.
    private static void compare(Profile profile, Profile again, String as) {
        int added = again.tree().size() - profile.tree().size();
        assertThat(added).as(as).isBetween(0, 1);
        assertThat(again.contexts()).as(as).hasSameSizeAs(profile.contexts());
        boolean sameOrder = profile.contexts().stream().allMatch(each -> each.host().isEmpty());
        if (added == 1 && profile.tree().size() > 0 && hasThreadRoot(profile)) return;
        for (Metric metric : profile.metrics()) {
            if (!metric.addsUp() || !ExportedMetric.isNameKept(metric) || !sameOrder) continue;
            SparseRows rows = profile.column(metric).byContext();
            for (int context = 0; context < rows.rows(); context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    if (!Double.isNaN(rows.value(cell)))
                        assertThat(again.column(metric).at(context, rows.index(cell) + added))
                                .as("%s, %s of context %d", as, metric, context)
                                .isEqualTo(rows.value(cell));
        }
    }

    private static boolean hasThreadRoot(Profile profile) {
        for (int root : profile.tree().children(CallTree.NO_PARENT))
            if (profile.tree().frame(root).kind() == Frame.Kind.THREAD) return true;
        return false;
    }

    @Test
    void unitsThatNoSymbolSaysBecomeSeconds() throws IOException {
        var builder = new ProfileBuilder();
        int metric =
                builder.metric(
                        new Metric(
                                "idle \"x\\\u0000",
                                new Unit("min", Unit.Dimension.TIME, 60),
                                Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("ma\0in"));
        builder.add(metric, builder.context(Context.WHOLE), main, 2);
        Profile profile = builder.build();
        Profile again = written(profile);
        assertThat(again.metrics().getFirst())
                .isEqualTo(new Metric("idle \"x\\", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        assertThat(again.column(again.metrics().getFirst()).at(0, 1)).isEqualTo(120);
        assertThat(again.tree().name(1)).isEqualTo("ma in");
        assertThat(new HpctoolkitExporter().leavesOut(profile))
                .containsExactly(
                        "the original metric names and units (idle \"x\\\u0000)",
                        "the absence of threads: the program becomes thread 0",
                        "roots that are not threads: they are moved below 'main thread'");
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path        tag   rank0
                        main        -     NaN
                        main/loop   COMP  1+2+3

                        metric mem B point
                        path        rank0
                        main            5
                        """);
        assertThat(
                        new HpctoolkitExporter()
                                .leavesOut(
                                        profile.withMetadata(
                                                Metadata.NONE
                                                        .with("program", "a")
                                                        .with("compiler", "gcc")
                                                        .with("trace.samples", 3))))
                .contains(
                        "iterations: only sums are stored",
                        "point readings (mem)",
                        "node labels (tag)",
                        "metadata (compiler)",
                        "traces",
                        "node kinds: all nodes are functions (region)",
                        "roots that are not threads: they are moved below 'main thread'");
    }

    @Test
    void metricsAreInTheTaxonomyThatViewersAskFor() throws IOException {
        Path database = folder.resolve("run.hpctoolkit");
        new HpctoolkitExporter().export(profileOf("path rank0\nmain 1"), database);
        assertThat(Files.readString(database.resolve("metrics/default.yaml")))
                .startsWith("version: 0\ninputs:\n  - &m0-point\n    metric: \"time (sec)\"\n")
                .contains(
                        """
                        roots:
                          - name: "time (sec)"
                            description: "time (sec)"
                            variants:
                              Sum:
                                render: [number, percent]
                                formula:
                                  inclusive:
                                    standard: *m0-execution
                                  exclusive:
                                    standard: *m0-function
                        """);
    }

    @Test
    void whatIsThereIsNotReplacedAndNothingIsLeftBehind() throws IOException {
        Path database = Files.createDirectory(folder.resolve("run.hpctoolkit"));
        assertThatThrownBy(
                        () ->
                                new HpctoolkitExporter()
                                        .export(profileOf("path rank0\nmain 1"), database))
                .isInstanceOf(FileAlreadyExistsException.class);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(database);
        }
    }

    private Profile written(Profile profile) throws IOException {
        Path database = folder.resolve("run.hpctoolkit");
        new HpctoolkitExporter().export(profile, database);
        DatabaseInvariants.check(database);
        return read(database);
    }

    private static Profile read(Path database) throws IOException {
        try (var source = new HpctoolkitFormat().open(Input.of(database.toString()))) {
            return source.load(Slice.everything());
        }
    }

    private static List<String> paths(CallTree tree) {
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) paths.add(String.join("/", tree.path(node)));
        return paths;
    }

    private static List<String> values(Profile profile, String metric) {
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < profile.tree().size(); node++) {
            List<String> line = new ArrayList<>();
            for (int context = 0; context < profile.contexts().size(); context++)
                line.add(
                        String.format(
                                Locale.ROOT, "%.1f", profile.column(metric).at(context, node)));
            lines.add(String.join(" ", line));
        }
        return lines;
    }
}
