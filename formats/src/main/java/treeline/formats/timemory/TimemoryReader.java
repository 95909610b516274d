package treeline.formats.timemory;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.NestedNodes;
import treeline.formats.reading.NodeDrafts;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads components and their trees: `mpi` (or `upcxx`) is a list of ranks, each a list of roots. A
/// node has its properties in `node` and its callees in `children`; until 2020 the properties were
/// in `inclusive` and again in `exclusive`. Nodes with hash 0 are dummies and are replaced by their
/// children.
final class TimemoryReader implements NestedNodes.Reader {
    private static final String INCLUSIVE = ".inc";

    private final ReadReport.Log log;
    private final ProfileBuilder builder = new ProfileBuilder();

    /// The component being read.
    private String id = "";

    /// The unit of each of its dimensions, usually one.
    private List<Unit> units = List.of(Unit.COUNT);

    private int threads = 1;
    private int rank;
    private NodeDrafts drafts = new NodeDrafts();

    /// Metrics of the component by scope and statistic, so that names are put together once.
    private final Map<String, Metric> metrics = new HashMap<>();

    /// The values of a node, until its threads are known.
    private final Map<String, Double> values = new HashMap<>();

    /// The file that each component came from.
    private final Map<String, String> fileOf = new HashMap<>();

    private int trees;
    private long measured;

    TimemoryReader(ReadReport.Log log) {
        this.log = log;
    }

    Profile profile() {
        return builder.build();
    }

    void read(MappedFile file) {
        int treesBefore = trees;
        long measuredBefore = measured;
        try (var json = new JsonCursor(file, log)) {
            json.requireObject("the document");
            while (json.nextField())
                if (json.name().equals("timemory")) readComponents(json, file.path().toString());
            if (trees == treesBefore)
                throw json.malformed("a component with a tree (mpi or upcxx)", "none");
            if (measured == measuredBefore)
                throw json.malformed("a node with a value", "none in %d trees".formatted(trees));
        }
    }

    private void readComponents(JsonCursor json, String file) {
        json.requireObject("timemory");
        while (json.nextField()) {
            if (!json.entersObject()) continue;
            id = json.name();
            units = List.of(Unit.COUNT);
            threads = 1;
            metrics.clear();
            while (json.nextField()) component(json, file);
        }
    }

    private void component(JsonCursor json, String file) {
        switch (json.name()) {
            case "properties" -> readProperties(json);
            case "unit_repr" -> units = readUnits(json);
            case "thread_count" -> threads = json.index("a count of threads");
            case "mpi", "upcxx" -> {
                if (isNew(json, file)) readRanks(json);
            }
            case "graph" -> log.note("a component is stored flat, not as a tree", id);
        }
    }

    private static List<Unit> readUnits(JsonCursor json) {
        if (!json.entersArray()) return List.of(Unit.of(json.text("a unit")));
        List<Unit> units = new ArrayList<>();
        while (json.nextElement()) units.add(Unit.of(json.text("a unit")));
        return units.isEmpty() ? List.of(Unit.COUNT) : units;
    }

    /// Values of two runs, or of ranks that both call themselves 0, must not become a sum.
    private boolean isNew(JsonCursor json, String file) {
        String earlier = fileOf.putIfAbsent(id, file);
        if (earlier == null) return true;
        if (!earlier.equals(file))
            throw json.malformed(
                    "components of one run, each in one file",
                    "%s, which is also in %s".formatted(id, earlier));
        log.note("a component has two trees; only the first is read", id);
        return false;
    }

    private void readProperties(JsonCursor json) {
        json.requireObject("properties");
        while (json.nextField())
            if (json.name().equals("id") && !json.text("an id").isBlank()) id = json.text("an id");
    }

    private void readRanks(JsonCursor json) {
        json.requireArray("ranks");
        for (rank = 0; json.nextElement(); rank++) {
            json.requireArray("the roots of a rank");
            while (json.nextElement()) {
                drafts = new NodeDrafts();
                NestedNodes.walk(json, "children", this);
                drafts.moveTo(builder, true);
                trees++;
            }
        }
    }

