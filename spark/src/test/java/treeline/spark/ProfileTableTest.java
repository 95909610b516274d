package treeline.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.OneRun;
import treeline.Treeline;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.SparseRows;
import treeline.store.db.DatabaseExporter;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// A profile as a table of Spark SQL has every stored value once, and conditions choose before
/// values are read without changing what is found.
class ProfileTableTest {
    @TempDir Path folder;

    private final SparkSession spark = LocalSpark.session();

    private Path written(Profile profile, String name) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file;
    }

    private Dataset<Row> table(Path file) {
        return spark.read().format("treeline").load(file.toString());
    }

    private static List<String> expected(Profile profile) {
        List<String> rows = new ArrayList<>();
        for (Metric metric : profile.metrics()) {
            SparseRows values = profile.column(metric).byContext();
            for (int context = 0; context < values.rows(); context++)
                for (int cell = values.start(context); cell < values.end(context); cell++)
                    rows.add(
                            row(
                                    profile.contexts().get(context),
                                    String.join("/", profile.tree().path(values.index(cell))),
                                    metric,
                                    values.value(cell)));
        }
        rows.sort(null);
        return rows;
    }

    private static String row(Context context, String path, Metric metric, double value) {
        return "%s %s %s %s %s %s %s"
                .formatted(
                        number(context.rank()),
                        number(context.thread()),
                        number(context.stream()),
                        path,
                        metric.name(),
                        metric.scope().name().toLowerCase(Locale.ROOT),
                        value);
    }

    private static String number(int part) {
        return part == Context.NONE ? "null" : String.valueOf(part);
    }

    private static List<String> found(Dataset<Row> table) {
        return table
                .select("rank", "thread", "stream", "path", "metric", "scope", "value")
                .collectAsList()
                .stream()
                .map(
                        row ->
                                IntStream.range(0, row.length())
                                        .mapToObj(i -> String.valueOf(row.get(i)))
                                        .reduce((a, b) -> a + " " + b)
                                        .orElseThrow())
                .sorted()
                .toList();
    }

    @Test
    void everyValueIsARow() throws IOException {
        for (long seed = 0; seed < 8; seed++) {
            Profile profile = RandomContexts.of(seed);
            Path file = written(profile, "run-%d.tldb".formatted(seed));
            assertThat(found(table(file))).isEqualTo(expected(profile));
        }
    }

    @Test
    void conditionsAreAnsweredBeforeValuesAreRead() throws IOException {
        Profile profile = RandomContexts.of(3);
        Dataset<Row> table = table(written(profile, "run.tldb"));
        List<Row> all = table.collectAsList();
        for (String condition :
                List.of(
                        "rank = 1",
                        "rank >= 1 AND rank < 3",
                        "rank IS NULL OR rank IN (0, 2)",
                        "NOT (rank = 0)",
                        "rank NOT IN (0, 1)",
                        "node < 4",
                        "name LIKE 'a%'",
                        "path LIKE '%/%'",
                        "metric = 'time' AND scope = 'exclusive'",
                        "value > 1 AND rank = 0",
                        "rank <=> NULL")) {
            Dataset<Row> chosen = table.where(condition);
            spark.createDataFrame(all, table.schema()).createOrReplaceTempView("all_rows");
            assertThat(found(chosen))
                    .as(condition)
                    .isEqualTo(found(spark.sql("SELECT * FROM all_rows WHERE " + condition)));
        }
        assertThat(plan(table.where("rank = 1 AND node < 4")))
                .contains("EqualTo(rank,1)")
                .contains("LessThan(node,4)")
                .doesNotContain("Filter (");
        assertThat(plan(table.where("value > 1"))).contains("Filter");
    }

    private static String plan(Dataset<Row> table) {
        return table.queryExecution().executedPlan().toString();
    }

    @Test
    void sqlAloneReadsARun() throws IOException {
        Profile profile = RandomContexts.of(3);
        Path file = written(profile, "run.tldb");
        spark.sql(
                "CREATE OR REPLACE TEMPORARY VIEW run USING treeline OPTIONS (path '%s')"
                        .formatted(file));
        double sum =
                spark.sql("SELECT sum(value) FROM run WHERE metric = 'time'").first().getDouble(0);
        Metric time = profile.metric("time");
        double expected =
                profile.metrics().stream()
                        .filter(metric -> metric.name().equals(time.name()))
                        .mapToDouble(metric -> sum(profile, metric))
                        .sum();
        assertThat(sum).isCloseTo(expected, org.assertj.core.api.Assertions.within(1e-9));
    }

    private static double sum(Profile profile, Metric metric) {
        SparseRows values = profile.column(metric).byContext();
        double sum = 0;
        for (int cell = 0; cell < values.cells(); cell++) sum += values.value(cell);
        return sum;
    }

    @Test
    void everyFileMayBeARun() throws IOException {
        Path first = written(RandomContexts.of(1), "first.tldb");
        Path second = written(RandomContexts.of(2), "second.tldb");
        Dataset<Row> runs =
                spark.read().format("treeline").option("runs", "each").load(folder + "/*.tldb");
        assertThat(
                        runs.select("run").distinct().collectAsList().stream()
                                .map(row -> row.getString(0)))
                .containsExactlyInAnyOrder(first.toString(), second.toString());
        Dataset<Row> both =
                spark.read().format("treeline").load(first.toString(), second.toString());
        assertThat(both.count()).isEqualTo(runs.count());
    }

    @Test
    void itBecomesParquet() throws IOException {
        Dataset<Row> table = table(written(RandomContexts.of(3), "run.tldb"));
        Path parquet = folder.resolve("run.parquet");
        table.write().parquet(parquet.toString());
        assertThat(found(spark.read().parquet(parquet.toString()))).isEqualTo(found(table));
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(() -> table(folder.resolve("none.tldb")).count())
                .hasStackTraceContaining("none.tldb");
        assertThatThrownBy(() -> spark.read().format("treeline").load().count())
                .hasStackTraceContaining("name a profile");
        assertThatThrownBy(
                        () ->
                                spark.read()
                                        .format("treeline")
                                        .option("runs", "two")
                                        .load("x")
                                        .count())
                .hasStackTraceContaining("option runs must be one or each, found two");
    }

    /// The SQL of docs/how-to/use-a-cluster.md on a run that stores both scopes: by rank the sum of
    /// the rows that `treeline flat --rank` has.
    @Test
    void theQueryOfTheGuideAgreesWithFlat() throws IOException {
        Profile exclusive =
                Drawing.profileOf(
                        """
                        path                        rank0  rank1  rank2
                        main                            1      1      1
                        main/solve                     10     20     30
                        main/solve/MPI_Waitall          5      -      2
                        main/solve/MPI_Waitall/MPI_x    1      3      -
                        main/MPI_Barrier                4      2      1
                        """);
        Path file = written(Scopes.inBoth(exclusive), "both.tldb");
        String sql = guideSql().replace("/scratch/run-65536.tldb", file.toString());
        spark.catalog().dropTempView("run");
        List<Row> rows = List.of();
        for (String statement : sql.split(";\\s*")) rows = spark.sql(statement).collectAsList();
        assertThat(rows).hasSize(3);
        for (Row row : rows) {
            assertThat(row.getString(2)).isEqualTo("s");
            assertThat(row.getDouble(1)).isEqualTo(mpiIn(file, row.getInt(0)));
        }
    }

    private static String guideSql() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "how-to", "use-a-cluster.md"));
        int from = guide.indexOf("```sql\n") + "```sql\n".length();
        return guide.substring(from, guide.indexOf("```", from));
    }

    /// The exclusive time of MPI functions on a rank, as `treeline flat` shows it.
    private static double mpiIn(Path file, int rank) throws IOException {
        try (OneRun run = Treeline.open(file.toString())) {
            Table flat = run.rank(String.valueOf(rank)).flat().table();
            return IntStream.range(0, flat.rows())
                    .filter(row -> flat.column("function").text(row).startsWith("MPI"))
                    .mapToDouble(row -> flat.column("exclusive").number(row))
                    .filter(value -> !Double.isNaN(value))
                    .sum();
        }
    }
}
