package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Contexts;

/// The context table of `cct.db`: the positions of each context's values, by metric and profile.
public final class ContextIndex {
    private final DatabaseFile file;
    private final long infos;
    private final int count;
    private final int infoBytes;

    public ContextIndex(DatabaseFile file) {
        this.file = file;
        long header = file.section(HpctoolkitLayout.ONLY_SECTION, Contexts.INFO_BYTES_AT + 1);
        count = file.number(header + Contexts.COUNT_AT, "a number of contexts");
        long strideAt = header + Contexts.INFO_BYTES_AT;
        infoBytes = file.stride(file.u8(strideAt), Contexts.INFO_BYTES, strideAt, "contexts");
        infos = file.array(header + Contexts.INFOS_AT, count, infoBytes, "contexts");
    }

    public DatabaseFile file() {
        return file;
    }

    int count() {
        return count;
    }

    private long info(int context) {
        return infos + (long) context * infoBytes;
    }

    public boolean has(int context) {
        return context < count;
    }

    long valueCount(int context) {
        return file.u64(info(context) + Contexts.VALUE_COUNT_AT);
    }

    int metricCount(int context) {
        return file.u16(info(context) + Contexts.METRIC_COUNT_AT);
    }

    long values(int context) {
        return file.array(
                info(context) + Contexts.VALUES_AT,
                valueCount(context),
                Contexts.VALUE_BYTES,
                "values of context " + context);
    }

    long metrics(int context) {
        return file.array(
                info(context) + Contexts.METRICS_AT,
                metricCount(context),
                Contexts.METRIC_BYTES,
                "metrics of context " + context);
    }

    /// About how many bytes a slice of `wanted` metrics reads of this context: its share of the
    /// values, its index and its entry.
    public long cost(int context, int wanted) {
        int metrics = metricCount(context);
        if (metrics == 0) return infoBytes;
        // a damaged count must not be dearer than the file
        long values = Math.clamp(valueCount(context), 0, file.size() / Contexts.VALUE_BYTES);
        return infoBytes
                + (long) metrics * Contexts.METRIC_BYTES
                + values / metrics * Math.min(wanted, metrics) * Contexts.VALUE_BYTES;
    }
}
