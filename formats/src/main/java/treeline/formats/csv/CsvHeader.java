package treeline.formats.csv;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.model.Unit.Dimension;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The header line of our CSV: the columns in order. Columns without any values are omitted.
///
/// @param frame the columns of [#FRAME] that are present, after the path
/// @param context the columns of [#CONTEXT] that are present, after the labels
record CsvHeader(
        List<String> frame, List<String> labels, List<String> context, List<Metric> metrics) {
    static final String PATH = "path";

    /// The number of a node, where siblings share a name and the path alone does not tell.
    static final String NODE = "node";

    static final String KIND = "kind";
    static final String FILE = "file";
    static final String LINE = "line";
    static final String MODULE = "module";
    static final String HOST = "host";
    static final String RANK = "rank";
    static final String THREAD = "thread";
    static final String STREAM = "stream";
    static final String REPETITION = "repetition";
    static final String ITERATION = "iteration";

    private static final List<String> FRAME = List.of(NODE, KIND, FILE, LINE, MODULE);
    private static final List<String> CONTEXT =
            List.of(HOST, RANK, THREAD, STREAM, REPETITION, ITERATION);

    /// Written before the name of a label that would be taken for another column.
    private static final String LABEL = "label:";

    private static final Pattern METRIC =
            Pattern.compile("(.+) \\((inc|exc|point)\\)(?: \\[(.+)])?", Pattern.DOTALL);

    private static final Pattern UNIT =
            Pattern.compile(
                    "(.*) = ([0-9]+\\.[0-9]+(?:E-?[0-9]{1,3})?) (time|bytes|count|other)",
                    Pattern.DOTALL);

    CsvHeader {
        frame = List.copyOf(frame);
        labels = List.copyOf(labels);
        context = List.copyOf(context);
        metrics = List.copyOf(metrics);
    }

    static CsvHeader of(Profile profile) {
        List<Frame> frames = profile.tree().frames();
        List<Context> contexts = profile.contexts();
        List<String> frame = new ArrayList<>();
        if (hasEqualSiblings(profile.tree())) frame.add(NODE);
        addIfAny(frame, KIND, frames, each -> each.kind() != Frame.Kind.REGION);
        addIfAny(frame, FILE, frames, each -> !each.file().isEmpty());
        addIfAny(frame, LINE, frames, each -> each.line() != 0);
        addIfAny(frame, MODULE, frames, each -> !each.module().isEmpty());
        List<String> context = new ArrayList<>();
        addIfAny(context, HOST, contexts, each -> !each.host().isEmpty());
        addIfAny(context, RANK, contexts, each -> each.rank() != Context.NONE);
        addIfAny(context, THREAD, contexts, each -> each.thread() != Context.NONE);
        addIfAny(context, STREAM, contexts, each -> each.stream() != Context.NONE);
        addIfAny(context, REPETITION, contexts, each -> each.repetition() != Context.NONE);
        List<SparseRows> columns =
                profile.metrics().stream().map(m -> profile.column(m).byNode()).toList();
        addIfAny(context, ITERATION, columns, SparseRows::hasSeries);
        return new CsvHeader(
                frame,
                profile.labels().stream().map(Label::name).toList(),
                context,
                profile.metrics());
    }

    private static <T> void addIfAny(
            List<String> columns, String column, List<T> all, Predicate<T> says) {
        if (all.stream().anyMatch(says)) columns.add(column);
    }

    private static boolean hasEqualSiblings(CallTree tree) {
        Set<List<Object>> seen = new HashSet<>();
        for (int node = 0; node < tree.size(); node++)
            if (!seen.add(List.of(tree.parent(node), tree.name(node)))) return true;
        return false;
    }

    List<String> headings() {
        List<String> headings = new ArrayList<>(List.of(PATH));
        headings.addAll(frame);
        for (String label : labels) headings.add(heading(label));
        headings.addAll(context);
        for (Metric metric : metrics) headings.add(heading(metric));
        return headings;
    }

    private static String heading(String label) {
        boolean clear =
                !label.isEmpty()
                        && !label.equals(PATH)
                        && !FRAME.contains(label)
                        && !CONTEXT.contains(label)
                        && !label.startsWith(LABEL)
                        && !METRIC.matcher(label).matches();
        return clear ? label : LABEL + label;
    }

    private static String heading(Metric metric) {
        String scope =
                switch (metric.scope()) {
                    case INCLUSIVE -> "inc";
                    case EXCLUSIVE -> "exc";
                    case POINT -> "point";
                };
        String unit = text(metric.unit());
        return "%s (%s)%s"
                .formatted(metric.name(), scope, unit.isEmpty() ? "" : " [%s]".formatted(unit));
    }

    /// The symbol; of a unit that we do not know by it also what it is: `min = 60.0 time`.
    private static String text(Unit unit) {
        if (unit.equals(Unit.of(unit.symbol()))) return unit.symbol();
        String dimension = unit.dimension().name().toLowerCase(Locale.ROOT);
        return "%s = %s %s".formatted(unit.symbol(), unit.scale(), dimension);
    }

    private static Unit unit(String text) {
        Matcher parts = UNIT.matcher(text);
        if (!parts.matches()) return Unit.of(text);
        double scale = Double.parseDouble(parts.group(2));
        Dimension dimension = Dimension.valueOf(parts.group(3).toUpperCase(Locale.ROOT));
        return scale > 0 ? new Unit(parts.group(1), dimension, scale) : Unit.of(text);
    }

    /// The header that a line is, if it is one of ours: a path first, and metrics that say their
    /// scope last.
    static Optional<CsvHeader> parse(List<String> headings) {
        int end = headings.size();
        List<Metric> metrics = new ArrayList<>();
        while (end > 1 && METRIC.matcher(headings.get(end - 1)).matches())
            metrics.addFirst(metric(headings.get(--end)));
        if (metrics.isEmpty()
                || new HashSet<>(metrics).size() < metrics.size()
                || !headings.getFirst().equals(PATH)) return Optional.empty();
        List<String> context = new ArrayList<>();
        for (String column : CONTEXT.reversed())
            if (end > 1 && headings.get(end - 1).equals(column)) {
                context.addFirst(column);
                end--;
            }
        List<String> frame = new ArrayList<>();
        int at = 1;
        for (String column : FRAME)
            if (at < end && headings.get(at).equals(column)) {
                frame.add(column);
                at++;
            }
        List<String> labels = new ArrayList<>();
        for (String heading : headings.subList(at, end)) {
            if (heading.isEmpty()) return Optional.empty();
            String label = heading.startsWith(LABEL) ? heading.substring(LABEL.length()) : heading;
            if (!heading(label).equals(heading)) return Optional.empty();
            labels.add(label);
        }
        if (new HashSet<>(labels).size() < labels.size()) return Optional.empty();
        return Optional.of(new CsvHeader(frame, labels, context, metrics));
    }

    private static Metric metric(String heading) {
        Matcher parts = METRIC.matcher(heading);
        if (!parts.matches()) throw new IllegalArgumentException(heading);
        Scope scope =
                switch (parts.group(2)) {
                    case "inc" -> Scope.INCLUSIVE;
                    case "exc" -> Scope.EXCLUSIVE;
                    default -> Scope.POINT;
                };
        return new Metric(
                parts.group(1), unit(parts.group(3) == null ? "" : parts.group(3)), scope);
    }
}
