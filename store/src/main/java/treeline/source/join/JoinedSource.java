package treeline.source.join;

import org.jspecify.annotations.Nullable;

import treeline.cores.Ranges;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.TreeBuilder;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Sources with different contexts of one run as one source. Their trees are usually equal, because
/// the recorder agrees on one before it writes; where they are not, the union is taken. Of a
/// context that goes on in another source ([Parts#continued]) the values are put together.
final class JoinedSource implements ProfileSource {
    private static final int UNCHOSEN = -1;

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
                        joinContextLabels(),
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

    private List<Label> joinContextLabels() {
        Set<String> names = new LinkedHashSet<>();
        for (ProfileSource source : sources)
            for (Label label : source.outline().contextLabels()) names.add(label.name());
        return names.stream()
                .map(name -> Label.of(name, places.stream().map(at -> text(name, at)).toList()))
                .toList();
    }

    /// Of a context that is in several sources, what the first that says something says.
    private String text(String label, Place place) {
        Place other = place.other;
        String before = other == null ? "" : text(label, other);
        return before.isEmpty()
                ? sources.get(place.source).outline().contextLabel(label, place.context)
                : before;
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
        int[][] contextAt = contextsOfSources(places);
        int[] used = sourcesOf(contextAt);
        Profile[] parts = loadParts(slice, used, contextAt);
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : chosen.metrics())
            columns.add(joinColumn(metric, used, parts, contextAt, places.length));
        return new Profile(chosen, new MetricTable(chosen.metrics(), columns));
    }

    /// Sub-files are read one after the other, each as it says itself.
    @Override
    public ReadPlan plan(Slice slice) throws IOException {
        int[] chosen = slice.contexts().indexes(places.size());
        int[][] contextAt = contextsOfSources(chosen);
        long[] values = new long[chosen.length];
        int[] blocks = new int[chosen.length];
        long bytes = 0;
        int block = 0;
        for (int s : sourcesOf(contextAt)) {
            ReadPlan part = sources.get(s).plan(sliceOf(s, slice, contextAt[s]));
            bytes = Math.min(bytes, part.way().bytes()) < 0 ? -1 : bytes + part.way().bytes();
            int[] mine = Arrays.stream(contextAt[s]).filter(at -> at != UNCHOSEN).toArray();
            for (int i = 0; i < mine.length; i++) {
                values[mine[i]] += part.values(i);
                blocks[mine[i]] = block + part.block(i);
            }
            block += mine.length == 0 ? 0 : part.block(mine.length - 1) + 1;
        }
        String way = String.format(Locale.ROOT, "sub-file after sub-file (%,d)", sources.size());
        return ReadPlan.of(List.of(new ReadPlan.Way(way, bytes)), values, blocks);
    }

    /// Those that have a chosen context: a part of a run in thousands of files touches its own.
    private static int[] sourcesOf(int[][] contextAt) {
        return IntStream.range(0, contextAt.length)
                .filter(s -> Arrays.stream(contextAt[s]).anyMatch(at -> at != UNCHOSEN))
                .toArray();
    }

    /// Sub-files are independent, so they are read on all cores.
    private Profile[] loadParts(Slice slice, int[] used, int[][] contextAt) throws IOException {
        Ranges.Work<Profile, IOException> load =
                (at, _) ->
                        sources.get(used[at]).load(sliceOf(used[at], slice, contextAt[used[at]]));
        return Ranges.map(used.length, 1, load).toArray(Profile[]::new);
    }

    /// `[s][c]` is the place of context `c` of source `s` in what is loaded. All in one pass: there
    /// may be thousands of sources.
    private int[][] contextsOfSources(int[] chosenPlaces) {
        int[][] contextAt = new int[sources.size()][];
        for (int s = 0; s < contextAt.length; s++) {
            contextAt[s] = new int[sources.get(s).outline().contexts().size()];
            Arrays.fill(contextAt[s], UNCHOSEN);
        }
        for (int at = 0; at < chosenPlaces.length; at++)
            for (Place place = places.get(chosenPlaces[at]); place != null; place = place.other)
                contextAt[place.source][place.context] = at;
        return contextAt;
    }

    /// The same choice in the numbering of one source.
    private Slice sliceOf(int source, Slice slice, int[] contextAt) {
        Outline part = sources.get(source).outline();
        Selection contexts =
                slice.contexts().isAll()
                        ? Selection.ALL
                        : Selection.where(
                                contextAt.length, context -> contextAt[context] != UNCHOSEN);
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

    private MetricColumn joinColumn(
            Metric metric, int[] used, Profile[] parts, int[][] contextAt, int contexts) {
        List<JoinedColumn.Part> columns = new ArrayList<>();
        for (int i = 0; i < used.length; i++)
            if (parts[i].metrics().contains(metric))
                columns.add(
                        new JoinedColumn.Part(
                                parts[i].column(metric).byNode(),
                                nodeAt[used[i]],
                                Arrays.stream(contextAt[used[i]])
                                        .filter(at -> at != UNCHOSEN)
                                        .toArray()));
        return JoinedColumn.of(columns, outline.tree().size(), contexts);
    }

    /// A context that goes on in another source has a line of each.
    @Override
    public Traces traces() {
        int[] all = IntStream.range(0, places.size()).toArray();
        return JoinedLine.joined(sources, contextsOfSources(all), nodeAt);
    }

    @Override
    public ReadReport report() {
        ReadReport all = log.report();
        for (ProfileSource source : sources) all = all.plus(source.report());
        return all;
    }

    @Override
    public void close() throws IOException {
        for (ProfileSource source : sources) source.close();
    }
}
