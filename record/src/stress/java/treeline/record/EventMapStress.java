package treeline.record;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

import treeline.record.events.Cell;
import treeline.record.events.EachCell;
import treeline.record.events.OpenNanos;
import treeline.record.ranks.SoloCommunicator;

import java.util.List;

/// What a snapshot reads of an event map while its thread writes it. The yardstick is a machine
/// that reorders stores (aarch64); on x86 only the compiler does.
///
/// | what | filled, then | published by | read by |
/// |---|---|---|---|
/// | stack of events | release fence | plain store of `stack` | load, acquire fence |
/// | metrics of a cell | release fence | plain store of `metrics` | load, acquire fence |
/// | series of a metric | release fence | plain store into `metricSeries[n]` | load, acquire fence |
/// | nanoseconds | release fence | plain store of `calls` | load, acquire fence, then nanoseconds |
/// | fields of an event | release fence | plain store of `sequence`, odd | twice, fences between |
public final class EventMapStress {
    private EventMapStress() {}

    private static ThreadEvents events() {
        RecorderOptions options = RecorderOptions.builder("unused").clock(() -> 1).build();
        RankMetrics metrics = RankMetrics.of(List.of(), List.of());
        return new RankEvents(new SoloCommunicator(), metrics, options, true).main;
    }

    /// The stack has room for four events and grows with the fifth.
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "every event of the stack is there")
    @State
    public static class Stack {
        private final ThreadEvents events = events();

        @Actor
        public void program() {
            for (int i = 0; i < 6; i++) events.begin("deep", null, -1, true);
        }

        @Actor
        public void snapshot(I_Result result) {
            for (int level = 0; events.openTime(level) != null; level++) {}
            events.openTime(5);
            events.countOpen();
            result.r1 = 1;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "absent")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "0 where nothing was added")
    @State
    public static class Metrics {
        private final Cell cell = new Cell(0, null);

        @Actor
        public void program() {
            cell.addMetric(0, 2, 5);
        }

        @Actor
        public void snapshot(I_Result result) {
            result.r1 = Double.isNaN(cell.metric(1)) ? 1 : 0;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "what was added, or absent")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "0 where nothing was added")
    @State
    public static class Series {
        private final EachCell cell = new EachCell(0, null);

        public Series() {
            cell.addMetricIteration(0, 2, 1, 7);
        }

        @Actor
        public void program() {
            cell.addMetricIteration(0, 2, 20, 8);
        }

        @Actor
        public void snapshot(I_Result result) {
            result.r1 = 1;
            for (double value : cell.metricSeries(0)) if (value == 0) result.r1 = 0;
        }
    }

    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 10", "0, 20", "1, 10", "1, 20", "2, 20"},
            expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "fewer nanoseconds than the calls took")
    @State
    public static class Calls {
        private final Cell cell = new Cell(0, null);

        @Actor
        public void program() {
            cell.addNanos(10);
            cell.addNanos(10);
        }

        @Actor
        public void snapshot(JJ_Result result) {
            result.r1 = cell.calls();
            result.r2 = cell.nanos();
        }
    }

    /// One object stands for both events, one after the other.
    @JCStressTest
    @Outcome(
            id = {"-1, -1", "1, 1", "2, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "none, or one event")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "the cell of one event with the iteration of another")
    @State
    public static class OpenEvent {
        private final ThreadEvents events = events();

        @Actor
        public void program() {
            events.takeOver(Thread.currentThread());
            events.begin("one", Loop.EACH, 1, true).close();
            events.begin("two", Loop.EACH, 2, true).close();
        }

        @Actor
        public void snapshot(II_Result result) {
            result.r1 = result.r2 = -1;
            OpenNanos.OpenTime open = events.openTime(0);
            if (open == null) return;
            result.r1 = open.iteration();
            for (PathNode node : events.nodes())
                if (node.newestCell() == open.cell()) result.r2 = node.name.equals("one") ? 1 : 2;
        }
    }
}
