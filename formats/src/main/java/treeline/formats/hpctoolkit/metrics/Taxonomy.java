package treeline.formats.hpctoolkit.metrics;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.metrics.StoredMetric.Instance;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Summary;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Metrics that `metrics/default.yaml` derives from stored ones, such as a kernel's occupancy from
/// two sums. Metrics that it only renames are not repeated.
public record Taxonomy(List<Derived> metrics) {
    private static final Taxonomy NONE = new Taxonomy(List.of());
    private static final String VERSION = "0";

    /// A metric that a formula derives from stored metrics.
    ///
    /// @param ids the stored metric ids of the formula's inputs
    public record Derived(String name, boolean inclusive, TaxonomyFormula formula, int[] ids) {}

    /// Reads the derived metrics of a database.
    ///
    /// @param summary whether inputs are values of the summary, or of single threads
    public static Taxonomy read(
            @Nullable Path folder, List<StoredMetric> stored, boolean summary, ReadReport.Log log)
            throws IOException {
        Path file = folder == null ? null : folder.resolve("metrics").resolve("default.yaml");
        if (file == null || !Files.isRegularFile(file)) return NONE;
        try {
            return new Builder(YamlReader.read(file), stored, summary, log).build(file);
        } catch (MalformedProfileException notUnderstood) {
            log.note(
                    "the derived metrics of metrics/default.yaml cannot be read",
                    String.valueOf(notUnderstood.getMessage()));
            return NONE;
        }
    }

    private static final class Builder {
        private final YamlReader.Document document;
        private final List<StoredMetric> stored;
        private final boolean summary;
        private final ReadReport.Log log;
        private final List<Derived> metrics = new ArrayList<>();

        Builder(
                YamlReader.Document document,
                List<StoredMetric> stored,
                boolean summary,
                ReadReport.Log log) {
            this.document = document;
            this.stored = stored;
            this.summary = summary;
            this.log = log;
        }

        Taxonomy build(Path file) {
            String version = document.top() instanceof Yaml.Fields top ? top.text("version") : "";
            if (!version.equals(VERSION))
                throw MalformedProfileException.of(
                        file.toString(), "version " + VERSION, "'%s'".formatted(version));
            for (Yaml root : ((Yaml.Fields) document.top()).items("roots")) addMetric(root);
            return new Taxonomy(metrics);
        }

        private void addMetric(Yaml root) {
            if (!(root instanceof Yaml.Fields metric)) {
                log.note("metrics/default.yaml lists a metric without fields", root.toString());
                return;
            }
            for (var variant : metric.fields("variants").fields().entrySet())
                if (variant.getValue() instanceof Yaml.Fields fields)
                    addVariant(metric.text("name"), variant.getKey(), fields);
            for (Yaml child : metric.items("children")) addMetric(child);
        }

        private void addVariant(String metric, String variant, Yaml.Fields fields) {
            boolean main = variant.isEmpty() || variant.equals("Sum");
            String name = main ? metric : "%s (%s)".formatted(metric, variant);
            Yaml.Fields formula = fields.fields("formula");
            add(name, true, formula.get("inclusive"));
            add(name, false, formula.get("exclusive"));
        }

        /// `standard` formulas are built from scopes that can be added up; `custom` ones need not
        /// be.
        private void add(String name, boolean inclusive, Yaml formula) {
            Yaml expression = formula;
            if (formula instanceof Yaml.Fields either
                    && (either.fields().containsKey("standard")
                            || either.fields().containsKey("custom")))
                expression =
                        either.fields().containsKey("standard")
                                ? either.get("standard")
                                : either.get("custom");
            if (expression instanceof Yaml.Alias || expression.equals(Yaml.ABSENT)) return;
            Map<Integer, Integer> inputs = new LinkedHashMap<>();
            TaxonomyFormula parsed = formula(expression, inputs);
            if (parsed == null || inputs.isEmpty() || name.isBlank())
                log.note("a derived metric cannot be computed from the stored metrics", name);
            else metrics.add(new Derived(name, inclusive, parsed, ids(inputs)));
        }

        private static int[] ids(Map<Integer, Integer> inputs) {
            return inputs.keySet().stream().mapToInt(Integer::intValue).toArray();
        }

        /// The formula of an expression, null where it is not understood.
        private @Nullable TaxonomyFormula formula(Yaml expression, Map<Integer, Integer> inputs) {
            return switch (expression) {
                case Yaml.Text(String value) -> number(value);
                case Yaml.Alias(String anchor) -> input(anchor, inputs);
                case Yaml.Items(List<Yaml> items) -> infix(items, inputs);
                case Yaml.Fields(Map<String, Yaml> fields) -> {
                    if (fields.size() != 1) yield null;
                    var only = fields.entrySet().iterator().next();
                    List<Yaml> terms =
                            only.getValue() instanceof Yaml.Items(List<Yaml> items)
                                    ? items
                                    : List.of(only.getValue());
                    yield operation(only.getKey(), terms, inputs);
                }
            };
        }

        private static @Nullable TaxonomyFormula number(String text) {
            try {
                return new TaxonomyFormula.Constant(Double.parseDouble(text));
            } catch (NumberFormatException notANumber) {
                return null;
            }
        }

        /// `[a, +, b, +, c]`: one operator, because nothing says which of two binds tighter.
        private @Nullable TaxonomyFormula infix(List<Yaml> items, Map<Integer, Integer> inputs) {
            if (items.size() == 1) return formula(items.getFirst(), inputs);
            if (items.size() < 3 || items.size() % 2 == 0) return null;
            List<Yaml> terms = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                if (i % 2 == 0) terms.add(items.get(i));
                else if (!items.get(i).equals(items.get(1))) return null;
            }
            return items.get(1) instanceof Yaml.Text(String name)
                    ? operation(name, terms, inputs)
                    : null;
        }

        private @Nullable TaxonomyFormula operation(
                String name, List<Yaml> terms, Map<Integer, Integer> inputs) {
            TaxonomyFormula.Operator operator = TaxonomyFormula.Operator.of(name);
            if (operator == null || !operator.takes(terms.size())) return null;
            List<TaxonomyFormula> parsed = new ArrayList<>();
            for (Yaml term : terms) {
                TaxonomyFormula each = formula(term, inputs);
                if (each == null) return null;
                parsed.add(each);
            }
            return new TaxonomyFormula.Operation(operator, List.copyOf(parsed));
        }

        private @Nullable TaxonomyFormula input(String anchor, Map<Integer, Integer> inputs) {
            if (!(document.anchors().get(anchor) instanceof Yaml.Fields input)) return null;
            int id = idOf(input);
            if (id < 0) return null;
            return new TaxonomyFormula.Input(inputs.computeIfAbsent(id, _ -> inputs.size()));
        }

        private int idOf(Yaml.Fields input) {
            for (StoredMetric metric : stored)
                if (metric.name().equals(input.text("metric")))
                    for (Summary each : metric.summaries())
                        if (isNamed(each, input))
                            return summary ? each.id() : threadId(metric, each);
            return -1;
        }

        private static boolean isNamed(Summary each, Yaml.Fields input) {
            return each.scope().name().equals(input.text("scope"))
                    && each.formula().equals(input.text("formula"))
                    && each.combine()
                            == List.of("sum", "min", "max").indexOf(input.text("combine"));
        }

        /// Of a single thread the sum is the value itself; other statistics it does not have.
        private static int threadId(StoredMetric metric, Summary each) {
            if (!each.isPlainSum()) return -1;
            for (Instance instance : metric.instances())
                if (instance.scope().name().equals(each.scope().name())) return instance.id();
            return -1;
        }
    }
}
