package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;

import java.io.IOException;
import java.nio.file.Path;

/// Recording many short calls takes longer than the program: who sees the times must know it, and
/// what to leave out.
class AgentCostTest {
    @TempDir Path folder;

    private static final String HOT =
            """
            package com.acme;
            public class Hot {
                static class Cell { int value; int next(int by) { value = value * 31 + by; return value; } }
                public static void main(String[] arguments) {
                    Cell cell = new Cell();
                    int sum = 0;
                    for (int i = 0; i < 200; i++) sum += row(cell, Integer.parseInt(arguments[0]));
                    System.out.println(sum != 7);
                }
                static int row(Cell cell, int times) {
                    int sum = 0;
                    for (int i = 0; i < times; i++) sum += cell.next(i);
                    return sum;
                }
            }
            """;

    private static final String RARE =
            """
            package com.acme;
            public class Rare {
                public static void main(String[] arguments) throws Exception { for (int i = 0; i < 3; i++) nap(i); }
                static void nap(int i) throws Exception { Thread.sleep(50); }
            }
            """;

    @Test
    void manyShortCallsAreReportedWithTheOptionThatLeavesThemOut() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Hot", HOT);
        AgentRun.Ended ended =
                run.run("include=com.acme.**,measure-overhead=false", "com.acme.Hot", "20000");
        assertThat(ended.err())
                .matches(
                        "treeline: 3 methods of 2 classes recorded in .+: 4,000,201 calls\n"
                            + "treeline: recording took at least \\d\\d+ % of the busy time \\(\\d+"
                            + " ns per call in a tight loop\\); the overhead was not measured"
                            + " \\(measure-overhead=false\\) and may be several times as large\n"
                            + "treeline: 'exclude=com.acme.Hot\\$Cell#next' would omit 100 % of the"
                            + " calls, all of them short\n");
        Metadata metadata = AgentRun.read(run.output()).outline().metadata();
        assertThat(metadata.get("recorder.calls")).contains(new Metadata.Value.Whole(4_000_201));
        assertThat(metadata.get("recorder.small"))
                .contains(new Metadata.Value.Text("Hot.Cell.next"));
        assertThat(real(metadata, "recorder.call.nanos")).isBetween(1.0, 10_000.0);
        assertThat(real(metadata, "recorder.share")).isBetween(0.1, 1.0);
    }

    @Test
    void whatIsProposedIsWhatTheOptionTakes() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Hot", HOT);
        AgentRun.Ended ended =
                run.run(
                        "include=com.acme.**,exclude=com.acme.Hot$Cell#next",
                        "com.acme.Hot",
                        "5000");
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: 2 methods of 1 classes recorded in %s: 201 calls\n"
                                .formatted(run.output()));
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Hot.main 1\n  Hot.row 200\n");
    }

    /// Calls `row` for a given number of milliseconds of CPU time; prints the calls of `next`.
    private static final String LONG =
            """
            package com.acme;
            public class Long {
                static class Cell { int value; int next(int by) { value = value * 31 + by; return value; } }
                static int calls;
                public static void main(String[] arguments) {
                    Cell cell = new Cell();
                    int sum = 0;
                    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
                    long end = 1_000_000L * Integer.parseInt(arguments[0]);
                    while (threads.getCurrentThreadCpuTime() < end) sum += row(cell);
                    System.out.print(calls);
                }
                static int row(Cell cell) {
                    int sum = 0;
                    for (int i = 0; i < 10_000; i++) sum += cell.next(i);
                    calls += 10_000;
                    return sum;
                }
            }
            """;

    @Test
    void theOverheadIsMeasuredInTheProgramAndEveryCallIsCounted() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Long", LONG);
        AgentRun.Ended ended = measured(run, "include=com.acme.**");
        assertThat(ended.err())
                .containsPattern(
                        "recording took (about|at least) \\d\\d % of the CPU time \\(\\d+ to \\d+"
                                + " %\\)")
                .containsPattern(
                        "'exclude=com.acme.Long\\$Cell#next' (brings|is expected to bring) this"
                                + " below 5 %;");
        int rows = Integer.parseInt(ended.out()) / 10_000;
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo(
                        "Long.main 1\n  Long.row %d\n    Long.Cell.next %s\n"
                                .formatted(rows, ended.out()));
        Metadata metadata = AgentRun.read(run.output()).outline().metadata();
        assertThat(real(metadata, "recorder.share.low"))
                .isBetween(0.5, real(metadata, "recorder.share"));
    }

    @Test
    void aBudgetStopsTheRecordingOfShortMethodsAndSaysSo() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Long", LONG);
        AgentRun.Ended ended = measured(run, "include=com.acme.**,budget=5%");
        assertThat(ended.err())
                .containsPattern(
                        "budget=5%: recording of 1 method was stopped, the first after \\d+\\.\\d"
                                + " s: Long.Cell.next; their later calls are not counted");
        Metadata metadata = AgentRun.read(run.output()).outline().metadata();
        assertThat(metadata.get("recorder.removed").orElseThrow().toString())
                .matches("Long\\.Cell\\.next after \\d+\\.\\d s and [\\d,]+ calls");
        int rows = Integer.parseInt(ended.out()) / 10_000;
        assertThat(AgentRun.drawn(run.output()))
                .startsWith("Long.main 1\n  Long.row %d\n".formatted(rows))
                .doesNotContain("next " + ended.out());
    }

    /// A run of `Long` that is long enough for the overhead to be measured: on a busy machine that
    /// takes more comparisons.
    private static AgentRun.Ended measured(AgentRun run, String options) throws IOException {
        AgentRun.Ended ended = run.run(options, "com.acme.Long", "1800");
        for (int millis = 6000; millis <= 24_000; millis *= 2)
            if (ended.err().contains("the overhead was not measured"))
                ended = run.run(options, "com.acme.Long", Integer.toString(millis));
        return ended;
    }

    @Test
    void aFewLongCallsCostNothingToSpeakOf() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Rare", RARE);
        AgentRun.Ended ended = run.run("include=com.acme.Rare", "com.acme.Rare");
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: 2 methods of 1 classes recorded in %s: 4 calls\n"
                                .formatted(run.output()));
        Metadata metadata = AgentRun.read(run.output()).outline().metadata();
        assertThat(metadata.keys()).noneMatch(key -> key.startsWith("recorder.share"));
    }

    @Test
    void aProgramThatWaitsUsesTheCpuForASmallShareOfItsRecordedTime() throws IOException {
        String program =
                """
                package com.acme;
                public class Waits {
                    public static void main(String[] arguments) throws Exception { answer(); }
                    static void answer() throws Exception { Thread.sleep(4000); }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Waits", program);
        run.run("include=com.acme.Waits", "com.acme.Waits");
        Metadata metadata = AgentRun.read(run.output()).outline().metadata();
        assertThat(real(metadata, "recorder.cpu.share")).isBetween(0.0, 0.59);
    }

    @Test
    void shortMethodsAreCountedUnlessTheyCallSomethingThatIsNotRecorded() throws IOException {
        String program =
                """
                package com.acme;
                public class Short {
                    static int field;
                    static int get() { return field; }
                    static int same() { return get(); }
                    static Object made() { return new int[0]; }
                    static String other() { return Apart.text(); }
                    static void nap() throws Exception { Thread.sleep(1); }
                    public static void main(String[] arguments) throws Exception { get(); same(); made(); other(); nap(); }
                }
                class Apart { static String text() { return ""; } }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Short", program);
        assertThat(run.run("include=com.acme.Short", "com.acme.Short").err())
                .startsWith(
                        "treeline: 3 methods of 1 classes recorded in %s, 3 skipped with less than min-size=12 bytes of code: 3 calls"
                                .formatted(run.output()));
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo("Short.main 1\n  Short.other 1\n  Short.nap 1\n");
        run = new AgentRun(folder.resolve("again")).compiled("com.acme.Short", program);
        assertThat(run.run("include=com.acme.*,min-size=5", "com.acme.Short").err())
                .startsWith(
                        "treeline: 2 methods of 1 classes recorded in %s, 5 skipped with less than min-size=5 bytes of code"
                                .formatted(run.output()));
    }

    private static double real(Metadata metadata, String key) {
        return ((Metadata.Value.Real) metadata.get(key).orElseThrow()).value();
    }
}
