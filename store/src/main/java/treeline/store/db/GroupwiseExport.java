package treeline.store.db;

import treeline.bytes.LittleEndianBytes;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.CompleteFile;
import treeline.store.db.DatabaseLayout.Tag;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Exporter of a run that does not fit into memory: groups of contexts are loaded and written one
/// at a time. The values equal those of [DatabaseExporter]; groups may be smaller.
final class GroupwiseExport {
    private static final int FLUSH_BYTES = 1 << 24;

    private final ProfileSource source;
    private final Outline outline;
    private final long mostValues;

    /// The export of a source, with every iteration.
    ///
    /// @param mostValues of all metrics that are in memory at once, unless one context has more
    GroupwiseExport(ProfileSource source, long mostValues) {
        this.source = source;
        this.outline = source.outline();
        this.mostValues = mostValues;
    }

    /// Writes the file, which appears complete or not at all, and returns how many values it has.
    ///
    /// @param metadata what is known of the run when all of it is read
    /// @param progress is called with the number of contexts that were written
    long write(Path file, Supplier<Metadata> metadata, LongConsumer progress) throws IOException {
        long[] values = new long[1];
        CompleteFile.write(file, unfinished -> values[0] = write(unfinished, metadata, progress));
        return values[0];
    }

    private long write(
            WritableByteChannel channel, Supplier<Metadata> metadata, LongConsumer progress)
            throws IOException {
        var out = new Sections(channel, FLUSH_BYTES);
        int[] ends = groupEnds();
        List<SumsSection.OfMetric> sums =
                IntStream.range(0, outline.metrics().size())
                        .mapToObj(each -> new SumsSection.OfMetric(each, outline.tree().size()))
                        .toList();
        out.header(DatabaseLayout.VERSION); // a later group may have such iterations
        DatabaseExporter.writeOutline(outline, ends, out);
        long values = 0;
        for (int group = 0; group < ends.length; group++) {
            int from = group == 0 ? 0 : ends[group - 1];
            Profile part = load(from, ends[group]);
            writeGroup(part, group, sums, out);
            values += part.values().values();
            progress.accept(ends[group] - (long) from);
        }
        DatabaseExporter.writeSums(sums, out);
        Metadata known = metadata.get();
        out.section(Tag.METADATA, head -> OutlineSections.writeMetadata(head, known));
        out.footer();
        return values;
    }

    private Profile load(int from, int to) throws IOException {
        int[] contexts = IntStream.range(from, to).toArray();
        return source.load(Slice.everything().withContexts(Selection.of(contexts)));
    }

    private static void writeGroup(
            Profile part, int group, List<SumsSection.OfMetric> sums, Sections out)
            throws IOException {
        for (int metric = 0; metric < sums.size(); metric++) {
            var byNode = part.values().column(metric).byNode();
            sums.get(metric).add(byNode);
            var writer = new ColumnWriter(byNode);
            var head = new LittleEndianBytes();
            Tag kind = writer.writeGroup(head, group, metric, 0, part.contexts().size());
            out.section(kind, head, writer.body());
        }
    }

    /// As [DatabaseExporter] cuts them, by what the plan says of values, and so that one group fits
    /// into memory.
    private int[] groupEnds() throws IOException {
        int contexts = outline.contexts().size();
        if (contexts == 0) return new int[0];
        double perContext = 0;
        for (int metric = 0; metric < outline.metrics().size(); metric++) {
            Slice slice = Slice.everything().withMetrics(Selection.of(metric));
            perContext = Math.max(perContext, (double) source.plan(slice).values() / contexts);
        }
        double ofAll = (double) source.plan(Slice.everything()).values() / contexts;
        int usual = DatabaseExporter.groupSize(perContext, outline.tree().size());
        int fitting = (int) Math.clamp(Math.floor(mostValues / Math.max(1, ofAll)), 1, 1 << 30);
        return DatabaseExporter.groupEnds(contexts, Math.min(usual, fitting));
    }
}
