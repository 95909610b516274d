package treeline.formats.caliper.spot;

import org.jspecify.annotations.Nullable;

import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.reading.SqliteFile;
import treeline.source.LoadedSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The runs of a Spot database, stored as JSON records, in one of two layouts: Spot's own tables
/// or, since 2021, records of Sina, LLNL's simulation data library, which stores attributes and
/// runs as separate records.
public final class SpotDatabase {
    // Spot's own tables.
    private static final String RUNS = "Runs";
    private static final String ATTRIBUTES = "AttributeKeys";
    private static final Set<String> RUN_COLUMNS = Set.of("run", "globals", "records");
    private static final Set<String> ATTRIBUTE_COLUMNS = Set.of("name", "kind");

    // Sina's.
    private static final String SINA = "Record";
    private static final Set<String> SINA_COLUMNS = Set.of("id", "type", "raw");
    private static final String METRIC_TYPE = "type = 'caliper_metric_attribute'";
    private static final String RUN_TYPE = "type = 'run'";

    private final SqliteFile file;
    private final boolean isOfSina;
    private final Map<String, CaliperAttribute> metrics = new HashMap<>();

    /// A run of the database.
    ///
    /// @param row its row
    public record Run(long row, String id) {}

    /// @throws MalformedProfileException if it is not of Spot
    public SpotDatabase(SqliteFile file) throws IOException {
        this.file = file;
        if (!isIn(file))
            throw MalformedProfileException.of(file.name(), "the tables of SpotDB", "others");
        this.isOfSina = !hasOwnTables(file);
        if (isOfSina) readMetricsOfSina();
        else readMetrics();
    }

    public static boolean isIn(SqliteFile file) throws IOException {
        return hasOwnTables(file) || hasAttributesInSina(file);
    }

    private static boolean hasOwnTables(SqliteFile file) throws IOException {
        return file.columns(RUNS).containsAll(RUN_COLUMNS)
                && file.columns(ATTRIBUTES).containsAll(ATTRIBUTE_COLUMNS);
    }

    /// Others keep data in Sina too.
    private static boolean hasAttributesInSina(SqliteFile file) throws IOException {
        if (!file.columns(SINA).containsAll(SINA_COLUMNS)) return false;
        boolean[] any = {false};
        file.each(SINA, List.of("id"), METRIC_TYPE + " LIMIT 1", _ -> any[0] = true);
        return any[0];
    }

    private void readMetrics() throws IOException {
        file.each(
                ATTRIBUTES,
                List.of("name", "alias", "unit"),
                "kind = 'metric'",
                row ->
                        metric(
                                String.valueOf(row.getString(1)),
                                text(row.getString(2)),
                                text(row.getString(3))));
    }

    private void readMetricsOfSina() throws IOException {
        file.each(
                SINA,
                List.of("id", "raw"),
                METRIC_TYPE,
                row -> {
                    String name = String.valueOf(row.getString(1));
                    Map<String, String> facts =
                            SpotJson.attribute(file.name() + " record " + name, row.getBytes(2));
                    metric(
                            name,
                            facts.getOrDefault("attribute.alias", ""),
                            facts.getOrDefault("attribute.unit", ""));
                });
    }

    private void metric(String name, String alias, String unit) {
        metrics.put(name, CaliperAttribute.ofColumn(name, true, alias, unit));
    }

    private static String text(@Nullable String stored) {
        return stored == null ? "" : stored;
    }

    /// In the order in which they came in.
    public List<Run> runs() throws IOException {
        List<Run> runs = new ArrayList<>();
        SqliteFile.RowReader add =
                row -> runs.add(new Run(row.getLong(1), String.valueOf(row.getString(2))));
        if (isOfSina) file.each(SINA, List.of(SqliteFile.ROW, "id"), RUN_TYPE, add);
        else file.each(RUNS, List.of(SqliteFile.ROW, "run"), add);
        return runs;
    }

    public LoadedSource load(Run run) throws IOException {
        String name = "%s#%s".formatted(file.name(), run.id);
        var json = new SpotJson(name, metrics);
        String here = SqliteFile.ROW + " = " + run.row;
        if (isOfSina) file.each(SINA, List.of("raw"), here, row -> json.record(row.getBytes(1)));
        else
            file.each(
                    RUNS,
                    List.of("globals", "records"),
                    here,
                    row -> {
                        json.globals(row.getBytes(1));
                        json.records(row.getBytes(2));
                    });
        return json.source();
    }
}
