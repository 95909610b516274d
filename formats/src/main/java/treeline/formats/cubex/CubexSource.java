package treeline.formats.cubex;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

import treeline.formats.cubex.Anchor.CubeMetric;
import treeline.formats.cubex.TarArchive.Member;
import treeline.formats.reading.SegmentStream;
import treeline.model.CallTree;
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
import treeline.source.files.MappedFile;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// An opened archive: the anchor is read, and rows of values are decoded on demand.
///
/// Cube does not distinguish zero from missing. A zero is kept only if the location visited the
/// node, so that threads that never ran a function do not count as ranks that took no time.
final class CubexSource implements ProfileSource {
    static final String ANCHOR = "anchor.xml";
    private static final String VISITS = "visits";

    /// A compressed anchor may grow to this, or to [#ANCHOR_RATIO] times its size.
    private static final long ANCHOR_BYTES = 1L << 28;

    private static final long ANCHOR_RATIO = 250;

    private final MappedFile file;
    private final ReadReport.Log log = new ReadReport.Log();
    private final TarArchive archive;
    private final Anchor anchor;
    private final Outline outline;
    private final List<Column> columns = new ArrayList<>();

    /// `locationOf[c]` is the place of context `c` in a row.
    private final int[] locationOf;

    private final @Nullable MetricRows visits;

    /// A metric of the outline: rows as stored, or with the children's values subtracted.
    private record Column(Metric metric, MetricRows rows, boolean subtractChildren) {}

    CubexSource(MappedFile file) throws IOException {
        this.file = file;
        this.archive = new TarArchive(file, log);
        this.anchor = readAnchor();
        List<Context> byLocation = anchor.contexts();
        List<Context> contexts = byLocation.stream().sorted().toList();
        this.locationOf = locationOf(byLocation, contexts);
        MetricRows visitRows = null;
        for (CubeMetric metric : anchor.metrics()) {
            MetricRows rows = rows(metric);
            if (rows == null) continue;
            if (metric.name().equals(VISITS)) visitRows = rows;
            columns.add(new Column(metric.metric(), rows, false));
            metric.derivedExclusive().ifPresent(own -> columns.add(new Column(own, rows, true)));
        }
        this.visits = visitRows;
        if (columns.isEmpty())
            throw file.malformed(file.size(), "at least one metric with values", "none");
        this.outline =
                new Outline(
                        anchor.tree(),
                        anchor.labels(),
                        contexts,
                        anchor.locationLabels().stream()
                                .map(label -> label.of(locationOf))
                                .toList(),
                        columns.stream().map(Column::metric).toList(),
                        anchor.metadata());
    }

    private static int[] locationOf(List<Context> byLocation, List<Context> sorted) {
        Map<Context, Integer> at = new HashMap<>();
        for (Context context : byLocation) at.put(context, at.size());
        return sorted.stream().mapToInt(context -> requireNonNull(at.get(context))).toArray();
    }

    private Anchor readAnchor() throws IOException {
        Member member =
                archive.member(ANCHOR)
                        .orElseThrow(
                                () -> file.malformed(file.size(), "a member " + ANCHOR, "none"));
        String document = "%s (%s)".formatted(file.path(), ANCHOR);
        var stream = new SegmentStream(member.bytes());
        try (InputStream in = isGzip(member) ? expanded(stream, member) : stream) {
            return AnchorReader.read(document, in);
        } catch (EOFException | ZipException cut) {
            throw file.malformed(
                    member.at(), "a complete gzip stream", String.valueOf(cut.getMessage()));
        }
    }

    private static boolean isGzip(Member member) {
        return member.bytes().byteSize() > 2
                && member.bytes().get(ValueLayout.JAVA_BYTE, 0) == 0x1f
                && member.bytes().get(ValueLayout.JAVA_BYTE, 1) == (byte) 0x8b;
    }

    private InputStream expanded(InputStream packed, Member member) throws IOException {
        long limit = Math.max(ANCHOR_BYTES, member.bytes().byteSize() * ANCHOR_RATIO);
        return new FilterInputStream(new GZIPInputStream(packed)) {
            private long read;

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int count = super.read(into, from, length);
                read += Math.max(count, 0);
                if (read > limit)
                    throw file.malformed(
                            member.at(), "an anchor of at most %d bytes".formatted(limit), "more");
                return count;
            }
        };
    }

    /// The rows of a metric; null where it has none. A metric without files is zero everywhere.
    private @Nullable MetricRows rows(CubeMetric metric) {
        if (metric.isDerived()) {
            log.note("derived metrics are not evaluated", metric.name());
            return null;
        }
        Member index = archive.member(metric.id() + ".index").orElse(null);
        Member data = archive.member(metric.id() + ".data").orElse(null);
        if (index == null && data == null) return null;
        DataType type = DataType.of(metric.dataType()).orElse(null);
        if (type == null) {
            log.lost("the type %s of a metric".formatted(metric.dataType()), metric.name());
            return null;
        }
        if (index == null || data == null) {
            log.lost("a metric has only one of its two files", metric.name());
            return null;
        }
        int[] nodes = CnodeOrder.of(anchor.tree(), metric.isInclusive());
        try {
            return new MetricRows(file, index, data, type, nodes, anchor.locations().size());
        } catch (MalformedProfileException damaged) {
            log.lost("a metric cannot be read", String.valueOf(damaged.getMessage()));
            return null;
        }
    }

    Anchor anchor() {
        return anchor;
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) {
        Outline chosen = slice.of(outline);
        int[] contexts = slice.contexts().indexes(outline.contexts().size());
        List<MetricColumn> loaded = new ArrayList<>();
        for (int metric : slice.metrics().indexes(columns.size()))
            loaded.add(load(columns.get(metric), slice, contexts));
        return new Profile(chosen, new MetricTable(chosen.metrics(), loaded));
    }

    private MetricColumn load(Column column, Slice slice, int[] contexts) {
        var rows = new SparseRows.Builder();
        int nodes = outline.tree().size();
        double[] values = new double[anchor.locations().size()];
        double[] visited = new double[values.length];
        double[] child = new double[values.length];
        for (int node = 0; node < nodes; node++) {
            if (slice.nodes().contains(node) && read(column, node, values, child)) {
                if (!readRow(visits, node, visited)) Arrays.fill(visited, 0);
                for (int i = 0; i < contexts.length; i++) {
                    int at = locationOf[contexts[i]];
                    if (values[at] != 0 || visited[at] > 0) rows.add(i, values[at]);
                }
            }
            rows.endRow();
        }
        return MetricColumn.ofNodes(rows.build(), contexts.length);
    }

    /// Reads the values of a node; false where they or a child's are damaged.
    private boolean read(Column column, int node, double[] values, double[] child) {
        if (!readRow(column.rows, node, values)) return false;
        if (!column.subtractChildren) return true;
        CallTree tree = outline.tree();
        for (int at = node + 1; at < tree.subtreeEnd(node); at = tree.subtreeEnd(at)) {
            if (!column.rows.has(at)) continue;
            if (!readRow(column.rows, at, child)) return false;
            for (int i = 0; i < values.length; i++) values[i] -= child[i];
        }
        return true;
    }

    private boolean readRow(@Nullable MetricRows rows, int node, double[] into) {
        if (rows == null) return false;
        try {
            rows.read(node, into);
            return true;
        } catch (MalformedProfileException damaged) {
            log.lost("a row of values cannot be read", String.valueOf(damaged.getMessage()));
            return false;
        }
    }

    @Override
    public ReadReport report() {
        return log.report();
    }

    @Override
    public void close() {
        file.close();
    }
}
