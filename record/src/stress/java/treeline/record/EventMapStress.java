package treeline.record;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

import treeline.record.events.Cell;
import treeline.record.events.Cut;
import treeline.record.events.EachCell;
import treeline.record.events.NumberSeries;
import treeline.record.ranks.SoloCommunicator;

import java.util.List;

/// What a snapshot reads of an event map while its thread writes it. The yardstick is a machine
/// that reorders stores (aarch64); on x86 only the compiler does.
///
/// | what | filled, then | published by | read by |
/// |---|---|---|---|
/// | stack of events | release fence | plain store of `stack` | load, acquire fence |
/// | metrics of a cell | release fence | plain store of `metrics` | load, acquire fence |
/// | series of a metric | release fence | plain store into `numbers[n]` | load, acquire fence |
/// | events and cells | fences | plain stores of `version`, odd and even | [treeline.record.events.Cut] |
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
            events.openTimes();
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
            NumberSeries.Stored seen = cell.metricSeries(0);
            for (int i = 0; i < seen.length(); i++) if (seen.at(i) == 0) result.r1 = 0;
        }
    }

    /// Calls and iterations of a cell, with the event that is open.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1", "2, 2"},
            expect = Expect.ACCEPTABLE,
            desc = "before, between and after the events")
    @Outcome(expect = Expect.FORBIDDEN, desc = "calls and iterations of different moments")
    @State
    public static class Moment {
        private final ThreadEvents events = events();

        @Actor
        public void program() {
            events.takeOver(Thread.currentThread());
            events.begin("one", Loop.EACH, 70_000, true).close();
            events.begin("one", Loop.EACH, 70_001, true).close();
        }

        @Actor
        public void snapshot(II_Result result) {
            PathNode[] nodes = events.nodes();
            if (nodes.length == 0) return;
            EachCell cell = (EachCell) nodes[0].newestCell();
            if (cell == null) return;
            events.readAtOnce(
                    (cut, open) -> {
                        try {
                            result.r1 = (int) cut.calls(cell) + open.size();
                            result.r2 = cut.times(cell).length() + open.size();
                            return true;
                        } catch (Cut.Torn again) {
                            return false;
                        }
                    });
        }
    }
}
