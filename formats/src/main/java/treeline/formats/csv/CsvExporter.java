package treeline.formats.csv;

import treeline.formats.writing.Cells;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;
import treeline.text.FormulaEscape;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// Exporter of one CSV line per call path, context and iteration, with one column per metric, for
/// spreadsheets and data frames. It is also the redundant format that compact formats are compared
/// with (TinyProf, figure 3a). Text that a spreadsheet would execute is [escaped][FormulaEscape].
/// [CsvFormat] reads it back; run metadata and context labels are lost.
public final class CsvExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(CsvFormat.NAME, ".csv", Trait.CONTEXTS, Trait.READS_BACK_THE_SAME);
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        return ProfileExporter.withoutSums(profile);
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (Writer out = unfinished.writer()) {
                        write(profile, out);
                    }
                });
    }

    private static void write(Profile profile, Writer out) throws IOException {
        CsvHeader header = CsvHeader.of(profile);
        List<SparseRows> columns = new ArrayList<>();
        for (Metric metric : profile.metrics()) columns.add(profile.column(metric).byNode());
        writeLine(out, header.headings().stream().map(FormulaEscape::escaped).toList());
        writeContextsWithoutValues(profile, header, columns, out);
        String[] paths = new String[profile.tree().size()];
        for (int node = 0; node < paths.length; node++) {
            int parent = profile.tree().parent(node);
            String caller = parent == CallTree.NO_PARENT ? "" : paths[parent];
            paths[node] = CsvPath.of(caller, profile.tree().name(node));
            writeNode(profile, header, columns, node, paths[node], out);
        }
        out.write('\n'); // ends the file: a reader notices where it was cut
    }

    private static void writeNode(
            Profile profile,
            CsvHeader header,
            List<SparseRows> columns,
            int node,
            String path,
            Writer out)
            throws IOException {
        List<String> start = new ArrayList<>(List.of(FormulaEscape.escaped(path)));
        for (String column : header.frame())
            start.add(FormulaEscape.escaped(frameText(profile.tree(), node, column)));
        for (Label label : profile.labels()) start.add(FormulaEscape.escaped(label.at(node)));
        int[] next = new int[columns.size()];
        for (int m = 0; m < next.length; m++) next[m] = columns.get(m).start(node);
        int context = Cells.nextContext(columns, next, node);
        if (context < 0) writeLine(out, padded(start, header));
        for (; context >= 0; context = Cells.nextContext(columns, next, node)) {
            List<String> line = new ArrayList<>(start);
            addContext(line, profile.contexts().get(context), header);
            writeCells(out, line, columns, next, node, context, header);
        }
    }

    /// Contexts stand in the lines of their values; those without any have lines of their own,
    /// which have no path.
    private static void writeContextsWithoutValues(
            Profile profile, CsvHeader header, List<SparseRows> columns, Writer out)
            throws IOException {
        var measured = new BitSet();
        for (SparseRows rows : columns)
            for (int cell = 0; cell < rows.cells(); cell++) measured.set(rows.index(cell));
        for (int context = 0; context < profile.contexts().size(); context++) {
            if (measured.get(context)) continue;
            List<String> line = new ArrayList<>();
            for (int i = 0; i < 1 + header.frame().size() + header.labels().size(); i++)
                line.add("");
            addContext(line, profile.contexts().get(context), header);
            writeLine(out, padded(line, header));
        }
    }

    private static List<String> padded(List<String> line, CsvHeader header) {
        List<String> padded = new ArrayList<>(line);
        while (padded.size() < header.headings().size()) padded.add("");
        return padded;
    }

    private static String frameText(CallTree tree, int node, String column) {
        Frame frame = tree.frame(node);
        return switch (column) {
            case CsvHeader.NODE -> Integer.toString(node);
            case CsvHeader.KIND -> frame.kind().name().toLowerCase(Locale.ROOT);
            case CsvHeader.FILE -> frame.file();
            case CsvHeader.LINE -> frame.line() == 0 ? "" : Integer.toString(frame.line());
            default -> frame.module();
        };
    }

    private static void addContext(List<String> line, Context context, CsvHeader header) {
        for (String column : header.context())
            switch (column) {
                case CsvHeader.HOST -> line.add(FormulaEscape.escaped(context.host()));
                case CsvHeader.RANK -> line.add(number(context.rank()));
                case CsvHeader.THREAD -> line.add(number(context.thread()));
                case CsvHeader.STREAM -> line.add(number(context.stream()));
                case CsvHeader.REPETITION -> line.add(number(context.repetition()));
                default -> {} // the iteration differs from line to line
            }
    }

    private static String number(int part) {
        return part == Context.NONE ? "" : Integer.toString(part);
    }

    /// The first context that any metric still has a cell for, or -1. A line for every iteration of
    /// a cell; a plain value has no iteration and is one line.
    private static void writeCells(
            Writer out,
            List<String> start,
            List<SparseRows> columns,
            int[] next,
            int node,
            int context,
            CsvHeader header)
            throws IOException {
        boolean iterations = header.context().contains(CsvHeader.ITERATION);
        int[] cell = new int[next.length];
        int first = Integer.MAX_VALUE;
        int lines = 0;
        boolean plain = false;
        for (int m = 0; m < next.length; m++) {
            SparseRows rows = columns.get(m);
            boolean mine = next[m] < rows.end(node) && rows.index(next[m]) == context;
            cell[m] = mine ? next[m]++ : -1;
            if (!mine) continue;
            lines = Math.max(lines, rows.seriesLength(cell[m]));
            plain |= rows.seriesLength(cell[m]) == 0;
            if (rows.seriesLength(cell[m]) > 0)
                first = Math.min(first, rows.firstIteration(cell[m]));
        }
        int skipped = first < CsvCell.LATE ? 0 : Math.min(first, lines - 1);
        for (int iteration = plain ? -1 : skipped; iteration < lines; iteration++) {
            if (iteration == 0) iteration = skipped;
            List<String> line = new ArrayList<>(start);
            if (iterations) line.add(iteration < 0 ? "" : Integer.toString(iteration));
            for (int m = 0; m < cell.length; m++)
                line.add(cell[m] < 0 ? "" : value(columns.get(m), cell[m], iteration));
            writeLine(out, line);
        }
    }

    /// An iteration that did not happen is empty; the last one of a series is always written, so
    /// that its length can be read.
    private static String value(SparseRows rows, int cell, int iteration) {
        int length = rows.seriesLength(cell);
        if (iteration < 0) return length == 0 ? text(rows.value(cell)) : "";
        if (iteration >= length) return "";
        double value = rows.iteration(cell, iteration);
        return Double.isNaN(value) && iteration < length - 1 ? "" : text(value);
    }

    private static String text(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        boolean negativeZero = value == 0 && 1 / value < 0;
        return whole && !negativeZero ? Long.toString((long) value) : Double.toString(value);
    }

    private static void writeLine(Writer out, List<String> fields) throws IOException {
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) out.write(',');
            out.write(quoted(fields.get(i)));
        }
        out.write('\n');
    }

    private static String quoted(String field) {
        boolean plain =
                field.indexOf(',') < 0
                        && field.indexOf('"') < 0
                        && field.indexOf('\n') < 0
                        && field.indexOf('\r') < 0;
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
