package treeline.formats.hpctoolkit.write;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.hpctoolkit.files.ExportedIds;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Contexts;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Kind;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.files.CompleteFile;
import treeline.source.files.UnfinishedFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/// Writes the values of a database twice: by profile, preceded by a summary profile of sums, and by
/// context. Blocks are appended to the file; the tables of their positions precede them and are
/// written last.
public final class ValueWriter {
    private static final int HEADER_BYTES = 0x30;
    private static final int LIST_HEADER_BYTES = 0x10;
    private static final int INFO_BYTES = 0x30;

    /// Columns by metric id.
    private final List<MetricColumn> columns;

    private final int profiles;
    private final int contexts;

    /// @param profiles without the summary
    /// @param contexts one more than the largest id
    public ValueWriter(List<ExportedMetric> metrics, int profiles, int contexts) {
        this.columns = metrics.stream().flatMap(metric -> metric.columns().stream()).toList();
        this.profiles = profiles;
        this.contexts = contexts;
    }

    /// A file of appended blocks, with a header that is filled in at the end.
    private static final class Blocks {
        private final UnfinishedFile file;
        private final OutputStream out;
        private long at;

        Blocks(UnfinishedFile file, long headBytes) {
            this.file = file;
            file.skip(headBytes);
            out = file.stream();
            at = headBytes;
        }

        /// Where the next block starts.
        long aligned(int alignment) throws IOException {
            while (at % alignment != 0) {
                out.write(0);
                at++;
            }
            return at;
        }

        long write(LittleEndianBytes block) throws IOException {
            long start = at;
            block.writeTo(out);
            at += block.size();
            return start;
        }

        void finish(LittleEndianBytes head, String footer) throws IOException {
            write(new LittleEndianBytes().utf8(footer));
            file.write(ByteBuffer.wrap(head.toByteArray()), 0);
        }
    }

    public void writeProfiles(Path file, ExportedIds ids) throws IOException {
        CompleteFile.write(file, unfinished -> writeProfiles(unfinished, ids));
    }

    private void writeProfiles(UnfinishedFile file, ExportedIds ids) throws IOException {
        var tuples = new LittleEndianBytes();
        int[] tupleAt = new int[profiles];
        for (int profile = 0; profile < profiles; profile++) {
            tupleAt[profile] = tuples.size();
            ids.write(profile, tuples);
        }
        long infoBytes = LIST_HEADER_BYTES + (long) INFO_BYTES * (profiles + 1);
        long tuplesAt = HEADER_BYTES + infoBytes;
        var infos = new LittleEndianBytes();
        var blocks = new Blocks(file, tuplesAt + tuples.size());
        infos.zeros(INFO_BYTES); // of the summary, which is written last
        for (int profile = 0; profile < profiles; profile++) {
            var block = new ProfileBlock();
            addProfile(profile, block);
            block.write(blocks, infos, tuplesAt + tupleAt[profile], 0);
        }
        var summary = new ProfileBlock();
        addSums(summary);
        var info = new LittleEndianBytes();
        summary.write(blocks, info, 0, Profiles.IS_SUMMARY);
        var head = new LittleEndianBytes();
        MetaWriter.writeHeader(head, Kind.PROFILES);
        head.i64(infoBytes).i64(HEADER_BYTES).i64(tuples.size()).i64(tuplesAt);
        head.i64(HEADER_BYTES + (long) LIST_HEADER_BYTES).i32(profiles + 1).u8(INFO_BYTES);
        head.zeros(3).all(info);
        head.all(java.util.Arrays.copyOfRange(infos.toByteArray(), INFO_BYTES, infos.size()));
        blocks.finish(head.all(tuples), Kind.PROFILES.footer);
    }

    /// The values of a profile and the index of its contexts.
    private static final class ProfileBlock {
        private final LittleEndianBytes values = new LittleEndianBytes();
        private final LittleEndianBytes index = new LittleEndianBytes();
        private long count;
        private int indexed;
        private int last = -1;