    @Override
    public int open(int parent) {
        return drafts.open(parent);
    }

    @Override
    public void field(int node, JsonCursor json) {
        switch (json.name()) {
            case "node", "exclusive" -> readNode(node, json, "");
            case "inclusive" -> readNode(node, json, INCLUSIVE);
        }
    }

    /// @param suffix of the values that stand beside the facts, as they did until 2020
    private void readNode(int node, JsonCursor json, String suffix) {
        String prefix = "";
        boolean dummy = false;
        int thread = Context.NONE;
        values.clear();
        json.requireObject(json.name());
        while (json.nextField()) {
            switch (json.name()) {
                case "prefix" -> prefix = json.text("a prefix");
                case "hash" -> dummy = json.text("a hash").equals("0");
                case "tid" -> thread = readThread(json);
                case "inclusive" -> readValues(json, INCLUSIVE);
                case "exclusive" -> readValues(json, "");
                default -> readValue(json, suffix);
            }
        }
        if (dummy) return;
        drafts.frame(node, TimemoryPrefix.frame(prefix));
        int context =
                builder.context(
                        threads > 1 && thread >= 0
                                ? Context.ofThread(rank, thread)
                                : Context.ofRank(rank));
        measured += values.size();
        values.forEach(
                (name, value) -> drafts.add(node, drafts.column(metric(name, 0), context), value));
    }

    /// The thread of a node; none if several were added up.
    private static int readThread(JsonCursor json) {
        if (json.token() == JsonToken.VALUE_NUMBER_INT) return json.index("a thread");
        if (!json.entersArray()) return Context.NONE;
        int count = 0;
        int thread = Context.NONE;
        while (json.nextElement()) {
            thread = json.index("a thread");
            count++;
        }
        return count == 1 ? thread : Context.NONE;
    }

    private void readValues(JsonCursor json, String suffix) {
        json.requireObject("values");
        while (json.nextField()) readValue(json, suffix);
    }

    /// `stats` has the sums and statistics; components without them have `entry.repr_data`.
    private void readValue(JsonCursor json, String suffix) {
        switch (json.name()) {
            case "stats" -> readStatistics(json, suffix);
            case "entry" -> readEntry(json, suffix);
        }
    }

    private void readEntry(JsonCursor json, String suffix) {
        json.requireObject("an entry");
        while (json.nextField()) {
            if (json.name().equals("laps") && json.isNumber() && suffix.isEmpty())
                values.put("laps", json.number("laps"));
            else if (json.name().equals("repr_data")) readParts(json, "sum" + suffix, false);
        }
    }

    private void readStatistics(JsonCursor json, String suffix) {
        if (!json.entersObject()) return;
        while (json.nextField())
            if (!json.name().equals("cereal_class_version"))
                readParts(json, json.name() + suffix, true);
    }

    /// A number or, of several dimensions, a list or an object, whose parts become metrics of their
    /// own.
    ///
    /// @param replaces whether it counts where there is a value already
    private void readParts(JsonCursor json, String name, boolean replaces) {
        if (json.isNumber()) put(json, name, 0, replaces);
        else if (json.entersArray())
            for (int i = 0; json.nextElement(); i++) put(json, name + "/" + i, i, replaces);
        else if (json.entersObject())
            for (int i = 0; json.nextField(); i++) put(json, name + "/" + json.name(), i, replaces);
    }

    private void put(JsonCursor json, String name, int dimension, boolean replaces) {
        if (!json.isNumber()) return;
        metric(name, dimension);
        if (replaces) values.put(name, json.number("a value"));
        else values.putIfAbsent(name, json.number("a value"));
    }

    private Metric metric(String value, int dimension) {
        Unit unit = units.get(Math.min(dimension, units.size() - 1));
        return metrics.computeIfAbsent(value, name -> TimemoryPrefix.metric(name, id, unit));
    }
}
