package treeline.store.text;

import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextForm;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The header line of row fields: the path, labels, then metrics as `name:unit:scope`. An unknown
/// unit adds `:dimension:scale`.
record ColumnsLine(List<String> labels, List<Metric> metrics) {
    private static final String PART = ":";

    ColumnsLine {
        labels = List.copyOf(labels);
        metrics = List.copyOf(metrics);
    }

    static ColumnsLine of(Outline outline) {
        return new ColumnsLine(
                outline.labels().stream().map(Label::name).toList(), outline.metrics());
    }

    /// The fields behind `@columns`.
    ///
    /// @throws IllegalArgumentException if two columns have the same heading
    List<String> fields() {
        List<String> fields = new ArrayList<>(List.of(TextForm.PATH_COLUMN));
        for (String label : labels) fields.add(encoded(label));
        for (Metric metric : metrics) fields.add(heading(metric));
        Set<String> distinct = new HashSet<>();
        for (String field : fields.subList(1, fields.size()))
            if (!distinct.add(field))
                throw new IllegalArgumentException("two columns are called '%s'".formatted(field));
        return fields;
    }

    private static String heading(Metric metric) {
        Unit unit = metric.unit();
        List<String> parts =
                new ArrayList<>(
                        List.of(
                                encoded(metric.name()),
                                encoded(unit.symbol()),
                                Word.of(metric.scope())));
        if (!unit.equals(Unit.of(unit.symbol()))) {
            parts.add(Word.of(unit.dimension()));
            parts.add(Double.toString(unit.scale()));
        }
        return String.join(PART, parts);
    }

    private static String encoded(String name) {
        return Escapes.encoded(name, PART);
    }

    static ColumnsLine parsed(List<String> fields, TextLines at) {
        if (fields.isEmpty() || !fields.getFirst().equals(TextForm.PATH_COLUMN))
            throw at.malformed("path as the first column");
        List<String> labels = new ArrayList<>();
        List<Metric> metrics = new ArrayList<>();
        Set<String> distinct = new HashSet<>();
        for (String field : fields.subList(1, fields.size())) {
            if (!distinct.add(field))
                throw at.malformed("columns that differ", QuotedExcerpt.of(field) + " twice");
            if (field.contains(PART)) metrics.add(metric(field, at));
            else if (metrics.isEmpty()) labels.add(label(field, at));
            else throw at.malformed("labels before metrics", QuotedExcerpt.of(field));
        }
        return new ColumnsLine(labels, metrics);
    }

    private static String label(String field, TextLines at) {
        String name = Escapes.decoded(field, at);
        if (name.isBlank()) throw at.malformed("the name of a label", QuotedExcerpt.of(field));
        return name;
    }

    private static Metric metric(String field, TextLines at) {
        String[] parts = field.split(PART, -1);
        String name = Escapes.decoded(parts[0], at);
        if ((parts.length != 3 && parts.length != 5) || name.isBlank())
            throw at.malformed("a metric as name:unit:scope", QuotedExcerpt.of(field));
        Metric.Scope scope = Word.of(Metric.Scope.class, parts[2], at);
        String symbol = Escapes.decoded(parts[1], at);
        Unit unit =
                parts.length == 3
                        ? Unit.of(symbol)
                        : new Unit(
                                symbol,
                                Word.of(Unit.Dimension.class, parts[3], at),
                                scale(parts[4], at));
        return new Metric(name, unit, scope);
    }

    private static double scale(String text, TextLines at) {
        double scale = Word.real(text, at);
        if (!(scale > 0)) throw at.malformed("a positive scale", QuotedExcerpt.of(text));
        return scale;
    }
}
