package treeline.formats.csv;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileExporter;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// One line for every call path, context and iteration, with a column a metric: what spreadsheets
/// and data frames want, and the redundant form that the compact ones are measured against
/// (TinyProf, figure 3a). Columns that say nothing (no thread anywhere) are left out.
public final class CsvExporter implements ProfileExporter {

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String extension() {
        return ".csv";
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try (BufferedWriter out = Files.newBufferedWriter(unfinished)) {
            write(profile, out);
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(unfinished);
            throw failed;
        }
        Files.move(
                unfinished,
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(Profile profile, Writer out) throws IOException {
        Map<String, ToIntFunction<Context>> parts = contextParts(profile.contexts());
        boolean hosts = profile.contexts().stream().anyMatch(context -> !context.host().isEmpty());
        List<SparseRows> columns = new ArrayList<>();
        for (Metric metric : profile.metrics()) columns.add(profile.column(metric).byNode());
        boolean iterations = columns.stream().anyMatch(SparseRows::hasSeries);
        List<String> headings = new ArrayList<>(List.of("path"));
        for (Label label : profile.labels()) headings.add(label.name());
        if (hosts) headings.add("host");
        headings.addAll(parts.keySet());
        if (iterations) headings.add("iteration");
        for (Metric metric : profile.metrics()) headings.add(heading(metric));
        writeLine(out, headings);
        for (int node = 0; node < profile.tree().size(); node++) {
            List<String> start = new ArrayList<>(List.of(path(profile.tree(), node)));
            for (Label label : profile.labels()) start.add(label.at(node));
            int[] next = new int[columns.size()];
            for (int m = 0; m < next.length; m++) next[m] = columns.get(m).start(node);
            for (int context = nextContext(columns, next, node);
                    context >= 0;
                    context = nextContext(columns, next, node)) {
                List<String> line = new ArrayList<>(start);
                Context at = profile.contexts().get(context);
                if (hosts) line.add(at.host());
                for (ToIntFunction<Context> part : parts.values())
                    line.add(number(part.applyAsInt(at)));
                writeCells(out, line, columns, next, node, context, iterations);
            }
        }
    }

    private static Map<String, ToIntFunction<Context>> contextParts(List<Context> contexts) {
        Map<String, ToIntFunction<Context>> parts = new LinkedHashMap<>();
        parts.put("rank", Context::rank);
        parts.put("thread", Context::thread);
        parts.put("stream", Context::stream);
        parts.put("repetition", Context::repetition);
        parts.values()
                .removeIf(
                        part ->
                                contexts.stream()
                                        .allMatch(
                                                context ->
                                                        part.applyAsInt(context) == Context.NONE));
        return parts;
    }

    private static String heading(Metric metric) {
        String scope = metric.scope() == Metric.Scope.INCLUSIVE ? " (inc)" : "";
        String unit = metric.unit().symbol().isEmpty() ? "" : " [" + metric.unit().symbol() + "]";
        return metric.name() + scope + unit;
    }

    private static String path(CallTree tree, int node) {
        return String.join("/", tree.path(node));
    }

    private static String number(int part) {
        return part == Context.NONE ? "" : Integer.toString(part);
    }

    /// The first context that any metric still has a cell for, or -1.
    private static int nextContext(List<SparseRows> columns, int[] next, int node) {
        int first = Integer.MAX_VALUE;
        for (int m = 0; m < next.length; m++)
            if (next[m] < columns.get(m).end(node))
                first = Math.min(first, columns.get(m).index(next[m]));
        return first == Integer.MAX_VALUE ? -1 : first;
    }

    /// A line for every iteration of a cell; a plain value has no iteration and is one line.
    private static void writeCells(
            Writer out,
            List<String> start,
            List<SparseRows> columns,
            int[] next,
            int node,
            int context,
            boolean iterations)
            throws IOException {
        int[] cell = new int[next.length];
        int lines = 0;
        boolean plain = false;
        for (int m = 0; m < next.length; m++) {
            SparseRows rows = columns.get(m);
            boolean mine = next[m] < rows.end(node) && rows.index(next[m]) == context;
            cell[m] = mine ? next[m]++ : -1;
            if (!mine) continue;
            lines = Math.max(lines, rows.seriesLength(cell[m]));
            plain |= rows.seriesLength(cell[m]) == 0;
        }
        for (int iteration = plain ? -1 : 0; iteration < lines; iteration++) {
            List<String> line = new ArrayList<>(start);
            if (iterations) line.add(iteration < 0 ? "" : Integer.toString(iteration));
            for (int m = 0; m < cell.length; m++)
                line.add(cell[m] < 0 ? "" : value(columns.get(m), cell[m], iteration));
            writeLine(out, line);
        }
    }

    private static String value(SparseRows rows, int cell, int iteration) {
        int length = rows.seriesLength(cell);
        if (iteration < 0) return length == 0 ? text(rows.value(cell)) : "";
        return iteration < length ? text(rows.iteration(cell, iteration)) : "";
    }

    private static String text(double value) {
        if (Double.isNaN(value)) return "";
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
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
