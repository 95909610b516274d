package treeline.source;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.TreeBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Sources with different contexts of one run as one source. Their trees are usually equal, because
/// the recorder agrees on one before it writes; where they are not, the union is taken. Of a
/// context that goes on in another source ([Parts#continued]) the values are put together.
final class JoinedSource implements ProfileSource {
    private final List<ProfileSource> sources;
    private final ReadReport.Log log;
    private final Outline outline;

    /// `nodeAt[s][n]` is the place of node `n` of source `s` in the joined tree.
    private final int[][] nodeAt;

    private final List<Place> places;

    /// Where a joined context comes from, and where else.
    private record Place(int source, int context, @Nullable Place other) {}

    JoinedSource(List<ProfileSource> sources, List<String> names, ReadReport.Log log) {
        this.sources = List.copyOf(sources);
        this.log = log;
        Map<Context, Place> contexts = contexts(names);
        this.places = List.copyOf(contexts.values());
        this.nodeAt = new int[sources.size()][];
        CallTree tree = joinTrees();
        this.outline =
                new Outline(
                        tree,
                        joinLabels(tree.size()),
                        List.copyOf(contexts.keySet()),
                        joinMetrics(),
                        joinMetadata());
    }

    private Map<Context, Place> contexts(List<String> names) {
        Map<Context, Place> contexts = new TreeMap<>();
        for (int s = 0; s < sources.size(); s++) {
            List<Context> mine = sources.get(s).outline().contexts();
            for (int c = 0; c < mine.size(); c++) {
                Place other = contexts.get(mine.get(c));
                contexts.put(mine.get(c), new Place(s, c, other));
                if (other != null && !isContinued(s) && !areContinued(other))
                    throw MalformedProfileException.of(
                            names.get(s),
                            "contexts that no other sub-file holds",
                            "%s, which is also in %s"
                                    .formatted(mine.get(c), names.get(other.source())));
            }
        }
        return contexts;
    }

    private boolean isContinued(int source) {
        return Parts.isContinued(sources.get(source).outline().metadata());
    }

    private boolean areContinued(Place first) {
        for (Place place = first; place != null; place = place.other)
            if (!isContinued(place.source)) return false;
        return true;
    }

    private CallTree joinTrees() {
        CallTree first = sources.getFirst().outline().tree();
        if (sources.stream().allMatch(source -> source.outline().tree().equals(first))) {
            int[] same = IntStream.range(0, first.size()).toArray();
            Arrays.fill(nodeAt, same);
            return first;
        }
        var union = new TreeBuilder();
        for (int s = 0; s < sources.size(); s++)
            nodeAt[s] = union.unite(sources.get(s).outline().tree());
        int[] placeOf = union.places();
        for (int[] handles : nodeAt)
            for (int node = 0; node < handles.length; node++)
                handles[node] = placeOf[handles[node]];
        return union.build();
    }

    private List<Label> joinLabels(int nodes) {
        Set<String> names = new LinkedHashSet<>();
        for (ProfileSource source : sources)
            for (Label label : source.outline().labels()) names.add(label.name());
        List<Label> labels = new ArrayList<>();
        for (String name : names) {
            String[] texts = new String[nodes];
            Arrays.fill(texts, "");
            for (int s = 0; s < sources.size(); s++) {
                Outline part = sources.get(s).outline();
                for (int node = 0; node < part.tree().size(); node++) {
                    String text = part.label(name, node);
                    if (!text.isEmpty()) texts[nodeAt[s][node]] = text;
                }
            }
            labels.add(Label.of(name, List.of(texts)));
        }
        return labels;
    }

    private List<Metric> joinMetrics() {
        Set<Metric> metrics = new LinkedHashSet<>();
        for (ProfileSource source : sources) metrics.addAll(source.outline().metrics());
        return List.copyOf(metrics);
    }

