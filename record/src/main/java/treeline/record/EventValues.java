package treeline.record;

import treeline.record.events.Cut;
import treeline.record.events.EachCell;
import treeline.record.events.Misuse;

/// The metrics and labels that events of one thread are given: by the program, or read at their
/// start and end.
final class EventValues {
    private final ThreadEvents thread;
    private final RankEvents rank;

    EventValues(ThreadEvents thread) {
        this.thread = thread;
        this.rank = thread.rank;
    }

    void add(Event event, int number, double value) {
        if (!thread.isOpenHere(event)) return;
        int count = rank.metrics.numberCount;
        if (number < 0)
            rank.misuse.count(
                    number == RankMetrics.IS_LABEL ? Misuse.WRONG_KIND : Misuse.UNDECLARED_METRIC);
        else if (!Double.isFinite(value)) rank.misuse.count(Misuse.NOT_A_NUMBER);
        else {
            thread.startChange();
            addValue(event, number, count, value);
            thread.endChange();
        }
    }

    private void addValue(Event event, int number, int count, double value) {
        Cut cut = thread.cut();
        if (cut != null) cut.beforeNumber(event.cell, number, event.iteration);
        if (event.iteration < 0
                || !(event.cell instanceof EachCell each)
                || !each.addMetricIteration(number, count, event.iteration, value))
            event.cell.addMetric(number, count, value);
    }

    void put(Event event, String metric, String text) {
        if (!thread.isOpenHere(event)) return;
        int label = rank.metrics.labelOf(metric);
        if (label < 0)
            rank.misuse.count(
                    label == RankMetrics.IS_LABEL ? Misuse.WRONG_KIND : Misuse.UNDECLARED_METRIC);
        else if (!event.node.label(label, rank.metrics.labelCount, text))
            rank.misuse.count(Misuse.CHANGED_LABEL);
    }

    /// Adds what the built-in metrics have changed since the start of the event. Part of its end.
    void addProbes(Event event) {
        var builtIns = rank.metrics.builtIns();
        int count = rank.metrics.numberCount;
        for (int i = 0; i < builtIns.size(); i++) {
            long before = event.probesAtStart[i];
            long after = builtIns.get(i).reading(rank.communicator);
            if (before != BuiltIn.NO_READING && after != BuiltIn.NO_READING)
                addValue(event, rank.metrics.builtInNumber(i), count, (double) (after - before));
        }
    }
}
