package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.hpctoolkit.HpctoolkitSource.Order;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

public class HpctoolkitSourceTest {
    public static final String TREE =
            """
            1  entry main thread
            4    function main
            2      line main.c:12
            3        function solve
            6          loop solve.c:7
            9            line solve.c:8
            5      inlined helper
            8        line help.h:3
            """;

    public static final String TIME =
            """
            metric CPUTIME (sec)
            context  rank1.thread0  rank0.thread0  rank0.thread1
            9                    4              1              -
            8                    2              -              -
            2                    -            0.5              -
            """;

    @TempDir Path folder;

    private HpctoolkitSource open(SampleDatabase sample) throws IOException {
        sample.write(folder);
        return new HpctoolkitFormat().open(Input.of(folder.toString()));
    }

    @Test
    void aContextIsANodeUnderItsCallerAndIdsDoNotMatter() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            var tree = source.outline().tree();
            assertThat(tree.path(tree.size() - 1))
                    .containsExactly("main thread", "main", "helper", "help.h:3");
            assertThat(tree.path(tree.at("main thread/main/main.c:12/solve/loop at solve.c:7")))
                    .hasSize(5);
        }
    }

    @Test
    void callPathsOfAnyDepthAreRead() throws IOException {
        for (int levels : new int[] {64, 65, 129, 5_000}) {
            var tree = new StringBuilder("1  entry main thread\n");
            for (int level = 2; level <= levels; level++)
                tree.append("%d  %sfunction f%d\n".formatted(level, "  ".repeat(level - 1), level));
            String time = "metric CPUTIME (sec)\ncontext  rank0.thread0\n%d  3\n".formatted(levels);
            try (var source = open(SampleDatabase.of(tree.toString(), time))) {
                Profile profile = source.load(Slice.everything());
                assertThat(profile.tree().size()).isEqualTo(levels);
                assertThat(profile.tree().path(levels - 1)).hasSize(levels).endsWith("f" + levels);
                assertThat(profile.column("time").at(0, 0)).isEqualTo(3);
            }
        }
    }

    @Test
    void framesSayWhatTheyAreAndWhere() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            assertThat(source.outline().tree().frames())
                    .containsExactly(
                            new Frame(Frame.Kind.THREAD, "main thread", "", 0, ""),
                            new Frame(Frame.Kind.FUNCTION, "main", "", 0, "/bin/app"),
                            new Frame(Frame.Kind.LINE, "main.c:12", "main.c", 12, ""),
                            new Frame(Frame.Kind.FUNCTION, "solve", "", 0, "/bin/app"),
                            new Frame(Frame.Kind.LOOP, "loop at solve.c:7", "solve.c", 7, ""),
                            new Frame(Frame.Kind.LINE, "solve.c:8", "solve.c", 8, ""),
                            new Frame(Frame.Kind.FUNCTION, "helper", "", 0, "/bin/app"),
                            new Frame(Frame.Kind.LINE, "help.h:3", "help.h", 3, ""));
        }
    }

    @Test
    void theLabelTellsCallsFromInlinedCalls() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            var outline = source.outline();
            assertThat(outline.label("relation", outline.tree().at("main thread/main")))
                    .isEqualTo("call");
            assertThat(outline.label("relation", outline.tree().at("main thread/main/helper")))
                    .isEqualTo("inlined call");
            assertThat(outline.label("relation", outline.tree().at("main thread/main/main.c:12")))
                    .isEmpty();
        }
    }

    @Test
    void profilesAreContextsInTheOrderOfRanksNotOfTheFile() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            assertThat(source.outline().contexts())
                    .containsExactly(
                            new Context("a8c00471", 0, 0, Context.NONE, Context.NONE),
                            new Context("a8c00471", 0, 1, Context.NONE, Context.NONE),
                            new Context("a8c00471", 1, 0, Context.NONE, Context.NONE));
        }
    }

    @Test
    void executionIsInclusivePointIsExclusiveAndFunctionIsAReading() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            assertThat(source.outline().metrics())
                    .containsExactly(
                            new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE),
                            new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE),
                            new Metric("time (function)", Unit.SECONDS, Metric.Scope.POINT));
            Profile profile = source.load(Slice.everything());
            int solve = profile.tree().at("main thread/main/main.c:12/solve");
            int line = profile.tree().at("main thread/main/main.c:12");
            assertThat(at(profile, Metric.Scope.INCLUSIVE, 2, solve)).isEqualTo(4);
            assertThat(at(profile, Metric.Scope.INCLUSIVE, 0, line)).isEqualTo(1.5);
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 0, line)).isEqualTo(0.5);
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 2, solve)).isNaN();
            assertThat(at(profile, Metric.Scope.POINT, 2, solve)).isEqualTo(4);
        }
    }

    private static double at(Profile profile, Metric.Scope scope, int context, int node) {
        Metric metric =
                profile.metrics().stream()
                        .filter(m -> m.scope() == scope)
                        .findFirst()
                        .orElseThrow();
        return profile.column(metric).at(context, node);
    }

    private static final String ELIDED =
            """
            1  entry main thread
            4    function main
            2      line main.c:12
            7        hidden
            3        function solve
            6          loop solve.c:7
            9            line solve.c:8
            5              hidden
            """;

    private static final String ELIDED_TIME =
            """
            metric CPUTIME (sec)
            context  rank0.thread0  rank1.thread0
            7                  0.1              -
            5                    3              2
            9                    1              -
            """;

    @Test
    void instructionsOutsideTheTreeCountWithTheirLine() throws IOException {
        try (var source = open(SampleDatabase.of(ELIDED, ELIDED_TIME))) {
            Profile profile = source.load(Slice.everything());
            var tree = profile.tree();
            int call = tree.at("main thread/main/main.c:12");
            int line = tree.at("main thread/main/main.c:12/solve/loop at solve.c:7/solve.c:8");
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 0, call)).isEqualTo(0.1);
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 0, line)).isEqualTo(4);
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 1, line)).isEqualTo(2);
            assertThat(at(profile, Metric.Scope.EXCLUSIVE, 0, tree.parent(line))).isNaN();
            assertThat(reasons(source.report()))
                    .contains(
                            "instructions that hpcprof left out of the tree count with their line");
        }
    }

    @Test
    void exclusiveValuesOfAFewNodesAreThoseOfTheWhole() throws IOException {
        try (var source = open(SampleDatabase.of(ELIDED, ELIDED_TIME))) {
            Profile whole = source.load(Slice.everything());
            for (int node = 0; node < whole.tree().size(); node++) {
                Slice slice = Slice.everything().withNodes(Selection.of(node));
                for (Order order : Order.values())
                    assertThat(
                                    ProfileDifference.between(
                                            slice.of(whole), source.load(slice, order)))
                            .isEmpty();
            }
        }
    }

    @Test
    void bothFilesGiveTheSame() throws IOException {
        try (var source = open(SampleDatabase.of(TREE, TIME))) {
            assertThat(
                            ProfileDifference.between(
                                    source.load(Slice.everything(), Order.BY_PROFILE),
                                    source.load(Slice.everything(), Order.BY_CONTEXT)))
                    .isEmpty();
        }
    }

    @Test
    void aSliceOfOneContextIsReadByProfileAndOneOfOneNodeByContext() throws IOException {
        var table = new StringBuilder("metric CPUTIME (sec)\ncontext ");
        for (int rank = 0; rank < 500; rank++) table.append(" rank").append(rank);
        for (int context : List.of(2, 8, 9))
            table.append("\n").append(context).append(" 1".repeat(500));
        try (var source = open(SampleDatabase.of(TREE, table.toString()))) {
            var oneRank = Slice.everything().withContexts(Selection.of(7));
            var oneNode = Slice.everything().withNodes(Selection.of(3));
            assertThat(source.cost(oneRank).cheaper()).isEqualTo(Order.BY_PROFILE);
            assertThat(source.cost(oneNode).cheaper()).isEqualTo(Order.BY_CONTEXT);
            assertThat(
                            ProfileDifference.between(
                                    oneNode.of(source.load(Slice.everything())),
                                    source.load(oneNode)))
                    .isEmpty();
        }
    }

    @Test
    void withoutTheContextFileAllIsReadFromTheProfiles() throws IOException {
        SampleDatabase sample = SampleDatabase.of(TREE, TIME);
        sample.withContextFile = false;
        try (var source = open(sample)) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column("time").at(2, profile.tree().at("main thread"))).isEqualTo(6);
            assertThat(source.report().isLossy()).isFalse();
            assertThat(reasons(source.report()))
                    .contains("cct.db is missing; all values are read from profile.db");
        }
    }

    @Test
    void aFileWithoutItsFooterIsReportedAsUnfinished() throws IOException {
        SampleDatabase.of(TREE, TIME).write(folder);
        Path profiles = folder.resolve("profile.db");
        byte[] bytes = Files.readAllBytes(profiles);
        Files.write(profiles, java.util.Arrays.copyOf(bytes, bytes.length - 8));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.report().isLossy()).isTrue();
            assertThat(reasons(source.report()))
                    .contains("hpcprof did not finish writing profile.db");
        }
    }

    @Test
    void anUnfinishedContextFileIsNotUsed() throws IOException {
        SampleDatabase.of(TREE, TIME).write(folder);
        Path contexts = folder.resolve("cct.db");
        byte[] bytes = Files.readAllBytes(contexts);
        Files.write(contexts, java.util.Arrays.copyOf(bytes, bytes.length - 20));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            var oneNode = Slice.everything().withNodes(Selection.of(3));
            assertThat(source.cost(oneNode).cheaper()).isEqualTo(Order.BY_PROFILE);
            assertThat(source.report().isLossy()).isFalse();
        }
    }

    @Test
    void profilesThatACutFileLacksAreReadFromTheContextFile() throws IOException {
        SampleDatabase.of(TREE, TIME).write(folder);
        Profile whole;
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            whole = source.load(Slice.everything());
        }
        Path profiles = folder.resolve("profile.db");
        byte[] bytes = Files.readAllBytes(profiles);
        Files.write(profiles, java.util.Arrays.copyOf(bytes, bytes.length - 40));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(ProfileDifference.between(whole, source.load(Slice.everything()))).isEmpty();
        }
    }

    @Test
    void gpuStreamsAreContextsWithoutValues() throws IOException {
        String kernels =
                """
                metric GKER (sec)
                context  rank0.thread0  rank0.gpucontext0.gpustream7
                9                  0.5                             -
                """;
        try (var source = open(SampleDatabase.of(TREE, TIME, kernels))) {
            assertThat(source.outline().contexts())
                    .contains(new Context("a8c00471", 0, Context.NONE, 7, Context.NONE));
            assertThat(source.outline().metrics())
                    .contains(new Metric("GKER", Unit.SECONDS, Metric.Scope.INCLUSIVE));
            assertThat(reasons(source.report()))
                    .contains(
                            "a profile has no values, such as those of helper threads and GPU"
                                    + " streams");
        }
    }

    @Test
    void identifiersWithoutANameAreNumbered() throws IOException {
        String kernels =
                """
                metric GKER (sec)
                context  gpucontext0.gpustream7  gpucontext1.gpustream7
                9                            1                       2
                """;
        SampleDatabase.of(TREE, kernels).write(folder);
        Path meta = folder.resolve("meta.db");
        String bytes = Files.readString(meta, StandardCharsets.ISO_8859_1);
        String unnamed = bytes.replace("GPUCONTEXT\0", "          \0");
        Files.writeString(meta, unnamed, StandardCharsets.ISO_8859_1);
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.outline().contextLabel("id5", 1)).isEqualTo("1");
        }
    }

    @Test
    void profilesThatDifferOnlyByTheirGpuContextAreToldApartByTheHost() throws IOException {
        String kernels =
                """
                metric GKER (sec)
                context  gpucontext0.gpustream7  gpucontext1.gpustream7
                9                            1                       2
                """;
        try (var source = open(SampleDatabase.of(TREE, kernels))) {
            assertThat(source.outline().contexts())
                    .extracting(Context::host)
                    .containsExactly("a8c00471 gpucontext 0", "a8c00471 gpucontext 1");
            assertThat(source.outline().contextLabel("gpucontext", 1)).isEqualTo("1");
        }
    }

    @Test
    void identifiersWithoutAPlaceInContextsAreLabels() throws IOException {
        String time =
                """
                metric CPUTIME (sec)
                context  core3.thread0  core1.thread1  gpudevice2.gpustream7
                9                    4              1                      2
                """;
        try (var source = open(SampleDatabase.of(TREE, time))) {
            assertThat(source.outline().contextLabels())
                    .containsExactlyInAnyOrder(
                            Label.of("node", List.of("0", "0", "0")),
                            Label.of("gpudevice", List.of("2", "", "")),
                            Label.of("core", List.of("", "3", "1")));
        }
    }

    @Test
    void metricsWithoutAnyValueAreLeftOutAndReported() throws IOException {
        String none = "metric GMEM:PIN (B)\ncontext  rank0.thread0\n9  -";
        try (var source = open(SampleDatabase.of(TREE, TIME, none))) {
            assertThat(source.outline().metrics())
                    .extracting(Metric::name)
                    .doesNotContain("GMEM:PIN");
            assertThat(source.report().entries())
                    .contains(
                            new ReadReport.Entry(
                                    "metrics without values are omitted",
                                    1,
                                    "GMEM:PIN (B)",
                                    false));
        }
    }

    private static List<String> reasons(ReadReport report) {
        return report.entries().stream().map(ReadReport.Entry::reason).toList();
    }
}
