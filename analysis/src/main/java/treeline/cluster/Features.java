package treeline.cluster;

import treeline.array.IndexSort;
import treeline.ensemble.Ensemble;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.Table;
import treeline.text.NameList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// A feature matrix for [KMeans], [PrincipalComponents] and [Nearest]. A row is a run, a node, or a
/// run at a node; a column is a feature. There are no missing values.
///
/// Features usually differ in scale, so standardise them first; otherwise the largest feature
/// dominates all distances.
///
/// ```
/// Features features = Features.ofRuns(ensemble, time).standardised();
/// Clustering clusters = KMeans.best(features, 2, 8);
/// ```
public final class Features {
    /// Runs that a message names before it counts the rest.
    private static final int MAX_NAMED = 3;

    private final Table labels;
    private final List<String> columns;
    private final double[] values;
    private final int leftOut;

    /// @param values row by row, kept
    private Features(Table labels, List<String> columns, double[] values, int leftOut) {
        this.labels = labels;
        this.columns = List.copyOf(columns);
        this.values = values;
        this.leftOut = leftOut;
        for (int i = 0; i < values.length; i++) values[i] += 0.0; // no -0.0: equal rows are equal
    }

    /// The rows of a table, with these columns as features; all others say what a row is, and its
    /// number, called `row`, where there are none. Rows where a feature is missing or infinite are
    /// left out.
    public static Features of(Table table, List<String> features) {
        List<Column> chosen = features.stream().map(table::column).toList();
        Table complete =
                table.filter(row -> chosen.stream().allMatch(c -> Double.isFinite(c.number(row))));
        if (features.isEmpty() || complete.rows() == 0)
            throw new IllegalArgumentException(
                    "no row has a value for each of the features " + features);
        double[] values = new double[complete.rows() * features.size()];
        for (int i = 0; i < features.size(); i++) {
            Column column = complete.column(features.get(i));
            for (int row = 0; row < complete.rows(); row++)
                values[row * features.size() + i] = column.number(row);
        }
        List<Column> others =
                complete.columns().stream().filter(c -> !features.contains(c.name())).toList();
        if (others.isEmpty()) others = List.of(Column.whole("row", complete.rows(), row -> row));
        return new Features(Table.of(others), features, values, table.rows() - complete.rows());
    }

    /// A row for each run: its values of a metric at all nodes that have one in every run.
    public static Features ofRuns(Ensemble ensemble, Metric metric) {
        return ofRuns(ensemble, List.of(metric), List.of());
    }

    /// A row for each run, called `run`: its values of metrics at all nodes that have one in every
    /// run, and numbers of its metadata. Nodes that some run lacks are left out, because what is
    /// missing is not 0; so is what was measured outside of all regions, which says nothing about
    /// the program. Runs are never left out unasked: [Ensemble#complete] does it. Features are
    /// sorted by name, so that they do not depend on which run was read first.
    ///
    /// @throws IllegalArgumentException if a run does not have such a number, or no node is left
    public static Features ofRuns(
            Ensemble ensemble, List<Metric> metrics, List<String> metadataColumns) {
        List<Column> features = new ArrayList<>();
        Set<String> taken = new HashSet<>(Set.of(Ensemble.RUN));
        int leftOut = 0;
        for (Metric metric : metrics) {
            String prefix = metrics.size() == 1 ? "" : ensemble.nameOf(metric) + " ";
            int[] complete = completeNodes(ensemble, metric);
            features.addAll(columns(ensemble, metric, complete, prefix, taken));
            leftOut += (int) ofProgram(ensemble).count() - complete.length;
        }
        if (features.isEmpty() && !metrics.isEmpty())
            throw new IllegalArgumentException(nothingInCommon(ensemble, metrics));
        features.sort(Comparator.comparing(Column::name));
        for (String name : metadataColumns) features.add(fact(ensemble, name, taken));
        if (features.isEmpty()) throw new IllegalArgumentException("there are no features");
        List<Column> all = new ArrayList<>();
        all.add(Column.text(Ensemble.RUN, ensemble.keys()));
        all.addAll(features);
        Features found = of(Table.of(all), features.stream().map(Column::name).toList());
        return new Features(found.labels, found.columns, found.values, leftOut);
    }

    private static IntStream ofProgram(Ensemble ensemble) {
        return IntStream.range(0, ensemble.tree().size())
                .filter(node -> !ensemble.tree().frame(node).isOutsideRegions());
    }

    private static int[] completeNodes(Ensemble ensemble, Metric metric) {
        SparseRows rows = ensemble.column(metric).byNode();
        return ofProgram(ensemble)
                .filter(node -> runsWith(rows, node) == ensemble.runs())
                .toArray();
    }

    private static List<Column> columns(
            Ensemble ensemble, Metric metric, int[] nodes, String prefix, Set<String> taken) {
        SparseRows rows = ensemble.column(metric).byNode();
        List<String> paths = ensemble.paths();
        List<Column> columns = new ArrayList<>();
        for (int node : nodes) {
            int start = rows.start(node);
            columns.add(
                    Column.real(
                            unused(prefix + paths.get(node), taken),
                            ensemble.runs(),
                            run -> rows.value(start + run)));
        }
        return columns;
    }

