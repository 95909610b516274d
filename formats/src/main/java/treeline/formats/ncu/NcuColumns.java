package treeline.formats.ncu;

import treeline.formats.reading.CsvRecords;
import treeline.model.Frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Column positions by name, because their order differs between versions.
record NcuColumns(List<String> names) {
    static final String KERNEL = "Kernel Name";
    static final String STREAM = "Stream";
    static final String BLOCK = "Block Size";
    static final String GRID = "Grid Size";
    static final String INVOCATIONS = "Invocations";
    static final String METRIC = "Metric Name";
    static final String UNIT = "Metric Unit";
    static final String VALUE = "Metric Value";
    static final String AVERAGE = "Average";
    static final String MINIMUM = "Minimum";
    static final String MAXIMUM = "Maximum";
    private static final String NESTED = "Push/Pop_Range";

    /// Columns of the wide form that describe a launch.
    private static final Set<String> FACTS =
            Set.of(
                    "ID",
                    "Process ID",
                    "Process Name",
                    "Host Name",
                    KERNEL,
                    "Kernel Time",
                    "Context",
                    STREAM,
                    BLOCK,
                    GRID,
                    "Device",
                    "CC",
                    "Section Name",
                    INVOCATIONS);

    enum Form {
        /// One row a launch and metric.
        LONG,
        /// One row a launch, one column a metric, and a row of units below the header.
        WIDE,
        /// One row a kernel and metric.
        SUMMARY
    }

    /// A header names kernels and starts with one of two ids; other lines are the program's own.
    static boolean isHeader(String line) {
        String bare = line.strip().replace("\"", "");
        return (bare.startsWith("ID,") || bare.startsWith("Process ID,"))
                && CsvRecords.fieldsOf(line.strip()).contains(KERNEL);
    }

    Form form() {
        if (names.contains(METRIC)) return names.contains(VALUE) ? Form.LONG : Form.SUMMARY;
        return Form.WIDE;
    }

    /// Whether a record has all fields that are read. Rows of metrics end where the columns of
    /// rules begin, since ncu of 2025.
    boolean isComplete(List<String> record) {
        if (record.size() == names.size()) return true;
        return form() == Form.LONG
                && record.size() > names.indexOf(VALUE)
                && record.size() <= names.size()
                && names.indexOf(VALUE) > names.indexOf(KERNEL);
    }

    /// A field of a record, empty if there is no such column.
    String field(List<String> record, String column) {
        int at = names.indexOf(column);
        return at < 0 || at >= record.size() ? "" : record.get(at).strip();
    }

    /// The columns of the wide form that hold metrics.
    List<Integer> metricColumns() {
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++)
            if (!FACTS.contains(names.get(i)) && !isNvtx(names.get(i)) && !names.get(i).isBlank())
                columns.add(i);
        return columns;
    }

    /// The ranges of the program that were open when a kernel was launched, outermost first.
    List<Frame> ranges(List<String> record) {
        List<Frame> ranges = new ArrayList<>();
        for (int i = 0; i < Math.min(names.size(), record.size()); i++)
            if (names.get(i).contains(NESTED)) ranges.addAll(NvtxRanges.of(record.get(i)));
        return ranges;
    }

    /// Ranges that do not nest, and nested ones of a form that is not known, as ncu prints them.
    String nvtx(List<String> record) {
        for (int i = 0; i < Math.min(names.size(), record.size()); i++)
            if (isNvtx(names.get(i))
                    && !record.get(i).isBlank()
                    && !(names.get(i).contains(NESTED) && !NvtxRanges.of(record.get(i)).isEmpty()))
                return record.get(i).strip();
        return "";
    }

    private static boolean isNvtx(String column) {
        return column.contains(NESTED)
                || column.contains("Start/Stop_Range")
                || column.startsWith("NVTX");
    }
}
