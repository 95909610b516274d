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
    private int count;

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
        value =
                count == 0
                        ? next
                        : switch (how) {
                            case SUM, MEAN -> value + next;
                            case MAX -> Math.max(value, next);
                            case MIN -> Math.min(value, next);
                        };
        count++;
    }

    double value() {
        return how == How.MEAN ? value / count : value;
    }
}