    /// Why there are no features: the node that most runs have, and which runs lack it.
    private static String nothingInCommon(Ensemble ensemble, List<Metric> metrics) {
        Metric metric = metrics.getFirst();
        SparseRows rows = ensemble.column(metric).byNode();
        int[] runsWith = new int[ensemble.tree().size()];
        ofProgram(ensemble).forEach(node -> runsWith[node] = runsWith(rows, node));
        int most = 0;
        for (int node = 1; node < runsWith.length; node++)
            if (runsWith[node] > runsWith[most]) most = node;
        String name = ensemble.nameOf(metric);
        if (runsWith.length == 0 || runsWith[most] == 0)
            return "no node has a value of '%s' in any run".formatted(name);
        int node = most;
        List<String> without =
                IntStream.range(0, ensemble.runs())
                        .filter(run -> !isFinite(rows, node, run))
                        .mapToObj(ensemble.keys()::get)
                        .toList();
        return "no node has a value of '%s' in every run; the best covered node, %s, has one in %d of %d, but not in %s"
                .formatted(
                        name,
                        NodePath.of(ensemble.tree(), node),
                        runsWith[node],
                        ensemble.runs(),
                        NameList.shortened(without, MAX_NAMED));
    }

    private static boolean isFinite(SparseRows rows, int node, int run) {
        int cell = rows.find(node, run);
        return cell >= 0 && Double.isFinite(rows.value(cell));
    }

    private static int runsWith(SparseRows rows, int node) {
        return (int)
                IntStream.range(rows.start(node), rows.end(node))
                        .filter(cell -> Double.isFinite(rows.value(cell)))
                        .count();
    }

    /// Two nodes may have one path, where their frames differ by more than the name, and any may be
    /// called as the column of the runs is.
    private static String unused(String name, Set<String> taken) {
        String unused = name;
        for (int i = 2; !taken.add(unused); i++) unused = "%s (%d)".formatted(name, i);
        return unused;
    }

    private static Column fact(Ensemble ensemble, String name, Set<String> taken) {
        ensemble.requireMetadata(name);
        for (int run = 0; run < ensemble.runs(); run++) {
            Metadata facts = ensemble.metadata(run);
            if (!Double.isFinite(MetadataValues.number(facts, name)))
                throw new IllegalArgumentException(
                        "'%s' cannot be a feature: for %s it is %s, not a number"
                                .formatted(
                                        name,
                                        ensemble.keys().get(run),
                                        facts.get(name).map(Object::toString).orElse("missing")));
        }
        return Column.real(
                unused(name, taken),
                ensemble.runs(),
                run -> MetadataValues.number(ensemble.metadata(run), name));
    }

    public int rows() {
        return labels.rows();
    }

    /// The names of the features.
    public List<String> columns() {
        return columns;
    }

    public double at(int row, int column) {
        return values[row * columns.size() + column];
    }

    /// What each row is: a table with as many rows.
    public Table labels() {
        return labels;
    }

    /// How many rows or nodes had to be left out because a value was missing.
    public int leftOut() {
        return leftOut;
    }

    /// Mean 0 and deviation 1 in every column, see [StandardScaler].
    public Features standardised() {
        return StandardScaler.of(this).apply(this);
    }

    /// What each row is, beside its features.
    public Table table() {
        List<Column> all = new ArrayList<>(labels.columns());
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            all.add(Column.real(columns.get(i), rows(), row -> at(row, column)));
        }
        return Table.of(all);
    }

    /// Other numbers for the same rows.
    Features with(List<String> newColumns, double[] newValues) {
        return new Features(labels, newColumns, newValues, leftOut);
    }

    /// Some of the rows, with the same features.
    Features rows(int[] some) {
        int width = columns.size();
        double[] kept = new double[some.length * width];
        for (int i = 0; i < some.length; i++)
            System.arraycopy(values, some[i] * width, kept, i * width, width);
        var chosen = new java.util.BitSet();
        for (int row : some) chosen.set(row);
        return new Features(labels.filter(chosen::get), columns, kept, leftOut);
    }

    double[] column(int column) {
        return IntStream.range(0, rows()).mapToDouble(row -> at(row, column)).toArray();
    }

    /// The rows by their values, the first column first. Whatever is computed over them in this
    /// order does not depend on the order in which runs came, not even by rounding: rows that
    /// compare equal are equal.
    int[] canonicalOrder() {
        return IndexSort.of(rows(), this::compareRows);
    }

    private int compareRows(int one, int other) {
        int width = columns.size();
        return Arrays.compare(
                values, one * width, (one + 1) * width, values, other * width, (other + 1) * width);
    }

    /// The values row by row, in an order of rows.
    double[] values(int[] order) {
        int width = columns.size();
        double[] ordered = new double[values.length];
        for (int i = 0; i < order.length; i++)
            System.arraycopy(values, order[i] * width, ordered, i * width, width);
        return ordered;
    }

    @Override
    public String toString() {
        return "%d features of %d rows".formatted(columns.size(), rows());
    }
}