    /// All keys of all parts; where parts disagree, the first one's value stands.
    private Metadata joinMetadata() {
        Metadata all = Metadata.NONE;
        for (ProfileSource source : sources) {
            Metadata part = source.outline().metadata();
            for (String key : part.keys())
                if (all.get(key).isEmpty()) all = all.with(key, part.get(key).orElseThrow());
        }
        return Parts.unmarked(all);
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        Outline chosen = slice.of(outline);
        int[] places = slice.contexts().indexes(this.places.size());
        Profile[] parts = loadParts(slice, contextsOfSources(places));
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : chosen.metrics()) columns.add(joinColumn(metric, parts, places));
        return new Profile(chosen, new MetricTable(chosen.metrics(), columns));
    }

    /// Sub-files are independent, so they are read on all cores.
    private Profile[] loadParts(Slice slice, BitSet[] contexts) throws IOException {
        try {
            return IntStream.range(0, sources.size())
                    .parallel()
                    .mapToObj(s -> loadPart(s, sliceOf(s, slice, contexts[s])))
                    .toArray(Profile[]::new);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private Profile loadPart(int source, Slice slice) {
        try {
            return sources.get(source).load(slice);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The chosen contexts in the numbering of each source. All in one pass: there may be thousands
    /// of sources.
    private BitSet[] contextsOfSources(int[] chosenPlaces) {
        BitSet[] contexts = new BitSet[sources.size()];
        Arrays.setAll(contexts, _ -> new BitSet());
        for (int at : chosenPlaces)
            for (Place place = places.get(at); place != null; place = place.other)
                contexts[place.source].set(place.context);
        return contexts;
    }

    /// The same choice in the numbering of one source.
    private Slice sliceOf(int source, Slice slice, BitSet mine) {
        Outline part = sources.get(source).outline();
        Selection contexts = Selection.where(part.contexts().size(), mine::get);
        Selection nodes =
                slice.nodes().isAll()
                        ? Selection.ALL
                        : Selection.where(
                                part.tree().size(),
                                node -> slice.nodes().contains(nodeAt[source][node]));
        Selection metrics =
                slice.metrics().isAll()
                        ? Selection.ALL
                        : Selection.where(
                                part.metrics().size(),
                                m ->
                                        slice.metrics()
                                                .contains(
                                                        outline.metrics()
                                                                .indexOf(part.metrics().get(m))));
        return new Slice(contexts, nodes, metrics, slice.iterations());
    }

    private MetricColumn joinColumn(Metric metric, Profile[] parts, int[] chosenPlaces) {
        var rows = new SparseRows.Builder();
        int[] next =
                new int[parts.length]; // loaded contexts keep their order, so they are taken in
        // turn
        for (int at : chosenPlaces) {
            Place place = places.get(at);
            if (place.other == null) addRow(rows, metric, place.source, parts, next);
            else addShared(rows, metric, place, parts, next);
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), outline.tree().size());
    }

    private void addShared(
            SparseRows.Builder rows, Metric metric, Place first, Profile[] parts, int[] next) {
        var row = new SharedRow();
        for (Place place = first; place != null; place = place.other) {
            Profile part = parts[place.source];
            int context = next[place.source]++;
            if (part.metrics().contains(metric))
                row.add(part.column(metric).byContext(), context, nodeAt[place.source]);
        }
        row.addTo(rows);
    }

    private void addRow(
            SparseRows.Builder rows, Metric metric, int source, Profile[] parts, int[] next) {
        Profile part = parts[source];
        int context = next[source]++;
        if (part.metrics().contains(metric))
            addRow(rows, part.column(metric).byContext(), context, nodeAt[source]);
    }

    private static void addRow(
            SparseRows.Builder rows, SparseRows from, int context, int[] nodeAt) {
        int[] cells = IntStream.range(from.start(context), from.end(context)).toArray();
        if (!ascends(from, cells, nodeAt))
            cells =
                    Arrays.stream(cells)
                            .boxed()
                            .sorted(
                                    java.util.Comparator.comparingInt(
                                            cell -> nodeAt[from.index(cell)]))
                            .mapToInt(Integer::intValue)
                            .toArray();
        for (int cell : cells) rows.copy(nodeAt[from.index(cell)], from, cell);
    }

    private static boolean ascends(SparseRows from, int[] cells, int[] nodeAt) {
        for (int i = 1; i < cells.length; i++)
            if (nodeAt[from.index(cells[i - 1])] >= nodeAt[from.index(cells[i])]) return false;
        return true;
    }

    @Override
    public ReadReport report() {
        ReadReport all = log.report();
        for (ProfileSource source : sources) all = all.and(source.report());
        return all;
    }

    @Override
    public void close() throws IOException {
        for (ProfileSource source : sources) source.close();
    }
}
