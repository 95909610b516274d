package treeline.formats.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PerfScriptTest {
    private static final String STACKS =
            """
            # ========
            # hostname : node7
            # cmdline : /usr/bin/perf record -g ./sim
            # ========
            sim 100/100 [002] 12.500000:       1000 cycles:u:\s
            \t          4007f3 std::vector<int (*)(char)>::push(int, char) const+0x13 (/opt/my sim (deleted))
            \t          400800 main+0x20 (/opt/sim)

            sim 100/101 [003] 12.600000:       500 cycles:u:\s
            \tffffffff810001 sys_read ([kernel.kallsyms])
            \t          400800 main+0x2a (/opt/sim)

            sim 100/101 [003] 12.700000:       250000 cpu-clock:\s
            \t          400800 main+0x20 (/opt/sim)

            """;

    @TempDir Path folder;
    private String report = "";

    @Test
    void eachEventIsAMetricOfItsPeriodsAndOneOfItsSamples() throws IOException {
        Profile profile = read(STACKS);
        assertThat(profile.metrics())
                .containsExactly(
                        own("cycles:u", Unit.COUNT),
                        own("cycles:u samples", Unit.COUNT),
                        own("cpu-clock", Unit.NANOSECONDS),
                        own("cpu-clock samples", Unit.COUNT));
        int main = profile.tree().at(List.of("main"));
        assertThat(profile.column(own("cpu-clock", Unit.NANOSECONDS)).at(1, main))
                .isEqualTo(250000);
        Metric cycles = own("cycles:u", Unit.COUNT).in(Scope.INCLUSIVE);
        assertThat(profile.column(cycles).at(0, main)).isEqualTo(1000);
        assertThat(profile.column(cycles).at(1, main)).isEqualTo(500);
        assertThat(report).isEmpty();
    }

    @Test
    void threadsAreContextsWithTheirIds() throws IOException {
        Profile profile = read(STACKS);
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofThread(Context.NONE, 0), Context.ofThread(Context.NONE, 1));
        assertThat(profile.outline().contextLabel("comm", 1)).isEqualTo("sim");
        assertThat(profile.outline().contextLabel("pid", 1)).isEqualTo("100");
        assertThat(profile.outline().contextLabel("tid", 1)).isEqualTo("101");
    }

    @Test
    void processesAreRanksInTheOrderOfTheirIds() throws IOException {
        Profile profile = read(STACKS.replace("100/101", "9/9"));
        assertThat(profile.contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(1, 0));
        assertThat(profile.outline().contextLabel("pid", 0)).isEqualTo("9");
    }

    @Test
    void namesAndModulesMayHoldSpacesAndParentheses() throws IOException {
        Profile profile = read(STACKS);
        int main = profile.tree().at(List.of("main"));
        assertThat(profile.tree().frame(main + 1))
                .isEqualTo(
                        function(
                                "std::vector<int (*)(char)>::push(int, char) const",
                                "/opt/my sim (deleted)"));
        assertThat(profile.tree().frame(main + 2))
                .isEqualTo(function("sys_read", "[kernel.kallsyms]"));
    }

    @Test
    void linesOfTheHeaderAreMetadata() throws IOException {
        assertThat(read(STACKS).metadata().get("hostname")).contains(new Value.Text("node7"));
    }

    @Test
    void withoutStacksTheFrameStandsBesideTheEvent() throws IOException {
        Profile profile =
                read("   bad 100 [002] 12.500000:   7 cycles:  4007f3 f (/sim)\n".repeat(2));
        assertThat(profile.tree().size()).isEqualTo(1);
        assertThat(profile.column(own("cycles", Unit.COUNT)).at(0, 0)).isEqualTo(14);
    }

    @Test
    void fieldsThatWereNotAskedForMayBeMissing() throws IOException {
        Profile profile = read("my prog 12 cycles:\n\t40 [unknown] ([unknown])\n\n");
        assertThat(profile.outline().contextLabel("comm", 0)).isEqualTo("my prog");
        assertThat(profile.metrics()).containsExactly(own("cycles samples", Unit.COUNT));
        assertThat(profile.tree().frame(0)).isEqualTo(function("[unknown]", ""));
    }

    @Test
    void tracepointsAndSamplesWithoutAStackCount() throws IOException {
        Profile profile =
                read(
                        """
                        sim 1 [000] 1.5: sched:sched_switch: prev_comm=a ==> next_comm=b
                        \t40 f (/x)

                        sim 1 1.6: cycles:

                        """);
        assertThat(profile.metrics())
                .containsExactly(
                        own("sched:sched_switch samples", Unit.COUNT),
                        own("cycles samples", Unit.COUNT));
        assertThat(profile.tree().frame(1)).isEqualTo(Frame.OUTSIDE_REGIONS);
        assertThat(report).contains("tracepoint fields are ignored (first: sched:sched_switch)");
    }

    @Test
    void whatIsNoSampleIsReported() throws IOException {
        read(
                STACKS
                        + "hello\n"
                        + "sim 100/100 13.0: PERF_RECORD_MMAP2 100/100: [0x4]\n"
                        + "sim 100/100 13.0: PERF_RECORD_LOST lost 4\n"
                        + "sim 1 1.5: 3 cycles:\n"
                        + "  file.c:12\n");
        assertThat(report)
                .contains(
                        "a line is neither the start of a sample nor a frame of one (first: line"
                                + " 16)")
                .contains("perf records other than samples are ignored (first: line 17)")
                .contains("perf lost samples (first: line 18)")
                .contains("skipped a line within a stack that is not a frame (first: line 20)");
        assertThatThrownBy(() -> read("# nothing\n"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("expected samples as perf script prints them, found none");
    }

    @Test
    void aNegativePeriodIsReportedAndItsSampleCounts() throws IOException {
        Profile profile =
                read(
                        """
                        sim 1 1.0: -5 cycles:
                        \t40 f (/x)

                        sim 1 1.1: 10 cycles:
                        \t40 f (/x)

                        """);
        assertThat(report).contains("a sample has a negative period (first: line 1)");
        assertThat(profile.contexts()).hasSize(1);
        assertThat(profile.column(own("cycles", Unit.COUNT)).at(0, 0)).isEqualTo(10);
        assertThat(profile.column(own("cycles samples", Unit.COUNT)).at(0, 0)).isEqualTo(2);
    }

    @Test
    void nulBytesLoseTheirSample() throws IOException {
        String sample = "sim 1 1.1: 10 cycles:\n\t40 f (/x)\n\n";
        String nul = "\0".repeat(1000);
        for (String damaged :
                List.of(
                        sample + nul,
                        sample + nul + "\n",
                        sample + "sim 1 1.2: 7 cycles:\n\t40 f (/x" + nul + ")\n\n")) {
            Profile profile = read(damaged);
            assertThat(report).contains("skipped a sample with NUL bytes");
            assertThat(profile.tree().size()).isEqualTo(1);
            assertThat(profile.column(own("cycles", Unit.COUNT)).at(0, 0)).isEqualTo(10);
        }
    }

    /// As in a sample of FlameGraph, whose blanks a script has stripped.
    @Test
    void framesMayLackTheirBlanks() throws IOException {
        String text =
                "\njava 19 cycles:\nffffffff8103d0ca msr ([kernel.kallsyms])\n7f7241fbe6d8"
                        + " Obj::base(T) const (/lib/libjvm.so)\n\n";
        assertThat(sniffed(text)).isEqualTo(Match.CERTAIN);
        Profile profile = read(text);
        assertThat(profile.tree().path(1)).containsExactly("Obj::base(T) const", "msr");
        assertThat(report).isEmpty();
    }

    @Test
    void aSampleAtTheEndOfAFileThatMayBeCutIsNoted() throws IOException {
        Profile profile = read(STACKS.stripTrailing());
        assertThat(profile.metrics()).hasSize(4);
        assertThat(report).contains("the last sample does not end with an empty line");
        read(STACKS + "sim 100/101 [003] 12.700000:       250");
        assertThat(report)
                .contains("the file ends within the first line of a sample (first: line 16)");
    }

    /// A file that ends after a sample may be complete: perf prints no end mark. The first line
    /// alone is a sample of a recording without stacks.
    @Test
    void everyCutWithinASampleIsReportedOrRefused() throws IOException {
        for (int length = 0; length < STACKS.length(); length++) {
            String part = STACKS.substring(0, length);
            try {
                read(part);
            } catch (MalformedProfileException refused) {
                continue;
            }
            boolean mayBeComplete = part.endsWith("\n\n") || part.endsWith(" 1000 cycles:u: \n");
            if (!mayBeComplete) assertThat(report).as(part).isNotEmpty();
        }
        read(STACKS);
        assertThat(report).isEmpty();
    }

    @Test
    void deepStacksAndLongLinesDoNotTakeLong() throws IOException {
        String frame = "\t40 f (/x)\n";
        assertThat(read("sim 1 1.5: 3 cycles:\n" + frame.repeat(200_000)).tree().size())
                .isEqualTo(200_000);
        read(STACKS + "1 ".repeat(400_000) + "\n" + " (".repeat(400_000) + ")\n");
        assertThat(report).contains("a line is neither");
    }

    @Test
    void stacksAreCertainAndOtherTextIsNot() throws IOException {
        assertThat(sniffed(STACKS)).isEqualTo(Match.CERTAIN);
        assertThat(sniffed("Chapter 1 of: this\n  12 abc\n")).isEqualTo(Match.NO);
        assertThat(sniffed("sim 1 1.5: 3 cycles:\nnext\n")).isEqualTo(Match.NO);
    }

    @Test
    void aRealFileIsRead() throws IOException {
        Path file = TestData.require("other/perf/simple.linux-perf.txt");
        Profile profile = read(Files.readString(file));
        assertThat(profile.tree().path(profile.tree().size() - 1))
                .containsExactly("[unknown]", "__libc_start_main", "main", "_Z5deltav", "_Z4betav");
        assertThat(profile.column(own("cpu-clock", Unit.NANOSECONDS)).at(0, 4)).isEqualTo(1001001);
    }

    private Match sniffed(String text) throws IOException {
        return new PerfScriptFormat().sniff(Input.of(Files.writeString(folder.resolve("x"), text)));
    }

    private static Frame function(String name, String module) {
        return new Frame(Frame.Kind.FUNCTION, name, "", 0, module);
    }

    private static Metric own(String name, Unit unit) {
        return new Metric(name, unit, Scope.EXCLUSIVE);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("perf.txt"), text);
        try (ProfileSource source = new PerfScriptFormat().open(Input.of(file))) {
            report = source.report().entries().toString().replace("[]", "");
            return source.load(Slice.everything());
        }
    }
}
