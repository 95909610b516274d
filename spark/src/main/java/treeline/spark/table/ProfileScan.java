package treeline.spark.table;

import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

import treeline.aggregate.PartitionedSource;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.numbers.Locations;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.spark.engine.OpenSources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The scan of a query: the requested columns, and the contexts, nodes and metrics that its
/// conditions select. Nothing else is read from the files.
final class ProfileScan
        implements ScanBuilder,
                Scan,
                Batch,
                SupportsPushDownRequiredColumns,
                SupportsPushDownFilters {
    private final List<NamedRun> runs;
    private final List<Condition> conditions = new ArrayList<>();
    private Filter[] pushed = new Filter[0];
    private StructType columns = ProfileColumn.schema();

    ProfileScan(List<NamedRun> runs) {
        this.runs = runs;
    }

    @Override
    public void pruneColumns(StructType required) {
        columns = required;
    }

    /// What is left for Spark to decide.
    @Override
    public Filter[] pushFilters(Filter[] filters) {
        List<Filter> own = new ArrayList<>();
        List<Filter> left = new ArrayList<>();
        for (Filter filter : filters) {
            Optional<Condition> condition = Condition.of(filter);
            condition.ifPresent(conditions::add);
            (condition.isPresent() ? own : left).add(filter);
        }
        pushed = own.toArray(Filter[]::new);
        return left.toArray(Filter[]::new);
    }

    @Override
    public Filter[] pushedFilters() {
        return pushed.clone();
    }

    @Override
    public Scan build() {
        return this;
    }

    @Override
    public StructType readSchema() {
        return columns;
    }

    @Override
    public String description() {
        return "treeline %s, conditions %s"
                .formatted(runs.stream().map(NamedRun::name).toList(), Arrays.toString(pushed));
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        List<InputPartition> partitions = new ArrayList<>();
        for (NamedRun run : runs)
            try (OpenSources.Use use = OpenSources.use(run.reopening())) {
                addTo(partitions, run, use.source());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        return partitions.toArray(InputPartition[]::new);
    }

    private void addTo(List<InputPartition> partitions, NamedRun run, ProfileSource source)
            throws IOException {
        Slice slice = slice(source.outline());
        for (PartitionedSource.Piece piece :
                PartitionedSource.of(
                                source, slice, Locations.By.RANK, PartitionedSource.DEFAULT_PART)
                        .pieces()) partitions.add(new ProfilePart(run, slice, piece.contexts()));
    }

    private Slice slice(Outline outline) {
        return Slice.summed()
                .withContexts(
                        Condition.chosen(
                                conditions,
                                ProfileColumn.Of.CONTEXT,
                                outline.contexts().size(),
                                outline))
                .withNodes(
                        Condition.chosen(
                                conditions, ProfileColumn.Of.NODE, outline.tree().size(), outline))
                .withMetrics(
                        Condition.chosen(
                                conditions,
                                ProfileColumn.Of.METRIC,
                                outline.metrics().size(),
                                outline));
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        StructType wanted = columns;
        return partition -> new ProfileRows((ProfilePart) partition, wanted);
    }

    /// The runs that paths name.
    ///
    /// @param everyFile whether every file is a run of its own, as in an ensemble
    static List<NamedRun> runs(List<String> paths, Optional<String> format, boolean everyFile)
            throws IOException {
        Formats formats = Formats.all();
        List<String> named =
                everyFile
                        ? new treeline.formats.Runs(formats, format, Slice.summed()).named(paths)
                        : paths;
        List<NamedRun> runs = new ArrayList<>();
        for (String path : named) runs.add(NamedRun.of(formats, path, format));
        return runs;
    }
}
