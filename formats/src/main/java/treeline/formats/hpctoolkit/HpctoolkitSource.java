package treeline.formats.hpctoolkit;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.metrics.MetricIds;
import treeline.formats.hpctoolkit.values.ComputedColumn;
import treeline.formats.hpctoolkit.values.ConsistencyCheck;
import treeline.formats.hpctoolkit.values.ContextIndex;
import treeline.formats.hpctoolkit.values.ContextMajorLoader;
import treeline.formats.hpctoolkit.values.DatabaseColumn;
import treeline.formats.hpctoolkit.values.Exclusive;
import treeline.formats.hpctoolkit.values.ProfileMajorLoader;
import treeline.formats.hpctoolkit.values.ValueColumn;
import treeline.formats.hpctoolkit.values.WantedNodes;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// An opened HPCToolkit database. The outline is in memory; values are read from the mapped files
/// on demand, from the file in which fewer bytes are touched. Memory depends on the tree and on the
/// loaded slice, not on the size of the files.
public final class HpctoolkitSource implements ProfileSource {

    /// The two orders in which a database stores its values.
    public enum Order {
        /// `profile.db`: all of a thread together.
        BY_PROFILE,
        /// `cct.db`: all of a call path together.
        BY_CONTEXT
    }

    /// The estimated number of bytes that a load touches in either file; [Long#MAX_VALUE] for an
    /// unusable file.
    public record Cost(long byProfile, long byContext) {
        public Order cheaper() {
            return byContext < byProfile ? Order.BY_CONTEXT : Order.BY_PROFILE;
        }
    }

    /// To find one context in a profile costs about two pages.
    private static final long SEARCH_BYTES = 2 * 4096;

    private final Database database;
    private final Outline outline;
    private final List<DatabaseColumn> columns;
    private final ConsistencyCheck strangers;

    HpctoolkitSource(Database database) {
        this.database = database;
        this.columns = database.columns();
        this.outline = database.outline();
        this.strangers = new ConsistencyCheck(outline.tree(), database.log());
    }

    @Override
    public Outline outline() {
        return outline;
    }

    @Override
    public Profile load(Slice slice) {
        return load(slice, null);
    }

    /// Loads from a file of the caller's choice; for measurements and for those who know better.
    public Profile load(Slice slice, @Nullable Order order) {
        Outline chosen = slice.of(outline);
        List<DatabaseColumn> wanted = wanted(slice);
        int[] contexts = slice.contexts().indexes(outline.contexts().size());
        Reads reads = reads(wanted, slice.nodes());
        Order taken = order == null ? cost(contexts, reads).cheaper() : order;
        Loaded plain = load(contexts, reads.plain, taken);
        Loaded whole = load(contexts, reads.whole, taken);
        List<MetricColumn> loaded = new ArrayList<>();
        for (DatabaseColumn column : wanted)
            loaded.add(column(column, plain, whole, slice.nodes()));
        if (slice.nodes().isAll() && slice.contexts().isAll())
            strangers.look(chosen.metrics(), loaded);
        return new Profile(chosen, new MetricTable(chosen.metrics(), loaded));
    }

    private MetricColumn column(
            DatabaseColumn column, Loaded plain, Loaded whole, Selection nodes) {
        return switch (column) {
            case ValueColumn value when value.isDerived() ->
                    Exclusive.of(whole.column(value.id()), database.contexts(), value, nodes);
            case ValueColumn value -> plain.column(value.id());
            case ComputedColumn computed ->
                    computed.compute(
                            Arrays.stream(computed.ids()).mapToObj(plain::column).toList());
        };
    }

    /// Columns as stored, by metric id.
    private record Loaded(MetricIds ids, MetricColumn[] columns) {
        MetricColumn column(int id) {
            return columns[ids.column(id)];
        }
    }

    private static MetricIds plainIds(List<DatabaseColumn> wanted) {
        return new MetricIds(
                wanted.stream()
                        .flatMapToInt(
                                column ->
                                        switch (column) {
                                            case ValueColumn value when value.isDerived() ->
                                                    IntStream.empty();
                                            case ValueColumn value -> IntStream.of(value.id());
                                            case ComputedColumn computed ->
                                                    IntStream.of(computed.ids());
                                        })
                        .toArray());
    }

    /// Ids of values from which the children's are taken off: these need the children loaded too.
    private static MetricIds idsToTakeOff(List<DatabaseColumn> wanted) {
        return new MetricIds(
                wanted.stream()
                        .flatMapToInt(
                                column ->
                                        column instanceof ValueColumn value && value.isDerived()
                                                ? IntStream.of(value.id())
                                                : IntStream.empty())
                        .toArray());
    }

    /// Values of some nodes, of which loading reads.
    private record Read(MetricIds ids, WantedNodes nodes) {}

    /// What loading reads: values as they are stored, and values from which the children's are
    /// taken off.
    private record Reads(Read plain, Read whole) {}

    private List<DatabaseColumn> wanted(Slice slice) {
        return Arrays.stream(slice.metrics().indexes(columns.size()))
                .mapToObj(columns::get)
                .toList();
    }

