package treeline.bench.record.mpi;

import java.util.ArrayList;
import java.util.List;

/// Many executions one after the other, and what was seen of snapshots at the end of each. Those
/// that a snapshot touched are compared with as many halfway to the snapshots before and after it.
final class Steps {
    /// The first and the last that a snapshot is seen in may not be all that it touched.
    private static final int MARGIN = 1;

    private final List<Step> steps = new ArrayList<>();

    /// @param seconds how long it took
    /// @param shown how many snapshots there were at its end
    /// @param isBegun whether another was being written
    /// @param agentSeconds the CPU that agents had taken until then
    record Step(double seconds, int shown, boolean isBegun, double agentSeconds) {}

    /// What the executions around a snapshot took, as many without one, and its agents.
    record Comparison(double without, double with, double agentSeconds) {}

    /// A snapshot is seen from the step `from` to the one before `to`.
    private record Span(int from, int to) {
        int length() {
            return to - from;
        }

        /// As long as another one, halfway between this and the next.
        Span before(Span next, int length) {
            int start = (to + next.from - length) / 2;
            return new Span(start, start + length);
        }
    }

    void add(Step step) {
        steps.add(step);
    }

    /// One for each snapshot that has one before and one after it.
    List<Comparison> comparisons() {
        List<Span> spans = spans();
        List<Comparison> all = new ArrayList<>();
        for (int i = 1; i + 1 < spans.size(); i++) {
            Span span = spans.get(i);
            Span early = spans.get(i - 1).before(span, span.length());
            Span late = span.before(spans.get(i + 1), span.length());
            if (early.from < spans.get(i - 1).to || late.to > spans.get(i + 1).from) continue;
            all.add(
                    new Comparison(
                            (seconds(early) + seconds(late)) / 2,
                            seconds(span),
                            agentSeconds(span)));
        }
        return all;
    }

    private List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        int from = -1;
        for (int i = 1; i < steps.size(); i++) {
            boolean isShown = steps.get(i).shown > steps.get(i - 1).shown;
            if (from < 0 && (isShown || steps.get(i).isBegun)) from = i;
            if (!isShown) continue;
            spans.add(new Span(Math.max(0, from - MARGIN), i + 1 + MARGIN));
            from = -1;
        }
        if (!spans.isEmpty() && spans.getLast().to > steps.size()) spans.removeLast();
        return spans;
    }

    private double seconds(Span span) {
        double sum = 0;
        for (Step step : steps.subList(span.from, span.to)) sum += step.seconds;
        return sum;
    }

    private double agentSeconds(Span span) {
        int before = Math.max(0, span.from - 1);
        return steps.get(span.to - 1).agentSeconds - steps.get(before).agentSeconds;
    }
}
