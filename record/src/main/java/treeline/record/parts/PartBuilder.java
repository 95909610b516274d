package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Builds the profile of a group of ranks from the ranks' messages ([ValuesMessage]). Contexts are
/// in order and values sorted by path, so the values of all ranks for a path go directly into one
/// row.
final class PartBuilder {
    /// Repetitions without a value are rare: events that had not ended.
    private static final long MAX_CONTEXTS_WITHOUT_VALUES = 1 << 20;

    private static final int TIME = 0;
    private static final int CALLS = 1;
    private static final int FIRST_NUMBER = 2;

    private final RecordingPart part;
    private final PathTable.Facts facts;
    private final PathTable.Named named;
    private final List<Metric> metrics;
    private final List<Context> contexts = new ArrayList<>();
    private SparseRows.Builder[] rows = {};
    private final List<Section> sections = new ArrayList<>();
    private final List<String> failures;
    private int[] places = new int[64];
    private double[] values = new double[64];
    private double[] series = new double[128];

    /// The paths of one thread of a rank, with a read position.
    private static final class Section {
        final MessageReader in;
        final int end;
        final int firstContext;

        /// What the rank's own numbers are in the table; null if it has the table's.
        private final int @Nullable [] agreed;

        private int number = -1;

        /// The path that comes next.
        int path;

        Section(byte[] message, int from, int to, int firstContext, int @Nullable [] agreed) {
            this.in = new MessageReader(message, from);
            this.end = to;
            this.firstContext = firstContext;
            this.agreed = agreed;
            advance();
        }

        void advance() {
            path = in.offset() < end ? next() : Integer.MAX_VALUE;
        }

        private int next() {
            number += 1 + in.count();
            return agreed == null ? number : agreed[number];
        }
    }

    /// @param failures where to tell of ranks that have no values
    PartBuilder(RecordingPart part, List<String> failures) {
        this.part = part;
        this.failures = failures;
        this.facts = part.table().facts();
        this.metrics = part.metrics().all();
        this.named = part.table().named(part.metrics().labels());
        List<byte[]> messages = part.messages();
        for (int i = 0; i < messages.size(); i++) addRank(part.firstRank() + i, messages.get(i));
    }