    private Reads reads(List<DatabaseColumn> wanted, Selection nodes) {
        int size = outline.tree().size();
        MetricIds takenOff = idsToTakeOff(wanted);
        Selection more =
                takenOff.size() == 0 ? nodes : Exclusive.withChildren(nodes, outline.tree());
        return new Reads(
                new Read(plainIds(wanted), new WantedNodes(nodes, size)),
                new Read(takenOff, new WantedNodes(more, size)));
    }

    private Loaded load(int[] contexts, Read read, Order order) {
        if (read.ids.size() == 0) return new Loaded(read.ids, new MetricColumn[0]);
        return new Loaded(
                read.ids,
                switch (order) {
                    case BY_PROFILE -> byProfile(contexts, read.nodes, read.ids);
                    case BY_CONTEXT -> byContext(contexts, read.nodes, read.ids);
                });
    }

    private MetricColumn[] byProfile(int[] contexts, WantedNodes nodes, MetricIds ids) {
        int[] profiles = Arrays.stream(contexts).map(database::profileOf).toArray();
        return new ProfileMajorLoader(
                        database.profiles(), database.contexts(), nodes, ids, database.log())
                .load(profiles);
    }

    private MetricColumn[] byContext(int[] contexts, WantedNodes nodes, MetricIds ids) {
        ContextIndex index = database.contextIndex();
        if (index == null)
            throw new IllegalArgumentException("the database has no cct.db to load from");
        return new ContextMajorLoader(
                        index,
                        database.contexts(),
                        nodes,
                        ids,
                        database.profiles().placesOf(contexts),
                        database.log())
                .load();
    }

    /// What loading a slice would touch in either file; known from their indexes.
    public Cost cost(Slice slice) {
        return cost(
                slice.contexts().indexes(outline.contexts().size()),
                reads(wanted(slice), slice.nodes()));
    }

    /// Values are estimated from the file that holds them by profile: those of the chosen metrics
    /// are at most as many as its call paths.
    @Override
    public ReadPlan plan(Slice slice) {
        int[] contexts = slice.contexts().indexes(outline.contexts().size());
        var nodes = new WantedNodes(slice.nodes(), outline.tree().size());
        int metrics = slice.metrics().indexes(columns.size()).length;
        Cost cost = cost(slice);
        long[] values = new long[contexts.length];
        for (int i = 0; i < values.length; i++) {
            int profile = database.profileOf(contexts[i]);
            long paths = nodes.count();
            if (!database.profiles().isDamaged(profile))
                paths = Math.min(paths, database.profiles().contextCount(profile));
            values[i] = paths * metrics;
        }
        var byProfile = new ReadPlan.Way("by rank or thread (profile.db)", cost.byProfile());
        var byContext = new ReadPlan.Way("by call path (cct.db)", cost.byContext());
        List<ReadPlan.Way> ways =
                switch (cost.cheaper()) {
                    case BY_PROFILE -> List.of(byProfile, byContext);
                    case BY_CONTEXT -> List.of(byContext, byProfile);
                };
        return ReadPlan.of(
                ways.stream().filter(way -> way.bytes() < Long.MAX_VALUE).toList(),
                values,
                IntStream.range(0, contexts.length).toArray());
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) {
        int place = outline.metrics().indexOf(metric);
        return place >= 0 && metric.addsUp() && columns.get(place) instanceof ValueColumn column
                ? database.sums(column)
                : Optional.empty();
    }

    @Override
    public long sumsBytes() {
        return database.sumsBytes();
    }

    /// Both reads go through one file, so that a plan has one way.
    private Cost cost(int[] contexts, Reads reads) {
        ContextIndex index = database.contextIndex();
        boolean fromProfiles = index == null || !database.profiles().isDamaged();
        return new Cost(
                fromProfiles
                        ? profileCost(contexts, reads.plain) + profileCost(contexts, reads.whole)
                        : Long.MAX_VALUE,
                index == null
                        ? Long.MAX_VALUE
                        : contextCost(index, reads.plain) + contextCost(index, reads.whole));
    }

    private long profileCost(int[] contexts, Read read) {
        if (read.ids.size() == 0) return 0;
        long search = read.nodes.count() * SEARCH_BYTES;
        long cost = 0;
        for (int context : contexts)
            cost += Math.min(database.profiles().blockBytes(database.profileOf(context)), search);
        return cost;
    }

    private long contextCost(ContextIndex index, Read read) {
        int metrics = read.ids.size();
        if (metrics == 0) return 0;
        if (read.nodes.isAll()) return database.allContextsCost(metrics);
        long cost = 0;
        for (int i = 0; i < read.nodes.count(); i++) {
            int context = database.contexts().contextOf(read.nodes.node(i));
            if (index.has(context)) cost += index.cost(context, metrics);
        }
        return cost;
    }

    /// From `trace.db`; none for the summary.
    @Override
    public Traces traces() {
        return database.traces();
    }

    /// The node of a context id as HPCToolkit's own programs print them, negative if it has none.
    public int nodeOf(int contextId) {
        return database.contexts().nodeOf(contextId);
    }

    @Override
    public ReadReport report() {
        return database.log().report();
    }

    @Override
    public void close() {
        database.close();
    }
}
