package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Contexts;
import treeline.formats.hpctoolkit.metrics.MetricIds;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Loads metrics from `cct.db`, context by context, touching only the values of the requested
/// metrics. Values are in profile order, which is not rank order, so they are first scattered by
/// position.
public final class ContextMajorLoader {
    private static final int MAX_EXPECTED = 1 << 24;

    private final ContextIndex index;
    private final ContextTree tree;
    private final WantedNodes wanted;
    private final MetricIds metrics;
    private final ReadReport.Log log;
    private final MemorySegment bytes;
    private final SparseRows.Builder[] rows;

    /// The place of each profile in the loaded columns, negative where it is not loaded.
    private final int[] places;

    private final int contexts;
    private final boolean inOrder;
    private final double[] valueAt;
    private final long[] present;

    public ContextMajorLoader(
            ContextIndex index,
            ContextTree tree,
            WantedNodes wanted,
            MetricIds metrics,
            int[] places,
            ReadReport.Log log) {
        this.index = index;
        this.tree = tree;
        this.wanted = wanted;
        this.metrics = metrics;
        this.log = log;
        this.places = places;
        this.bytes = index.file().bytes();
        this.rows = new SparseRows.Builder[metrics.size()];
        this.contexts = (int) Arrays.stream(places).filter(place -> place >= 0).count();
        this.inOrder = ascends(places);
        this.valueAt = new double[contexts];
        this.present = new long[(contexts + 63) >>> 6];
    }

    private static boolean ascends(int[] places) {
        int last = -1;
        for (int place : places) {
            if (place < 0) continue;
            if (place < last) return false;
            last = place;
        }
        return true;
    }

    public MetricColumn[] load() {
        long[] expected = expectedCells();
        Arrays.setAll(
                rows, i -> new SparseRows.Builder(Math.clamp(expected[i], 1, MAX_EXPECTED), 0));
        int row = 0;
        for (int i = 0; i < wanted.count(); i++) {
            int node = wanted.node(i);
            for (; row < node; row++) endRows();
            int context = tree.contextOf(node);
            try {
                if (index.has(context)) loadContext(context);
            } catch (MalformedProfileException damaged) {
                log.lost(
                        "skipped the values of a damaged context",
                        String.valueOf(damaged.getMessage()));
                Arrays.fill(present, 0);
            }
        }
        for (; row < tree.tree().size(); row++) endRows();
        MetricColumn[] columns = new MetricColumn[rows.length];
        for (int i = 0; i < rows.length; i++)
            columns[i] = MetricColumn.ofNodes(rows[i].build(), contexts);
        return columns;
    }

    /// How many values each metric has, so that none is copied while the columns grow.
    private long[] expectedCells() {
        long[] cells = new long[metrics.size()];
        for (int i = 0; i < wanted.count(); i++) {
            int context = tree.contextOf(wanted.node(i));
            try {
                if (index.has(context)) countValues(context, cells);
            } catch (MalformedProfileException _) {
                // reported when its values are loaded
            }
        }
        return cells;
    }

    private void countValues(int context, long[] cells) {
        int count = index.metricCount(context);
        long first = index.metrics(context);
        long valueCount = index.valueCount(context);
        for (int i = 0; i < count; i++) {
            long at = first + (long) i * Contexts.METRIC_BYTES;
            int column = metrics.column(bytes.get(StoredBytes.U16, at) & 0xffff);
            if (column >= 0)
                cells[column] +=
                        Math.clamp(end(at, i + 1 < count, valueCount) - start(at), 0, contexts);
        }
    }

    /// The first value of a metric.
    private long start(long at) {
        return bytes.get(StoredBytes.U64, at + Contexts.METRIC_START_AT);
    }

    /// One past the last value of a metric: where the next one starts.
    private long end(long at, boolean hasNext, long valueCount) {
        return hasNext ? start(at + Contexts.METRIC_BYTES) : valueCount;
    }

    private void endRows() {
        for (SparseRows.Builder each : rows) each.endRow();
    }

    private void loadContext(int context) {
        int count = index.metricCount(context);
        if (count == 0) return;
        long first = index.metrics(context);
        long values = index.values(context);
        long valueCount = index.valueCount(context);
        int lastId = -1;
        for (int i = 0; i < count; i++) {
            long at = first + (long) i * Contexts.METRIC_BYTES;
            int id = bytes.get(StoredBytes.U16, at) & 0xffff;
            if (id <= lastId)
                throw index.file()
                        .malformed(at, "a metric id above " + lastId, Integer.toString(id));
            lastId = id;
            int column = metrics.column(id);
            if (column < 0) continue;
            long start = start(at);
            long end = end(at, i + 1 < count, valueCount);
            if (start < 0 || start > end || end > valueCount)
                throw index.file()
                        .malformed(
                                at + Contexts.METRIC_START_AT,
                                "first values that ascend to %d".formatted(valueCount),
                                Long.toUnsignedString(start));
            addValues(rows[column], values + start * Contexts.VALUE_BYTES, end - start);
        }
    }

    private void addValues(SparseRows.Builder row, long at, long count) {
        long lastProfile = -1;
        for (long i = 0; i < count; i++, at += Contexts.VALUE_BYTES) {
            long profile = bytes.get(StoredBytes.U32, at) & 0xffff_ffffL;
            if (profile <= lastProfile || profile >= places.length)
                throw index.file()
                        .malformed(
                                at,
                                "a profile above %d and below %d"
                                        .formatted(lastProfile, places.length),
                                Long.toString(profile));
            lastProfile = profile;
            int place = places[(int) profile];
            if (place < 0) continue;
            double value = bytes.get(StoredBytes.F64, at + Contexts.VALUE_AT);
            if (inOrder) row.add(place, value);
            else {
                valueAt[place] = value;
                present[place >>> 6] |= 1L << place;
            }
        }
        if (!inOrder) addInPlaceOrder(row);
    }

    private void addInPlaceOrder(SparseRows.Builder row) {
        for (int word = 0; word < present.length; word++) {
            for (long left = present[word]; left != 0; left &= left - 1) {
                int place = (word << 6) + Long.numberOfTrailingZeros(left);
                row.add(place, valueAt[place]);
            }
            present[word] = 0;
        }
    }
}
