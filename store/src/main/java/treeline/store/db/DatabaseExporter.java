package treeline.store.db;

import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.CompleteFile;
import treeline.source.ProfileExporter;
import treeline.store.db.Layout.Tag;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Writes a profile as a database file: in one pass, with one write (several only beyond half a
/// gigabyte), under a temporary name that becomes the real one when all is there.
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
    public String name() {
        return "database";
    }

    @Override
    public String extension() {
        return ".tldb";
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (var channel =
                            FileChannel.open(
                                    unfinished,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.TRUNCATE_EXISTING)) {
                        export(profile, channel);
                    }
                });
    }

    /// Writes a profile where the channel stands, which is left open behind it. A database whose
    /// writing failed is cut.
    public void export(Profile profile, WritableByteChannel channel) throws IOException {
        writeAll(profile, new Sections(channel));
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
        out.header();
        out.section(Tag.METADATA, head -> OutlineSections.writeMetadata(head, outline.metadata()));
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
        writeColumns(profile, groupEnds, out);
        writeSums(profile.values(), out);
        out.footer();
    }

    private static void writeColumns(Profile profile, int[] groupEnds, Sections out)
            throws IOException {
        List<ColumnWriter> writers = new ArrayList<>();
        for (int metric = 0; metric < profile.metrics().size(); metric++)
            writers.add(new ColumnWriter(profile.values().column(metric).byNode()));
        for (int group = 0; group < groupEnds.length; group++) {
            int from = group == 0 ? 0 : groupEnds[group - 1];
            for (int metric = 0; metric < writers.size(); metric++) {
                var head = new ByteSink();
                ColumnWriter writer = writers.get(metric);
                Tag kind = writer.writeGroup(head, group, metric, from, groupEnds[group]);
                out.section(kind, head, writer.body());
            }
        }
    }

    private static void writeSums(MetricTable values, Sections out) throws IOException {
        int[] metrics = SumsSection.metrics(values);
        if (metrics.length > 0)
            out.section(Tag.SUMS, head -> SumsSection.write(head, metrics, values));
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
        int size = groupSize(perContext, profile.tree().size());
        int[] ends = new int[Math.ceilDiv(contexts, size)];
        for (int group = 0; group < ends.length; group++)
            ends[group] = Math.min(contexts, (group + 1) * size);
        return ends;
    }

    private static int groupSize(double valuesPerContext, int nodes) {
        if (valuesPerContext == 0) return 1 << 30;
        double wanted = Math.ceil(Layout.BLOCK_VALUES / (valuesPerContext / nodes));
        double most = Math.floor(Layout.MOST_VALUES_PER_GROUP / valuesPerContext);
        return (int) Math.clamp(Math.min(wanted, most), Layout.FEWEST_CONTEXTS_PER_GROUP, 1 << 30);
    }

    /// What is being written: sections one behind the other, and at last where each of them is.
    private final class Sections {
        private final WritableByteChannel channel;
        private final ByteSink pending = new ByteSink();
        private final ByteSink directory = new ByteSink();
        private long flushed;
        private int sections;

        Sections(WritableByteChannel channel) {
            this.channel = channel;
        }

        void header() {
            pending.raw(Layout.MAGIC, 0, Layout.MAGIC.length);
            pending.u32(Layout.VERSION);
            pending.u32(0);
            pending.u32(pending.crcFrom(0));
        }

        void section(Tag tag, java.util.function.Consumer<ByteSink> content) throws IOException {
            var head = new ByteSink();
            content.accept(head);
            section(tag, head, new ByteSink());
        }

        void section(Tag tag, ByteSink head, ByteSink body) throws IOException {
            directory.u32(tag.code);
            directory.u64(flushed + pending.size());
            sections++;
            int frame = pending.size();
            pending.u32(tag.code);
            pending.u32(head.size());
            pending.u64(body.size());
            pending.u32(head.crcFrom(0));
            pending.u32(pending.crcFrom(frame));
            pending.append(head);
            pending.append(body);
            if (pending.size() > flushBytes) flush();
        }

        void footer() throws IOException {
            long footerAt = flushed + pending.size();
            var list = new ByteSink();
            list.varint(sections);
            list.append(directory);
            section(Tag.FOOTER, list, new ByteSink());
            int trailer = pending.size();
            pending.u64(footerAt);
            pending.raw(Layout.END_MARK, 0, Layout.END_MARK.length);
            pending.u32(pending.crcFrom(trailer));
            flush();
        }

        private void flush() throws IOException {
            var bytes = ByteBuffer.wrap(pending.array(), 0, pending.size());
            while (bytes.hasRemaining()) channel.write(bytes);
            flushed += pending.size();
            pending.clear();
        }
    }
}
