package treeline.record;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;

/// Which metrics a recording has besides time and calls: declared numbers first, then built-ins;
/// declared texts (labels) apart.
record RankMetrics(List<String> labels, List<Metric> numbers, List<BuiltIn> builtIns) {
    static final String TIME = "time";
    static final String CALLS = "calls";

    /// What [#numberOf] says of a name that is not there.
    static final int UNDECLARED = -1;

    /// And of one that is a label.
    static final int IS_LABEL = -2;

    static RankMetrics of(List<DeclaredMetric> declared, List<BuiltIn> builtIns) {
        List<String> labels = new ArrayList<>();
        List<Metric> numbers = new ArrayList<>();
        for (DeclaredMetric metric : declared)
            if (metric.consistent()) labels.add(metric.name());
            else numbers.add(new Metric(metric.name(), metric.unit(), metric.scope()));
        for (BuiltIn builtIn : builtIns) numbers.add(builtIn.metric());
        return new RankMetrics(labels, numbers, List.copyOf(builtIns));
    }

    RankMetrics {
        labels = List.copyOf(labels);
        numbers = List.copyOf(numbers);
    }

    /// The number of a declared metric; built-ins cannot be set by the program.
    int numberOf(String name) {
        int declared = numbers.size() - builtIns.size();
        for (int i = 0; i < declared; i++) if (numbers.get(i).name().equals(name)) return i;
        return labels.contains(name) ? IS_LABEL : UNDECLARED;
    }

    int labelOf(String name) {
        int label = labels.indexOf(name);
        if (label >= 0) return label;
        return numberOf(name) >= 0 ? IS_LABEL : UNDECLARED;
    }

    int builtInNumber(int i) {
        return numbers.size() - builtIns.size() + i;
    }

    /// All metrics of the written profile: time, calls, then the numbers.
    List<Metric> all() {
        List<Metric> all = new ArrayList<>();
        all.add(new Metric(TIME, Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        all.add(new Metric(CALLS, Unit.COUNT, Metric.Scope.EXCLUSIVE));
        all.addAll(numbers);
        return all;
    }
}
