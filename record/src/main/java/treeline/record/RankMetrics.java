package treeline.record;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;

/// Which metrics a recording has besides time and calls: declared numbers first, then built-ins;
/// declared texts (labels) apart.
final class RankMetrics {
    static final String TIME = "time";
    static final String CALLS = "calls";

    /// What [#numberOf] says of a name that is not there.
    static final int UNDECLARED = -1;

    /// And of one that is a label.
    static final int IS_LABEL = -2;

    private final List<String> labels;
    private final List<Metric> numbers;
    private final List<BuiltIn> builtIns;

    /// Arrays of interned texts, because events search them, mostly for literals.
    private final String[] labelNames;

    private final String[] declaredNames;

    final int labelCount;
    final int numberCount;

    static RankMetrics of(List<DeclaredMetric> declared, List<BuiltIn> builtIns) {
        List<String> labels = new ArrayList<>();
        List<Metric> numbers = new ArrayList<>();
        for (DeclaredMetric metric : declared)
            if (metric.consistent()) labels.add(metric.name());
            else numbers.add(new Metric(metric.name(), metric.unit(), metric.scope()));
        for (BuiltIn builtIn : builtIns) numbers.add(builtIn.metric());
        return new RankMetrics(labels, numbers, builtIns);
    }

    /// Those of a recording that is read: nobody asks who set them.
    static RankMetrics read(List<String> labels, List<Metric> numbers) {
        return new RankMetrics(labels, numbers, List.of());
    }

    private RankMetrics(List<String> labels, List<Metric> numbers, List<BuiltIn> builtIns) {
        this.labels = List.copyOf(labels);
        this.numbers = List.copyOf(numbers);
        this.builtIns = List.copyOf(builtIns);
        this.labelCount = labels.size();
        this.numberCount = numbers.size();
        this.labelNames = labels.stream().map(String::intern).toArray(String[]::new);
        this.declaredNames =
                numbers.stream()
                        .limit(numbers.size() - builtIns.size())
                        .map(metric -> metric.name().intern())
                        .toArray(String[]::new);
    }

    List<String> labels() {
        return labels;
    }

    List<Metric> numbers() {
        return numbers;
    }

    List<BuiltIn> builtIns() {
        return builtIns;
    }

    /// The number of a declared metric; built-ins cannot be set by the program.
    int numberOf(String name) {
        int number = indexOf(name, declaredNames);
        if (number >= 0) return number;
        return indexOf(name, labelNames) >= 0 ? IS_LABEL : UNDECLARED;
    }

    int labelOf(String name) {
        int label = indexOf(name, labelNames);
        if (label >= 0) return label;
        return indexOf(name, declaredNames) >= 0 ? IS_LABEL : UNDECLARED;
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // equality is tried after identity
    private static int indexOf(String name, String[] names) {
        for (int i = 0; i < names.length; i++) if (names[i] == name) return i;
        for (int i = 0; i < names.length; i++) if (names[i].equals(name)) return i;
        return -1;
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
