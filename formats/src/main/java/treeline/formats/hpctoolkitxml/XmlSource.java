package treeline.formats.hpctoolkitxml;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// An opened `experiment.xml`. The tree is in memory; the values of a thread are read from its
/// metric-db file on demand. Without such files, only sums over all threads exist.
final class XmlSource implements ProfileSource {
    /// How far sums may be off their parts, by the digits of the values.
    private static final double FULL_PRECISION = 1e-12;

    private static final double SIX_DIGITS = 2e-5;

    private final Experiment experiment;
    private final Map<Context, Path> files;
    private final List<XmlMetric> metrics;
    private final ReadReport.Log log;
    private final ExclusiveValues own;
    private final Outline outline;

    private XmlSource(Experiment experiment, Map<Context, Path> files, ReadReport.Log log) {
        this.experiment = experiment;
        this.files = files;
        this.log = log;
        this.own = new ExclusiveValues(experiment, files.isEmpty() ? SIX_DIGITS : FULL_PRECISION);
        this.metrics = files.isEmpty() ? experiment.summaryMetrics() : experiment.threadMetrics();
        Set<Metric> distinct = new LinkedHashSet<>();
        Set<Context> contexts = new java.util.TreeSet<>(files.keySet());
        for (XmlMetric metric : metrics) {
            distinct.add(metric.metric());
            if (files.isEmpty()) contexts.add(metric.context());
        }
        this.outline =
                new Outline(
                        experiment.tree(),
                        List.of(experiment.relation()),
                        List.copyOf(contexts),
                        List.copyOf(distinct),
                        experiment.metadata());
    }

    static XmlSource open(Path file) throws IOException {
        var log = new ReadReport.Log();
        Experiment experiment = ExperimentReader.read(file, log);
        Map<Context, Path> files = metricFiles(file, experiment, log);
        if (files.isEmpty())
            log.note(
                    "no metric-db files: values come from experiment.xml, with six digits",
                    file.toString());
        if (experiment.tree().size() == 0)
            throw MalformedProfileException.of(
                    file.toString(), "a call path profile", "one without any node");
        return new XmlSource(experiment, files, log);
    }

    private static Map<Context, Path> metricFiles(
            Path experimentFile, Experiment experiment, ReadReport.Log log) throws IOException {
        Map<Context, Path> files = new TreeMap<>();
        if (experiment.threadMetrics().isEmpty()) return files;
        Path folder = Objects.requireNonNull(experimentFile.toAbsolutePath().getParent());
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(MetricFiles::isOne).sorted().toList())
                MetricFiles.add(files, file, experiment.numbersStreams(), log);
        }
        return files;
    }

    /// The metric-db files and their threads.
    private static final class MetricFiles {
        private MetricFiles() {}

        static boolean isOne(Path file) {
            return file.getFileName().toString().matches(".*\\.metric-db(\\.gz)?")
                    && Files.isRegularFile(file);
        }

        static void add(
                Map<Context, Path> files, Path file, boolean numbersStreams, ReadReport.Log log) {
            Context context = MetricFile.contextOf(file, numbersStreams);
            if (context == null) {
                log.lost(
                        "the name of a metric-db file does not contain its thread",
                        file.toString());
                return;
            }
            if (files.containsKey(context)) {
                log.note(
                        "two metric-db files belong to the same thread on different hosts",
                        file.toString());
                context =
                        new Context(
                                file.getFileName().toString(),
                                context.rank(),
                                context.thread(),
                                context.stream(),
                                Context.NONE);
            }
            files.put(context, file);
        }
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        Outline chosen = slice.of(outline);
        List<SparseRows.Builder> rows = new ArrayList<>();
        for (int i = 0; i < chosen.metrics().size(); i++) rows.add(new SparseRows.Builder());
        for (Context context : chosen.contexts()) {
            loadContext(context, chosen.metrics(), rows, slice);
            rows.forEach(SparseRows.Builder::endRow);
        }
        int nodes = outline.tree().size();
        List<MetricColumn> columns =
                rows.stream().map(each -> MetricColumn.ofContexts(each.build(), nodes)).toList();
        return new Profile(chosen, new MetricTable(chosen.metrics(), columns));
    }

    /// Fills an array with the values of one metric.
    private interface Values {
        void read(XmlMetric metric, double[] byNode);
    }

    private void loadContext(
            Context context, List<Metric> chosen, List<SparseRows.Builder> rows, Slice slice)
            throws IOException {
        Path path = files.get(context);
        if (path == null) {
            addRows(
                    context,
                    chosen,
                    rows,
                    slice,
                    (metric, byNode) -> experiment.summary().fill(metric.number(), byNode));
            return;
        }
        try (MetricFile file = MetricFile.open(path)) {
            if (!file.isComplete())
                log.lost("a metric-db file is truncated", "%s, %s".formatted(path, file.sizes()));
            addRows(
                    Context.WHOLE,
                    chosen,
                    rows,
                    slice,
                    (metric, byNode) -> file.read(metric.number(), experiment.ids(), byNode));
        } catch (MalformedProfileException damaged) {
            log.lost("a metric-db file cannot be read", String.valueOf(damaged.getMessage()));
        }
    }

    private void addRows(
            Context context,
            List<Metric> chosen,
            List<SparseRows.Builder> rows,
            Slice slice,
            Values values) {
        double[] byNode = new double[outline.tree().size()];
        for (int i = 0; i < chosen.size(); i++)
            for (XmlMetric metric : metrics) {
                if (!metric.metric().equals(chosen.get(i)) || !metric.context().equals(context))
                    continue;
                java.util.Arrays.fill(byNode, 0);
                values.read(metric, byNode);
                if (metric.metric().scope() == Metric.Scope.EXCLUSIVE) own.takeOffLines(byNode);
                addRow(rows.get(i), byNode, slice);
                break;
            }
    }

    /// Dense files hold 0 where nothing was measured.
    private static void addRow(SparseRows.Builder row, double[] byNode, Slice slice) {
        for (int node = 0; node < byNode.length; node++)
            if (byNode[node] != 0 && slice.nodes().contains(node)) row.add(node, byNode[node]);
    }

    @Override
    public ReadReport report() {
        return log.report();
    }

    @Override
    public void close() {}
}
