package treeline.formats.tau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TauTest {
    static final String RUN =
            """
            5 templated_functions_MULTI_TIME
            # Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>Metric Name</name><value>TIME</value></attribute><attribute><name>Hostname</name><value>n17</value></attribute><attribute><name>Command Line</name><value>./cpi -n &lt;9&gt;</value></attribute></metadata>
            ".TAU application" 1 2 5 100 0 GROUP="TAU_DEFAULT"
            "MPI_Init()  " 1 1 60 90 0 GROUP="MPI"
            ".TAU application => MPI_Init()  " 1 1 60 90 0 GROUP="TAU_CALLPATH|MPI"
            "read [{io.c} {12,1}-{20,3}]" 3 0 30 30 0 GROUP="IO"
            ".TAU application => MPI_Init()   => read [{io.c} {12,1}-{20,3}]" 3 0 30 30 0 GROUP="TAU_CALLPATH|IO"
            0 aggregates
            2 userevents
            # eventname numevents max min mean sumsqr
            "Message size for broadcast" 2 8 4 6 80
            "Heap : .TAU application => MPI_Init()" 1 7 7 7 49
            """;

    private static final Unit MICROSECONDS = Unit.of("us");
    private static final Metric ALL = new Metric("time", MICROSECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", MICROSECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void callPathsMakeTheTreeAndTheRootHasItsSingleRow() throws IOException {
        Profile profile = read("profile.0.0.0", RUN);
        assertThat(profile.tree().size()).isEqualTo(3);
        int read = profile.tree().at(".TAU application/MPI_Init()/read");
        assertThat(profile.tree().frame(read))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "read", "io.c", 12, ""));
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(100);
        assertThat(profile.column(OWN).at(0, 1)).isEqualTo(60);
        assertThat(profile.column("calls").at(0, read)).isEqualTo(3);
        assertThat(profile.column("subrs").at(0, 0)).isEqualTo(2);
    }

    @Test
    void aLastLineWithoutAnEndIsNoted() throws IOException {
        String cut = RUN.substring(0, RUN.indexOf(" aggregates"));
        Path file = write("profile.0.0.0", cut);
        try (ProfileSource source = new TauFormat().open(Input.of(file))) {
            assertThat(source.report().entries())
                    .extracting(Object::toString)
                    .singleElement()
                    .asString()
                    .startsWith("the last line is not terminated; the file may be truncated");
        }
    }

    @Test
    void aRankWithoutAFileIsNoted() throws IOException {
        for (int rank : new int[] {1, 2, 4})
            Files.writeString(folder.resolve("profile.%d.0.0".formatted(rank)), RUN);
        try (ProfileSource source = new TauFormat().open(Input.of(folder.toString()))) {
            assertThat(source.outline().contexts()).hasSize(3);
            assertThat(source.report().entries())
                    .containsExactly(
                            new ReadReport.Entry(
                                    "a rank without a file is missing", 1, "rank 3", false));
        }
    }

    @Test
    void groupsAreLabels() throws IOException {
        Profile profile = read("profile.0.0.0", RUN);
        assertThat(profile.outline().label("group", 0)).isEqualTo("TAU_DEFAULT");
        assertThat(profile.outline().label("group", 1)).isEqualTo("MPI");
    }

    @Test
    void userEventsAreMetricsAtTheirCallPathOrTheRoot() throws IOException {
        Profile profile = read("profile.0.0.0", RUN);
        assertThat(profile.column("Message size for broadcast").at(0, 0)).isEqualTo(12);
        assertThat(profile.column("Message size for broadcast.count").at(0, 0)).isEqualTo(2);
        assertThat(profile.column("Message size for broadcast.max").at(0, 0)).isEqualTo(8);
        assertThat(profile.column("Message size for broadcast.min").at(0, 0)).isEqualTo(4);
        assertThat(profile.column("Message size for broadcast.sumsqr").at(0, 0)).isEqualTo(80);
        assertThat(profile.column("Heap").at(0, 1)).isEqualTo(7);
    }

    @Test
    void metadataOfTheFirstFileAreTheRuns() throws IOException {
        Profile profile = read("profile.0.0.0", RUN);
        assertThat(profile.metadata().get("Command Line").orElseThrow())
                .hasToString("./cpi -n <9>");
    }

    @Test
    void metadataThatDifferBetweenFilesAreLabelsOfTheirContexts() throws IOException {
        String more = "</metadata>";
        write(
                "profile.0.0.0",
                RUN.replace(more, fact("pid", "7") + fact("Local Time", "8") + more));
        write(
                "profile.1.0.0",
                RUN.replace(
                        more,
                        fact("pid", "9") + fact("Local Time", "10") + fact("GPU", "A100") + more));
        Profile profile = readFolder();
        assertThat(profile.outline().contextLabels())
                .containsExactlyInAnyOrder(
                        Label.of("pid", List.of("7", "9")), Label.of("GPU", List.of("", "A100")));
        assertThat(profile.metadata().get("pid")).isEmpty();
        assertThat(profile.metadata().get("Local Time").orElseThrow()).hasToString("8");
        assertThat(profile.metadata().get("Command Line")).isPresent();
    }

    private static String fact(String name, String value) {
        return "<attribute><name>%s</name><value>%s</value></attribute>".formatted(name, value);
    }

    @Test
    void fileNamesAreRanksAndThreads() throws IOException {
        write("profile.0.0.0", RUN);
        write("profile.1.0.0", RUN.replace("n17", "n18"));
        assertThat(readFolder().contexts())
                .containsExactly(
                        new Context("n17", 0, -1, -1, -1), new Context("n18", 1, -1, -1, -1));
        write("profile.1.0.1", RUN);
        assertThat(readFolder().contexts())
                .extracting(Context::toString)
                .containsExactly(
                        "n17 rank 0 thread 0", "n18 rank 1 thread 0", "n17 rank 1 thread 1");
        write("profile.1.1.1", RUN);
        assertThat(readFolder().contexts())
                .extracting(Context::toString)
                .contains("n17 rank 1 thread 1 stream 0", "n17 rank 1 thread 1 stream 1");
    }

    @Test
    void severalMetricsLieInFoldersOfTheirOwn() throws IOException {
        Files.createDirectory(folder.resolve("MULTI__TIME"));
        Files.createDirectory(folder.resolve("MULTI__PAPI_TOT_CYC"));
        write("MULTI__TIME/profile.0.0.0", RUN);
        String cycles =
                RUN.replace("_MULTI_TIME", "_MULTI_PAPI_TOT_CYC")
                        .replace(">TIME<", ">PAPI_TOT_CYC<");
        write("MULTI__PAPI_TOT_CYC/profile.0.0.0", cycles.replace("60 90", "600 900"));
        Input input = Input.of(folder.toString());
        assertThat(new TauFormat().sniff(input)).isEqualTo(Match.CERTAIN);
        Profile profile = readFolder();
        assertThat(profile.contexts()).hasSize(1);
        assertThat(profile.column("PAPI_TOT_CYC").at(0, 1)).isEqualTo(900);
        assertThat(profile.column(ALL).at(0, 1)).isEqualTo(90);
        assertThat(profile.column("calls").at(0, 2)).as("counted once").isEqualTo(3);
    }

    @Test
    void withoutCallPathsEveryFunctionIsARoot() throws IOException {
        Profile profile =
                read(
                        "profile.0.0.0",
                        """
                        2 templated_functions
                        # Name Calls Subrs Excl Incl ProfileCalls #
                        "main" 1 1 5 100 0 GROUP="TAU_USER"
                        "solve() C" 4 0 95 95 0 GROUP="TAU_USER"
                        0 aggregates
                        """);
        assertThat(profile.tree().path(1)).containsExactly("solve()");
        assertThat(profile.column(ALL).at(0, 1)).isEqualTo(95);
    }

    @Test
    void pathsThatADepthLimitCutHangFromRootsWithoutValues() throws IOException {
        Profile profile =
                read(
                        "profile.0.0.0",
                        """
                        5 templated_functions
                        # Name Calls Subrs Excl Incl ProfileCalls #
                        "main" 1 1 5 100 0 GROUP="A"
                        "f" 1 1 5 95 0 GROUP="A"
                        "main => f" 1 1 5 95 0 GROUP="A"
                        "g" 1 0 90 90 0 GROUP="A"
                        "f => g" 1 0 90 90 0 GROUP="A"
                        """);
        assertThat(profile.column(ALL).at(0, profile.tree().at("main/f"))).isEqualTo(95);
        assertThat(profile.column(ALL).at(0, profile.tree().at("f/g"))).isEqualTo(90);
        assertThat(profile.column(ALL).at(0, profile.tree().at("f"))).isNaN();
    }

    @Test
    void namesMayHoldQuotes() throws IOException {
        Profile profile =
                read(
                        "profile.0.0.0",
                        """
                        1 templated_functions
                        # Name Calls Subrs Excl Incl ProfileCalls #
                        "f("x")" 1 1 5 100 0 GROUP="A"
                        """);
        assertThat(profile.tree().name(0)).isEqualTo("f(\"x\")");
    }

    @Test
    void samplesAndLoopsHaveTheirOwnKinds() throws IOException {
        Profile profile =
                read(
                        "profile.0.0.0",
                        """
                        2 templated_functions
                        # Name Calls Subrs Excl Incl ProfileCalls #
                        "Loop: f [{a.c} {3,1}-{9,1}]" 1 1 5 100 0 GROUP="A"
                        "[SAMPLE] f [{a.c} {4}]" 1 1 5 100 0 GROUP="A"
                        """);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.LOOP, "Loop: f", "a.c", 3, ""));
        assertThat(profile.tree().frame(1))
                .isEqualTo(new Frame(Frame.Kind.LINE, "[SAMPLE] f", "a.c", 4, ""));
    }

    @Test
    void badRowsAreLeftOutAndCounted() throws IOException {
        String bad = RUN.replace("\"MPI_Init()  \" 1 1 60 90", "\"MPI_Init()  \" 1 x 60 90");
        assertThat(report(bad).getFirst())
                .startsWith("a line is not a function with its five numbers (first: ")
                .endsWith("profile.0.0.0 line 4)");
        assertThat(report(RUN.replace("&lt;", "&nothing;")).getFirst())
                .startsWith("metadata cannot be read (first: ")
                .contains("(metadata) line 1: expected well-formed XML, found ");
        assertThat(report(RUN.replace("2 8 4 6 80", "2 8")).getFirst())
                .startsWith("a line is not a user event with five numbers");
        assertThat(report(RUN.replace("5 templated", "4 templated")).getFirst())
                .startsWith("a line is neither a function nor a count of user events");
        assertThat(report(RUN.substring(0, RUN.indexOf("\"read"))).getFirst())
                .startsWith("the file ends before its functions do");
        assertThat(report(RUN.substring(0, RUN.indexOf("0 aggregates"))).getFirst())
                .startsWith("the file ends before its count of aggregates");
        assertThat(report(RUN.substring(0, RUN.indexOf("\"Heap"))).getFirst())
                .startsWith("the file ends before its user events do");
        assertThat(report(RUN.replace("\"Heap :", "\" :")).getFirst())
                .startsWith("a user event has no name or no node");
    }

    @Test
    void pathsMayBeDeeperThanAStackAndNamesMayBeBlank() throws IOException {
        int depth = 100_000;
        String deep = "f =>".repeat(depth) + " ".repeat(100_000) + "[{a.c}]";
        Profile profile =
                read(
                        "profile.0.0.0",
                        "1 templated_functions\n#\n\"%s\" 1 1 5 100 0 GROUP=\"A\"\n0 aggregates\n"
                                .formatted(deep));
        assertThat(profile.tree().size()).isEqualTo(depth + 1);
        assertThat(profile.tree().frame(depth))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "unknown", "a.c", 0, ""));
        String blank = "1 templated_functions\n#\n\"\" 1 1 5 100 0 GROUP=\"A\"\n0 aggregates\n";
        assertThat(read("profile.0.0.0", blank).tree().name(0)).isEqualTo("unknown");
    }

    @Test
    void filesThatAreNotProfilesAreNoted() throws IOException {
        write("profile.0.0.0", RUN);
        write("notes.txt", "hello");
        Input input = Input.of(folder.toString());
        assertThat(new TauFormat().sniff(input)).isEqualTo(Match.PLAUSIBLE);
        try (ProfileSource source = new TauFormat().open(input)) {
            assertThat(source.report().entries().getFirst().reason())
                    .isEqualTo("a file is not part of the profile");
        }
    }

    @Test
    void aFileThatIsNoProfileIsRefusedWithItsLine() {
        assertRefused("", "line 1: expected a count of functions, found ''");
        assertRefused("x templated_functions\n", "line 1: expected a count, found 'x'");
        assertRefused("-1 templated_functions\n", "line 1: expected a count, found '-1'");
        assertRefused(
                "1 templated_functions\nhello\n", "line 2: expected a header line, found 'hello'");
        assertRefused(
                "0 templated_functions\n#\n0 aggregates\n",
                "expected at least one function with values, found none");
        assertRefused(
                "2000000000 templated_functions\n#\n",
                "expected at least one function with values, found none");
        assertRefused(
                "1 templated_functions\n" + "#".repeat(1 << 21),
                "line 2: expected a line of at most 1 MiB, found a longer one");
        assertThatThrownBy(() -> new TauFormat().open(Input.of(folder.toString())))
                .hasMessageContaining("expected ");
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read("profile.0.0.0", text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Profile read(String name, String text) throws IOException {
        try (ProfileSource source = new TauFormat().open(Input.of(write(name, text)))) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(String text) throws IOException {
        try (ProfileSource source = new TauFormat().open(Input.of(write("profile.0.0.0", text)))) {
            assertThat(source.report().isLossy()).isTrue();
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }

    private Profile readFolder() throws IOException {
        try (ProfileSource source = new TauFormat().open(Input.of(folder.toString()))) {
            return source.load(Slice.everything());
        }
    }
}
