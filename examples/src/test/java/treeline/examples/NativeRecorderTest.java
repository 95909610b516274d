package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Recordings of single-process C and C++ programs, with the semantics of the Java recorder.
@Timeout(Patience.TEST_SECONDS)
class NativeRecorderTest {
    @TempDir Path folder;

    private NativeProgram c(String body) throws Exception {
        return NativeProgram.c(folder, body);
    }

    /// One line per node: its path, its labels, and its calls per context.
    static List<String> calls(Profile profile) {
        var calls = profile.column("calls").byContext();
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < profile.tree().size(); node++) {
            var line = new StringBuilder(String.join("/", profile.tree().path(node)));
            for (int context = 0; context < profile.contexts().size(); context++) {
                int cell = calls.find(context, node);
                line.append(
                        cell < 0 ? " -" : String.format(Locale.ROOT, " %.0f", calls.value(cell)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String label(Profile profile, String name, String path) {
        return profile.outline().label(name, profile.tree().at(path));
    }

    @Test
    void eventsLoopsTagsNumbersAndRepetitions() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            treeline_option("metrics", "tag:0;mem:1");
                            treeline_option("metadata.mesh", "fine");
                            treeline_metric("moved", "B", "inclusive");
                            TREELINE_START("out");
                            for (int run = 0; run < 2; run++) {
                                TREELINE_BEGIN("main");
                                for (int i = 0; i < 3; i++) {
                                    TREELINE_BEGIN_EACH("sweep", 2 * i);
                                    TREELINE_PUT("tag", "COMP");
                                    TREELINE_ADD("mem", i + 0.5);
                                    TREELINE_ADD("mem", 1);
                                    TREELINE_END("sweep");
                                    TREELINE_BEGIN_SUM("residual", i);
                                    TREELINE_ADD("moved", 1000);
                                    TREELINE_END("residual");
                                }
                                if (run == 1) {
                                    TREELINE_BEGIN_LOCAL("last");
                                    TREELINE_END("last");
                                }
                                TREELINE_END("main");
                            }
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        Profile profile = program.recording();
        assertThat(calls(profile))
                .containsExactly(
                        "main 1 1", "main/sweep 3 3", "main/residual 3 3", "main/last - 1");
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofRank(0).inRepetition(0), Context.ofRank(0).inRepetition(1));
        assertThat(label(profile, "tag", "main/sweep")).isEqualTo("COMP");
        assertThat(label(profile, "loop", "main/sweep")).isEqualTo("each");
        assertThat(label(profile, "loop", "main/residual")).isEqualTo("sum");
        int sweep = profile.tree().at("main/sweep");
        var mem = profile.column("mem").byContext();
        assertThat(mem.series(mem.find(1, sweep)))
                .containsExactly(1.5, Double.NaN, 2.5, Double.NaN, 3.5);
        var time = profile.column("time").byContext();
        assertThat(time.seriesLength(time.find(0, sweep))).isEqualTo(5);
        assertThat(time.iteration(time.find(0, sweep), 1)).isNaN();
        var moved = profile.column("moved").byContext();
        assertThat(moved.value(moved.find(0, profile.tree().at("main/residual")))).isEqualTo(3000);
        assertThat(profile.metric("moved").unit().symbol()).isEqualTo("B");
        assertThat(profile.metadata().get("mesh").orElseThrow()).hasToString("fine");
        assertThat(profile.metadata().get("recorder").orElseThrow()).hasToString("native");
    }

    @Test
    void anInclusiveTimeHoldsWhatIsInside() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            TREELINE_BEGIN("wait");
                            usleep(20000);
                            TREELINE_END("wait");
                            TREELINE_END("main");
                            return 0;
                        }
                        """);
        program.runs();
        var time = program.recording().column("time").byContext();
        assertThat(time.value(time.find(0, 1))).isBetween(2e7, Patience.SECONDS * 1e9);
        assertThat(time.value(time.find(0, 0))).isGreaterThan(time.value(time.find(0, 1)));
    }

    @Test
    void namesMayBeAnyTextAtTheSameAddress() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            char name[1200];
                            TREELINE_START("out");
                            for (int i = 0; i < 4; i++) {
                                snprintf(name, sizeof name, "step %d", i % 2);
                                treeline_begin(name, 0, 0);
                                treeline_end(name);
                            }
                            treeline_begin("gr\\xc3\\xbc\\xc3\\x9f \\xf0\\x9f\\x8c\\xb2", 0, 0);
                            treeline_end(NULL);
                            treeline_begin("bad \\xff\\xc3", 0, 0);
                            treeline_end("bad \\xff\\xc3");
                            treeline_begin("", 0, 0);
                            treeline_end("");
                            memset(name, 'x', 1100);
                            name[1100] = 0;
                            treeline_begin(name, 0, 0);
                            treeline_end(name);
                            return 0;
                        }
                        """);
        assertThat(program.runs().lines())
                .singleElement()
                .asString()
                .contains("events had no name", "names longer than 1,000 bytes were truncated");
        assertThat(calls(program.recording()))
                .containsExactly(
                        "step 0 1 1",
                        "step 1 1 1",
                        "grüß 🌲 1 -",
                        "bad ?? 1 -",
                        "(unnamed) 1 -",
                        "x".repeat(1000) + " 1 -");
    }

    @Test
    void misuseIsCountedAndReportedInOneLine() throws Exception {
        NativeProgram program =
                c(
                        """
                        static void *ends_of_another(void *unused) {
                            (void)unused;
                            TREELINE_END("main");
                            TREELINE_BEGIN("forgotten");
                            return NULL;
                        }
                        int main(void) {
                            pthread_t thread;
                            treeline_option("metrics", "tag:0;mem:1");
                            TREELINE_START("out");
                            TREELINE_END("never");
                            TREELINE_BEGIN("main");
                            TREELINE_BEGIN("inner");
                            TREELINE_ADD("flops", 1);
                            TREELINE_ADD("tag", 1);
                            TREELINE_ADD("mem", 1.0 / 0.0);
                            TREELINE_PUT("tag", "A");
                            TREELINE_PUT("tag", "B");
                            TREELINE_BEGIN_EACH("i", -1);
                            TREELINE_END("i");
                            TREELINE_BEGIN_EACH("i", 1 << 30);
                            TREELINE_END("i");
                            TREELINE_BEGIN_SUM("i", 0);
                            TREELINE_END("i");
                            TREELINE_END("main");
                            pthread_create(&thread, NULL, ends_of_another, NULL);
                            pthread_join(thread, NULL);
                            TREELINE_BEGIN("left");
                            treeline_close();
                            TREELINE_END("left");
                            return 0;
                        }
                        """);
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: events were still open when their enclosing event was ended"
                            + " (inner); events were ended, or given values, while not open on"
                            + " their thread, 2 times (first: never); events were still open at the"
                            + " end of the recording or of their thread, 2 times (first: of a"
                            + " thread that has ended); values were given for undeclared metrics"
                            + " (flops); a label was given a number, or a numeric metric a string"
                            + " (tag); a label got different values at the same call path (inner);"
                            + " a call path was recorded with different loop modes (i); iteration"
                            + " numbers were negative, beyond iteration-limit or too far apart;"
                            + " these calls are part of the sums, but not stored by iteration (i);"
                            + " values that are not finite were not added (inner)\n");
        Profile profile = program.recording();
        assertThat(calls(profile))
                .containsExactly(
                        "main 1 -",
                        "main/inner 1 -",
                        "main/inner/i 3 -",
                        "left 1 -",
                        "forgotten - 1");
        assertThat(profile.metadata().get("recorder.misuse.not_open").orElseThrow())
                .hasToString("2 times, first at never");
    }

    @Test
    void limitsLeaveOutAndCount() throws Exception {
        NativeProgram program =
                c(
                        """
                        static void down(int levels) {
                            TREELINE_BEGIN("down");
                            if (levels > 1) down(levels - 1);
                            TREELINE_END("down");
                        }
                        int main(void) {
                            char name[16];
                            TREELINE_START("out");
                            for (int i = 0; i < 4; i++) {
                                TREELINE_BEGIN("main");
                                down(6);
                                TREELINE_END("main");
                            }
                            TREELINE_BEGIN("names");
                            for (int i = 0; i < 9; i++) {
                                snprintf(name, sizeof name, "n%d", i);
                                treeline_begin(name, 0, 0);
                                TREELINE_BEGIN_EACH("inside", i);
                                TREELINE_END("inside");
                                treeline_end(name);
                            }
                            TREELINE_END("names");
                            return 0;
                        }
                        """);
        String problems =
                program.with("TREELINE_RECORD_DEPTH_LIMIT", "3")
                        .with("TREELINE_RECORD_PATH_LIMIT", "8")
                        .with("TREELINE_RECORD_ITERATION_LIMIT", "1")
                        .with("TREELINE_RECORD_REPETITION_LIMIT", "2")
                        .runs();
        assertThat(problems)
                .contains(
                        "repetitions beyond repetition-limit were added to the last one, 2 times"
                                + " (first: main)")
                .contains(
                        "events nested deeper than depth-limit were not recorded, 4 times (first:"
                                + " down)")
                .contains("events beyond path-limit were not recorded, 7 times");
        assertThat(problems.lines()).hasSize(1);
        assertThat(calls(program.recording()))
                .containsExactly(
                        "main 1 3",
                        "main/down 1 3",
                        "main/down/down 1 3",
                        "names 1 -",
                        "names/n0 1 -",
                        "names/n0/inside 1 -",
                        "names/n1 1 -",
                        "names/n1/inside 1 -");
    }

    @Test
    void eventsAllocateNothing() throws Exception {
        NativeProgram program =
                c(
                        """
                        #include <malloc.h>
                        static void some(int count) {
                            for (int i = 0; i < count; i++) {
                                TREELINE_BEGIN("main");
                                TREELINE_BEGIN_EACH("each", i % 100);
                                TREELINE_ADD("mem", 1);
                                TREELINE_END("each");
                                treeline_begin("text", 0, 0);
                                treeline_end("text");
                                TREELINE_END("main");
                            }
                        }
                        int main(void) {
                            struct mallinfo2 before;
                            treeline_option("metrics", "mem:1");
                            treeline_option("repetition-limit", "1");
                            TREELINE_START("out");
                            some(100);
                            before = mallinfo2();
                            some(100000);
                            return mallinfo2().uordblks != before.uordblks;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
    }

    @Test
    void aPauseLeavesOutWhatBeginsInIt() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            TREELINE_BEGIN("open");
                            treeline_pause();
                            TREELINE_BEGIN("paused");
                            treeline_resume();
                            TREELINE_BEGIN("inside");
                            TREELINE_END("inside");
                            TREELINE_END("paused");
                            TREELINE_END("open");
                            TREELINE_END("main");
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        assertThat(calls(program.recording()))
                .containsExactly("main 1", "main/open 1", "main/open/inside 1");
    }

    @Test
    void exceptionsLeaveEventsInOrder() throws Exception {
        NativeProgram program =
                NativeProgram.cpp(
                        folder,
                        """
                        #include <stdexcept>
                        #include <thread>
                        static void throws() {
                            TREELINE_FUNCTION;
                            treeline::Event inner("inner", TREELINE_EACH, 1);
                            inner.put("tag", "COMP").add("mem", 8);
                            throw std::runtime_error("x");
                        }
                        int main() {
                            treeline_option("metrics", "tag:0;mem:1");
                            TREELINE_START("out");
                            treeline::Event all("main");
                            try { throws(); } catch (const std::exception &) {}
                            treeline::Event *moved = new treeline::Event("moved");
                            std::thread([moved] { delete moved; }).join();
                            treeline::Event ended("ended");
                            ended.end();
                        }
                        """,
                        "-std=c++11");
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: events were still open when their enclosing event was ended"
                                + " (moved); events were ended on a thread other than the one that"
                                + " started them ()\n");
        assertThat(calls(program.recording()))
                .containsExactly(
                        "main 1",
                        "main/throws 1",
                        "main/throws/inner 1",
                        "main/moved 1",
                        "main/moved/ended 1");
    }
}