        void add(int context, int metric, double value) {
            if (context != last) {
                index.i32(context).i64(count);
                indexed++;
                last = context;
            }
            values.u16(metric).f64(value);
            count++;
        }

        void write(Blocks blocks, LittleEndianBytes infos, long tuple, int flags)
                throws IOException {
            blocks.aligned(4);
            long valuesAt = blocks.write(values);
            blocks.aligned(4);
            long indexAt = blocks.write(index);
            infos.i64(count).i64(valuesAt).i32(indexed).i32(0).i64(indexAt).i64(tuple);
            infos.i32(flags).i32(0);
        }
    }

    /// Contexts ascend, and so do the metrics of each.
    private void addProfile(int profile, ProfileBlock block) {
        List<SparseRows> rows = columns.stream().map(MetricColumn::byContext).toList();
        int[] next = rows.stream().mapToInt(each -> each.start(profile)).toArray();
        for (int context = least(rows, next, profile); context >= 0; ) {
            for (int metric = 0; metric < next.length; metric++)
                if (next[metric] < rows.get(metric).end(profile)
                        && rows.get(metric).index(next[metric]) == context)
                    block.add(context, metric, rows.get(metric).value(next[metric]++));
            context = least(rows, next, profile);
        }
    }

    private static int least(List<SparseRows> rows, int[] next, int profile) {
        int least = Integer.MAX_VALUE;
        for (int metric = 0; metric < next.length; metric++)
            if (next[metric] < rows.get(metric).end(profile))
                least = Math.min(least, rows.get(metric).index(next[metric]));
        return least == Integer.MAX_VALUE ? -1 : least;
    }

    private void addSums(ProfileBlock block) {
        List<SparseRows> rows = columns.stream().map(MetricColumn::byNode).toList();
        for (int context = 0; context < contexts; context++)
            for (int metric = 0; metric < rows.size(); metric++) {
                SparseRows column = rows.get(metric);
                double sum = 0;
                for (int cell = column.start(context); cell < column.end(context); cell++)
                    sum += column.value(cell);
                if (column.end(context) > column.start(context)) block.add(context, metric, sum);
            }
    }

    public void writeContexts(Path file) throws IOException {
        CompleteFile.write(file, this::writeContexts);
    }

    private void writeContexts(UnfinishedFile file) throws IOException {
        long infoBytes = LIST_HEADER_BYTES + (long) Contexts.INFO_BYTES * contexts;
        var head = new LittleEndianBytes();
        MetaWriter.writeHeader(head, Kind.CONTEXTS);
        head.i64(infoBytes).i64(HEADER_BYTES).zeros(HEADER_BYTES - head.size());
        head.i64(HEADER_BYTES + (long) LIST_HEADER_BYTES).i32(contexts).u8(Contexts.INFO_BYTES);
        head.zeros(3);
        var blocks = new Blocks(file, HEADER_BYTES + infoBytes);
        for (int context = 0; context < contexts; context++) writeContext(context, blocks, head);
        blocks.finish(head, Kind.CONTEXTS.footer);
    }

    private void writeContext(int context, Blocks blocks, LittleEndianBytes infos)
            throws IOException {
        var values = new LittleEndianBytes();
        var index = new LittleEndianBytes();
        long count = 0;
        int metrics = 0;
        for (int metric = 0; metric < columns.size(); metric++) {
            SparseRows rows = columns.get(metric).byNode();
            if (rows.end(context) == rows.start(context)) continue;
            index.u16(metric).i64(count);
            metrics++;
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                values.i32(rows.index(cell) + 1).f64(rows.value(cell)); // 0 is the summary
            count += rows.end(context) - (long) rows.start(context);
        }
        long valuesAt = blocks.aligned(4);
        blocks.write(values);
        long indexAt = blocks.write(index);
        infos.i64(count).i64(valuesAt).u16(metrics).zeros(6).i64(indexAt);
    }
}
