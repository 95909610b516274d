package treeline.dashboard.ensemble;

import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.ensemble.statistics.MetadataSummary;
import treeline.ensemble.statistics.TopDown;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.RealColumn;
import treeline.table.Table;
import treeline.table.WholeColumn;
import treeline.text.NaturalOrder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The runs of an ensemble with their metadata: numbers as columns, strings as codes into a sorted
/// list of distinct values.
final class OverviewAnswer {
    private static final int MISSING = -1;

    private final OpenEnsemble.Loaded loaded;
    private final boolean isArchive;
    private final ColumnFrame frame = new ColumnFrame();
    private final List<Described> described = new ArrayList<>();

    /// A metadata column of the answer.
    ///
    /// @param key its name in the frame
    /// @param isWhole whether all its numbers are integers
    /// @param values the distinct strings, empty for numbers
    private record Described(
            String key, String name, boolean isNumber, boolean isWhole, List<String> values) {}

    private OverviewAnswer(OpenEnsemble.Loaded loaded, boolean isArchive) {
        this.loaded = loaded;
        this.isArchive = isArchive;
    }

    static Response of(OpenEnsemble.Loaded loaded, boolean isArchive) {
        return new OverviewAnswer(loaded, isArchive).answer();
    }

    private Response answer() {
        Table metadata = loaded.ensemble().metadata();
        for (int i = 1; i < metadata.columns().size(); i++) add("c" + i, metadata.columns().get(i));
        return frame.with(this::write);
    }

    private void add(String key, Column column) {
        boolean isNumber = column instanceof WholeColumn || column instanceof RealColumn;
        boolean isWhole = column instanceof WholeColumn;
        if (isNumber) frame.real(key, numbers(column));
        List<String> values = isNumber ? List.of() : distinct(column);
        if (!isNumber) frame.whole(key, codes(column, values));
        described.add(new Described(key, column.name(), isNumber, isWhole, values));
    }

    private static double[] numbers(Column column) {
        double[] numbers = new double[column.rows()];
        for (int row = 0; row < numbers.length; row++)
            numbers[row] = column.isMissing(row) ? Double.NaN : column.number(row);
        return numbers;
    }

    private static List<String> distinct(Column column) {
        Set<String> values = new java.util.TreeSet<>(NaturalOrder.NATURAL.thenComparing(it -> it));
        for (int row = 0; row < column.rows(); row++)
            if (!column.isMissing(row)) values.add(column.text(row));
        return List.copyOf(values);
    }

    private static int[] codes(Column column, List<String> values) {
        Map<String, Integer> code = new HashMap<>();
        for (String value : values) code.put(value, code.size());
        int[] codes = new int[column.rows()];
        for (int row = 0; row < codes.length; row++)
            codes[row] =
                    column.isMissing(row) ? MISSING : code.getOrDefault(column.text(row), MISSING);
        return codes;
    }

    private void write(JsonWriter json) {
        Ensemble ensemble = loaded.ensemble();
        ShortNames names = ShortNames.of(ensemble.keys());
        json.name("folder").value(names.folder());
        json.name("runs").values(names.all());
        json.name("archive").value(isArchive);
        json.name("topdown").value(TopDown.byHeader(ensemble).size() == 1);
        json.name("warnings").values(loaded.warnings());
        json.name("partial").array();
        for (int run = 0; run < ensemble.runs(); run++)
            if (loaded.partial().contains(ensemble.keys().get(run))) json.value(run);
        json.end();
        writeMetrics(json);
        writeMetadata(json);
    }

    private void writeMetrics(JsonWriter json) {
        Ensemble ensemble = loaded.ensemble();
        Map<String, Metric> byName = new LinkedHashMap<>();
        for (Metric each : ensemble.metrics()) byName.putIfAbsent(each.name(), each);
        json.name("metric").value(ensemble.profile().outline().defaultMetric().name());
        json.name("metrics").array();
        for (Metric each : byName.values()) {
            json.object().name("name").value(each.name());
            json.name("unit").value(each.unit().symbol());
            json.name("scope").value(each.addsUp() ? "additive" : "point").end();
        }
        json.end();
    }

    private void writeMetadata(JsonWriter json) {
        Set<String> differing =
                MetadataSummary.of(loaded.ensemble()).differing().stream()
                        .map(MetadataSummary.Fact::name)
                        .collect(Collectors.toSet());
        json.name("metadata").array();
        for (Described each : described) {
            json.object().name("key").value(each.key).name("name").value(each.name);
            json.name("kind").value(each.isNumber ? "number" : "text");
            json.name("whole").value(each.isWhole);
            json.name("constant").value(!differing.contains(metadataName(each.name)));
            json.name("values").values(each.values).end();
        }
        json.end();
    }

    /// A column that would collide with the run name has a prefix.
    private static String metadataName(String column) {
        return column.equals("metadata.run") ? Ensemble.RUN : column;
    }
}
