package treeline.formats.ncu;

import treeline.model.Metric;

/// The value of several launches as one.
final class Rollup {
    private enum How {
        SUM,
        MAX,
        MIN,
        MEAN
    }

    private final How how;
    private double value;
    private double count;

    private Rollup(How how) {
        this.how = how;
    }

    static Rollup of(Metric metric) {
        if (metric.scope() == Metric.Scope.EXCLUSIVE) return new Rollup(How.SUM);
        if (metric.name().endsWith(".max")) return new Rollup(How.MAX);
        if (metric.name().endsWith(".min")) return new Rollup(How.MIN);
        return new Rollup(How.MEAN);
    }

    void add(double next) {
        add(next, 1);
    }

    /// Adds what so many launches have together.
    void add(double next, double launches) {
        double term = how == How.MEAN ? next * launches : next;
        value =
                count == 0
                        ? term
                        : switch (how) {
                            case SUM, MEAN -> value + term;
                            case MAX -> Math.max(value, term);
                            case MIN -> Math.min(value, term);
                        };
        count += launches;
    }

    double value() {
        return how == How.MEAN ? value / count : value;
    }
}
