package treeline.record;

import treeline.model.Metric;
import treeline.record.parts.RecordedMetrics;

import java.util.ArrayList;
import java.util.List;

/// The metrics of a recording besides time and calls: declared numbers, then built-in metrics;
/// labels separately.
final class RankMetrics {
    /// What [#numberOf] says of a name that is not there.
    static final int UNDECLARED = -1;

    /// And of one that is a label.
    static final int IS_LABEL = -2;

    private final RecordedMetrics recorded;
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

    private RankMetrics(List<String> labels, List<Metric> numbers, List<BuiltIn> builtIns) {
        this.recorded = new RecordedMetrics(labels, numbers);
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

    RecordedMetrics recorded() {
        return recorded;
    }

    List<String> labels() {
        return recorded.labels();
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
        return numberCount - builtIns.size() + i;
    }
}
