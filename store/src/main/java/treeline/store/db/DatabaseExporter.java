package treeline.store.db;

import treeline.bytes.LittleEndianBytes;
import treeline.model.Metadata;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.files.CompleteFile;
import treeline.store.db.DatabaseLayout.Tag;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// Exporter of a profile as a database file: one pass and one write (several only beyond half a
/// gigabyte), under a temporary name that is renamed when the file is complete.
public final class DatabaseExporter implements ProfileExporter {
    private static final int FLUSH_BYTES = 1 << 29;

    private final int flushBytes;

    public DatabaseExporter() {
        this(FLUSH_BYTES);
    }

    /// @param flushBytes beyond so many bytes there are several writes
    DatabaseExporter(int flushBytes) {
        this.flushBytes = flushBytes;
    }

    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(
                "database",
                ".tldb",
                Trait.METADATA,
                Trait.CONTEXT_LABELS,
                Trait.CONTEXTS,
                Trait.READS_BACK_THE_SAME,
                Trait.PARTS);
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(file, unfinished -> export(profile, unfinished));
    }

    @Override
    public long exportParts(
            ProfileSource source,
            long mostValues,
            Supplier<Metadata> metadata,
            Path file,
            LongConsumer progress)
            throws IOException {
        return new GroupwiseExport(source, mostValues).write(file, metadata, progress);
    }

    /// Writes a profile where the channel stands, which is left open behind it. A database whose
    /// writing failed is cut.
    public void export(Profile profile, WritableByteChannel channel) throws IOException {
        writeAll(profile, new Sections(channel, flushBytes));
    }

    /// A profile as the bytes of a database, at most the 2 GiB of an array: for
    /// [DatabaseFormat#open(String, byte[])].
    public byte[] bytes(Profile profile) {
        var bytes = new ByteArrayOutputStream();
        try {
            export(profile, Channels.newChannel(bytes));
        } catch (IOException impossible) { // memory does not fail so
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void writeAll(Profile profile, Sections out) throws IOException {
        Outline outline = profile.outline();
        int[] groupEnds = groupEnds(profile);
        out.header(version(profile.values()));
        out.section(Tag.METADATA, head -> OutlineSections.writeMetadata(head, outline.metadata()));
        writeOutline(outline, groupEnds, out);
        writeColumns(profile, groupEnds, out);
        writeSums(profile.values(), out);
        out.footer();
    }

    private static int version(MetricTable values) {
        for (int metric = 0; metric < values.metrics().size(); metric++)
            if (ColumnWriter.startsLate(values.column(metric).byNode()))
                return DatabaseLayout.VERSION;
        return DatabaseLayout.VERSION_FROM_ZERO;
    }

    /// Everything but metadata and values.
    static void writeOutline(Outline outline, int[] groupEnds, Sections out) throws IOException {
        out.section(Tag.FRAMES, head -> OutlineSections.writeFrames(head, outline.tree().frames()));
        out.section(Tag.TREE, head -> OutlineSections.writeTree(head, outline.tree()));
        out.section(Tag.LABELS, head -> OutlineSections.writeLabels(head, outline.labels()));
        out.section(
                Tag.CONTEXTS,
                head -> OutlineSections.writeContexts(head, outline.contexts(), groupEnds));
        out.section(Tag.METRICS, head -> OutlineSections.writeMetrics(head, outline.metrics()));
        if (!outline.contextLabels().isEmpty())
            out.section(
                    Tag.CONTEXT_LABELS,
                    head -> OutlineSections.writeLabels(head, outline.contextLabels()));
    }

    private static void writeColumns(Profile profile, int[] groupEnds, Sections out)
            throws IOException {
        List<ColumnWriter> writers = new ArrayList<>();
        for (int metric = 0; metric < profile.metrics().size(); metric++)
            writers.add(new ColumnWriter(profile.values().column(metric).byNode()));
        for (int group = 0; group < groupEnds.length; group++) {
            int from = group == 0 ? 0 : groupEnds[group - 1];
            for (int metric = 0; metric < writers.size(); metric++) {
                var head = new LittleEndianBytes();
                ColumnWriter writer = writers.get(metric);
                Tag kind = writer.writeGroup(head, group, metric, from, groupEnds[group]);
                out.section(kind, head, writer.body());
            }
        }
    }

    private static void writeSums(MetricTable values, Sections out) throws IOException {
        List<SumsSection.OfMetric> sums = new ArrayList<>();
        for (int metric = 0; metric < values.metrics().size(); metric++)
            SumsSection.of(metric, values.column(metric)).ifPresent(sums::add);
        writeSums(sums, out);
    }

    /// Those that are worth it.
    static void writeSums(List<SumsSection.OfMetric> all, Sections out) throws IOException {
        List<SumsSection.OfMetric> sums =
                all.stream().filter(SumsSection.OfMetric::isWorthIt).toList();
        if (!sums.isEmpty()) out.section(Tag.SUMS, head -> SumsSection.write(head, sums));
    }

    /// Groups of contexts such that a block of one node holds some thousand values: then a node and
    /// a rank can both be read without reading much else. Where values are sparse, a group ends
    /// before, so that a large file can be read in parts.
    private static int[] groupEnds(Profile profile) {
        int contexts = profile.contexts().size();
        if (contexts == 0) return new int[0];
        double perContext = 0;
        for (int metric = 0; metric < profile.metrics().size(); metric++) {
            MetricColumn column = profile.values().column(metric);
            double values = Math.max(column.cells(), column.iterations());
            perContext = Math.max(perContext, values / contexts);
        }
        return groupEnds(contexts, groupSize(perContext, profile.tree().size()));
    }

    static int[] groupEnds(int contexts, int size) {
        int[] ends = new int[Math.ceilDiv(contexts, size)];
        for (int group = 0; group < ends.length; group++)
            ends[group] = Math.min(contexts, (group + 1) * size);
        return ends;
    }

    static int groupSize(double valuesPerContext, int nodes) {
        if (valuesPerContext == 0) return 1 << 30;
        double wanted = Math.ceil(DatabaseLayout.BLOCK_VALUES / (valuesPerContext / nodes));
        double most = Math.floor(DatabaseLayout.MAX_VALUES_PER_GROUP / valuesPerContext);
        return (int)
                Math.clamp(Math.min(wanted, most), DatabaseLayout.MIN_CONTEXTS_PER_GROUP, 1 << 30);
    }
}
