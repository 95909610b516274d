package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.Layout.Contexts;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.MalformedProfileException;
import treeline.source.ReadReport;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Loads metrics from `cct.db`, context by context: of each, only the values of the wanted metrics
/// are touched. They are in the order of profiles, which is not the order of ranks, so they are put
/// down by their place first.
final class ContextMajorLoader {
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

    ContextMajorLoader(
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

    MetricColumn[] load() {
        Arrays.setAll(rows, _ -> new SparseRows.Builder());
        int row = 0;
        for (int i = 0; i < wanted.count(); i++) {
            int node = wanted.node(i);
            for (; row < node; row++) endRows();
            int context = tree.contextOf(node);
            try {
                if (index.has(context)) loadContext(context);
            } catch (MalformedProfileException damaged) {
                log.lost(
                        "the values of a damaged context are left out",
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
            int id = bytes.get(DatabaseFile.U16, at) & 0xffff;
            if (id <= lastId)
                throw index.file()
                        .malformed(at, "a metric id above " + lastId, Integer.toString(id));
            lastId = id;
            int column = metrics.column(id);
            if (column < 0) continue;
            long start = bytes.get(DatabaseFile.U64, at + Contexts.METRIC_START_AT);
            long end =
                    i + 1 < count
                            ? bytes.get(
                                    DatabaseFile.U64,
                                    at + Contexts.METRIC_BYTES + Contexts.METRIC_START_AT)
                            : valueCount;
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
            long profile = bytes.get(DatabaseFile.U32, at) & 0xffff_ffffL;
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
            double value = bytes.get(DatabaseFile.F64, at + Contexts.VALUE_AT);
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
