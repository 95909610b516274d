package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.DatabaseFile.Table;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Contexts;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.TableHeader;

/// The context table of `cct.db`: the positions of each context's values, by metric and profile.
public final class ContextIndex {
    private final DatabaseFile file;
    private final Table infos;

    public ContextIndex(DatabaseFile file) {
        this.file = file;
        long header = file.section(HpctoolkitLayout.ONLY_SECTION, TableHeader.ELEMENT_BYTES_AT + 1);
        infos = file.table(header, Contexts.INFO_BYTES, "contexts");
    }

    public DatabaseFile file() {
        return file;
    }

    public boolean has(int context) {
        return context < infos.count();
    }

    long valueCount(int context) {
        return file.u64(infos.at(context) + Contexts.VALUE_COUNT_AT);
    }

    int metricCount(int context) {
        return file.u16(infos.at(context) + Contexts.METRIC_COUNT_AT);
    }

    long values(int context) {
        return file.array(
                infos.at(context) + Contexts.VALUES_AT,
                valueCount(context),
                Contexts.VALUE_BYTES,
                "values of context " + context);
    }

    long metrics(int context) {
        return file.array(
                infos.at(context) + Contexts.METRICS_AT,
                metricCount(context),
                Contexts.METRIC_BYTES,
                "metrics of context " + context);
    }

    /// About how many bytes a slice of `wanted` metrics reads of this context: its share of the
    /// values, its index and its entry.
    public long cost(int context, int wanted) {
        int metrics = metricCount(context);
        if (metrics == 0) return infos.elementBytes();
        // a damaged count must not be dearer than the file
        long values = Math.clamp(valueCount(context), 0, file.size() / Contexts.VALUE_BYTES);
        return infos.elementBytes()
                + (long) metrics * Contexts.METRIC_BYTES
                + values / metrics * Math.min(wanted, metrics) * Contexts.VALUE_BYTES;
    }
}
