package treeline.record;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Builds the profile of a group of ranks from the messages that [RankValues] wrote. Contexts come
/// sorted and their cells by node, so values go straight into rows.
final class PartBuilder {
    private static final int TIME = 0;
    private static final int CALLS = 1;
    private static final int FIRST_NUMBER = 2;

    private final PathTable.Facts facts;
    private final List<Metric> metrics;
    private final List<Context> contexts = new ArrayList<>();
    private final List<SparseRows.Builder> rows = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private double[] series = new double[128];

    PartBuilder(PathTable.Facts facts, RankMetrics metrics, List<byte[]> messages) {
        this.facts = facts;
        this.metrics = metrics.all();
        long cells = 0;
        long iterations = 0;
        for (byte[] message : messages) {
            var in = new MessageReader(message);
            if (in.count() == RankValues.FAILED) continue;
            in.varint();
            cells += in.varint();
            iterations += in.varint();
        }
        if (cells > Integer.MAX_VALUE - 8 || iterations > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException(
                    "%d values for one aggregator: use more of them".formatted(iterations + cells));
        rows.add(new SparseRows.Builder((int) cells, (int) iterations));
        rows.add(new SparseRows.Builder((int) cells, 0));
        for (int i = FIRST_NUMBER; i < this.metrics.size(); i++) rows.add(new SparseRows.Builder());
    }

    static Profile profile(
            List<byte[]> messages,
            int firstRank,
            PathTable table,
            RankMetrics metrics,
            Metadata metadata,
            List<String> failures) {
        var builder = new PartBuilder(table.facts(), metrics, messages);
        for (int i = 0; i < messages.size(); i++) builder.addRank(firstRank + i, messages.get(i));
        failures.addAll(builder.failures);
        return builder.build(table.named(metrics.labels()), metadata);
    }

    /// Whether there is anything to write, or a rank that could not.
    static boolean hasContexts(List<byte[]> messages) {
        for (byte[] message : messages) {
            var in = new MessageReader(message);
            if (in.count() == RankValues.FAILED || in.count() > 0) return true;
        }
        return false;
    }

    private void addRank(int rank, byte[] message) {
        var in = new MessageReader(message);
        int kind = in.count();
        if (kind == RankValues.FAILED) {
            failures.add("rank %d has no values in the recording: %s".formatted(rank, in.text()));
            addEmpty(rank);
            return;
        }
        int count = in.count();
        in.varint();
        in.varint();
        if (count == 0 && kind == RankValues.VALUES) addEmpty(rank);
        for (int i = 0; i < count; i++) {
            contexts.add(context(rank, in.count(), in.count()));
            addCells(in);
            for (SparseRows.Builder each : rows) each.endRow();
        }
    }

    /// A rank that recorded nothing was there all the same.
    private void addEmpty(int rank) {
        contexts.add(context(rank, 0, 0));
        for (SparseRows.Builder each : rows) each.endRow();
    }

    private Context context(int rank, int thread, int repetition) {
        Context context = facts.threads() ? Context.ofThread(rank, thread) : Context.ofRank(rank);
        return facts.repetitions() ? context.inRepetition(repetition) : context;
    }

    private void addCells(MessageReader in) {
        int node = -1;
        for (int left = in.count(); left > 0; left--) {
            node += in.count() + 1;
            addCalls(in.varint(), node);
            if (in.count() == RankValues.PLAIN) rows.get(TIME).add(node, (double) in.varint());
            else addTimes(in, node);
            for (int metric = FIRST_NUMBER; metric < rows.size(); metric++)
                addMetric(in, rows.get(metric), node);
        }
    }

    /// Iterations that are over come without the calls, which are told by those that go on.
    private void addCalls(long calls, int node) {
        if (calls > 0) rows.get(CALLS).add(node, (double) calls);
    }

    private void addTimes(MessageReader in, int node) {
        int skipped = in.count();
        int end = skipped + in.count();
        skip(skipped, end);
        long sum = in.series(series, skipped, end);
        rows.get(TIME).addSeries(node, (double) sum, series, 0, end);
    }

    private void addMetric(MessageReader in, SparseRows.Builder into, int node) {
        int shape = in.count();
        if (shape == RankValues.METRIC_PLAIN) into.add(node, value(in));
        if (shape != RankValues.METRIC_EACH) return;
        int skipped = in.count();
        int end = skipped + in.count();
        skip(skipped, end);
        for (int i = skipped; i < end; i++) series[i] = value(in);
        into.addSeries(node, series, 0, end);
    }

    private static double value(MessageReader in) {
        long code = in.varint();
        if (code == RankValues.NO_VALUE) return Double.NaN;
        if (code == RankValues.RAW_BITS) return Double.longBitsToDouble(in.u64());
        long zigzag = code >>> 1;
        return (double) ((zigzag >>> 1) ^ -(zigzag & 1));
    }

    /// Makes room for a series whose first iterations are elsewhere.
    private void skip(int skipped, int length) {
        if (series.length < length) series = new double[length + length / 2];
        Arrays.fill(series, 0, skipped, Double.NaN);
    }

    private Profile build(PathTable.Named named, Metadata metadata) {
        List<MetricColumn> columns = new ArrayList<>();
        for (SparseRows.Builder each : rows)
            columns.add(MetricColumn.ofContexts(each.build(), named.tree().size()));
        var outline = new Outline(named.tree(), named.labels(), contexts, metrics, metadata);
        return new Profile(outline, new MetricTable(metrics, columns));
    }
}