    private SparseRows.Builder[] emptyRows() {
        long cells = 0;
        long iterations = 0;
        for (byte[] message : part.messages()) {
            var in = new MessageReader(message);
            if (in.count() == ValuesMessage.FAILED) continue;
            in.varint();
            cells += in.varint();
            iterations += in.varint();
        }
        if (cells > Integer.MAX_VALUE - 8 || iterations > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException(
                    "%d values are too many for one aggregator; use more aggregators"
                            .formatted(iterations + cells));
        var empty = new SparseRows.Builder[metrics.size()];
        empty[TIME] = new SparseRows.Builder((int) cells, (int) iterations);
        empty[CALLS] = new SparseRows.Builder((int) cells, 0);
        for (int i = FIRST_NUMBER; i < empty.length; i++) empty[i] = new SparseRows.Builder();
        return empty;
    }

    /// Everything but the values.
    Outline outline() {
        return new Outline(named.tree(), named.labels(), contexts, metrics, part.metadata());
    }

    /// Once.
    Profile profile() {
        rows = emptyRows();
        for (int node = 0; node < named.tree().size(); node++) addNode(node);
        for (Section section : sections)
            if (section.path != Integer.MAX_VALUE)
                throw new IllegalStateException(
                        "a message with path %d where the table has no such path, or had it before"
                                .formatted(section.path));
        List<MetricColumn> columns = new ArrayList<>();
        for (SparseRows.Builder each : rows)
            columns.add(MetricColumn.ofNodes(each.build(), contexts.size()));
        return new Profile(outline(), new MetricTable(metrics, columns));
    }

    private void addRank(int rank, byte[] message) {
        var in = new MessageReader(message);
        int kind = in.count();
        if (kind == ValuesMessage.FAILED) {
            failures.add(ValuesMessage.failure(rank, in.text()));
            contexts.add(context(rank, 0, 0));
            return;
        }
        int count = in.count();
        long mostContexts = Math.max(in.varint(), MAX_CONTEXTS_WITHOUT_VALUES);
        in.varint();
        int[] agreed =
                kind == ValuesMessage.OWN_NUMBERS
                        ? ValuesMessage.agreedNumbers(in, part.table())
                        : null;
        // a rank that recorded nothing was there all the same
        if (count == 0 && kind != ValuesMessage.SOME_VALUES) contexts.add(context(rank, 0, 0));
        int threads = in.count();
        int[] bytes = new int[threads];
        int[] firstContext = new int[threads];
        for (int thread = 0; thread < threads; thread++) {
            firstContext[thread] = contexts.size();
            int number = in.count();
            bytes[thread] = in.count();
            addContexts(in, rank, number, mostContexts);
        }
        int from = in.offset();
        for (int thread = 0; thread < threads; thread++) {
            int to = from + bytes[thread];
            sections.add(new Section(message, from, to, firstContext[thread], agreed));
            from = to;
        }
    }

    /// A damaged length must not fill the memory.
    private void addContexts(MessageReader in, int rank, int thread, long most) {
        int repetition = 0;
        for (int runs = in.count(); runs > 0; runs--) {
            repetition = Math.addExact(repetition, in.count());
            int length = in.count();
            if (length > most)
                throw new IllegalStateException(
                        "%d repetitions of rank %d with %d values".formatted(length, rank, most));
            for (int left = length; left > 0; left--)
                contexts.add(context(rank, thread, repetition++));
        }
    }

    private Context context(int rank, int thread, int repetition) {
        Context context = facts.threads() ? Context.ofThread(rank, thread) : Context.ofRank(rank);
        return facts.repetitions() ? context.inRepetition(repetition) : context;
    }

    private void addNode(int node) {
        for (Section section : sections) {
            if (section.path != node) continue;
            addPath(section);
            section.advance();
        }
        for (SparseRows.Builder each : rows) each.endRow();
    }

    private void addPath(Section section) {
        MessageReader in = section.in;
        int first = section.firstContext;
        int count = in.count();
        if (places.length < count) {
            places = new int[count + count / 2];
            values = new double[count + count / 2];
        }
        readPlaces(in, count);
        addCalls(in, first, count);
        if (in.count() == ValuesMessage.PLAIN) {
            in.series(values, 0, count);
            rows[TIME].addAll(first, places, values, count);
        } else for (int i = 0; i < count; i++) addTimes(in, first + places[i]);
        for (int metric = FIRST_NUMBER; metric < rows.length; metric++)
            addMetric(in, rows[metric], first, count);
    }

    private void readPlaces(MessageReader in, int count) {
        boolean isEvery = in.count() == ValuesMessage.EVERY_CONTEXT;
        int place = -1;
        for (int i = 0; i < count; i++) {
            place += isEvery ? 1 : 1 + in.count();
            places[i] = place;
        }
    }

    /// Iterations that are over come without the calls, which are told by those that go on.
    private void addCalls(MessageReader in, int first, int count) {
        long same = in.varint() - 1;
        if (same > 0) {
            Arrays.fill(values, 0, count, (double) same);
            rows[CALLS].addAll(first, places, values, count);
            return;
        }
        if (same == 0) return;
        for (int i = 0; i < count; i++) {
            long calls = in.varint();
            if (calls > 0) rows[CALLS].add(first + places[i], (double) calls);
        }
    }

    private void addTimes(MessageReader in, int context) {
        int kind = in.count();
        if (kind == ValuesMessage.PLAIN) {
            rows[TIME].add(context, (double) in.varint());
            return;
        }
        long rest = kind == ValuesMessage.EACH_AND_REST ? in.varint() : 0;
        int skipped = in.count();
        int length = in.count();
        ensure(length);
        long sum = in.series(series, 0, length) + rest;
        rows[TIME].addSeries(context, (double) sum, skipped, series, 0, length);
    }

    private void addMetric(MessageReader in, SparseRows.Builder into, int first, int count) {
        int shape = in.count();
        if (shape == ValuesMessage.METRIC_ABSENT) return;
        for (int i = 0; i < count; i++) {
            int context = first + places[i];
            int kind = shape == ValuesMessage.METRIC_PLAIN ? shape : in.count();
            if (kind == ValuesMessage.METRIC_PLAIN) addValue(into, context, value(in));
            else if (kind == ValuesMessage.METRIC_EACH) addIterations(in, into, context, 0);
            else if (kind == ValuesMessage.METRIC_EACH_AND_REST)
                addIterations(in, into, context, value(in));
        }
    }

    private static void addValue(SparseRows.Builder into, int context, double value) {
        if (!Double.isNaN(value)) into.add(context, value);
    }

    private void addIterations(
            MessageReader in, SparseRows.Builder into, int context, double rest) {
        int skipped = in.count();
        int length = in.count();
        ensure(length);
        for (int i = 0; i < length; i++) series[i] = value(in);
        double sum = SparseRows.sumOf(series, 0, length) + rest;
        into.addSeries(context, sum, skipped, series, 0, length);
    }

    private static double value(MessageReader in) {
        long code = in.varint();
        if (code == ValuesMessage.NO_VALUE) return Double.NaN;
        if (code == ValuesMessage.RAW_BITS) return Double.longBitsToDouble(in.u64());
        long zigzag = code >>> 1;
        return (double) ((zigzag >>> 1) ^ -(zigzag & 1));
    }

    private void ensure(int length) {
        if (series.length < length) series = new double[length + length / 2];
    }
}
