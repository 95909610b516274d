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
import treeline.source.MappedFile;
import treeline.source.ReadReport;

import java.util.HashMap;
import java.util.Map;

/// Components with their trees: `mpi` (or `upcxx`) is a list of ranks, each a list of roots. A node
/// has its facts in `node` and its callees in `children`. Nodes of hash 0 are dummies: their
/// children stand where they stood.
final class TimemoryReader implements NestedNodes.Reader {
    private final ReadReport.Log log;
    private final ProfileBuilder builder = new ProfileBuilder();

    /// The component being read.
    private String id = "";

    private Unit unit = Unit.COUNT;
    private int threads = 1;
    private int rank;
    private NodeDrafts drafts = new NodeDrafts();

    /// Metrics of the component by scope and statistic, so that names are put together once.
    private final Map<String, Metric> metrics = new HashMap<>();

    /// The values of a node, until its threads are known.
    private final Map<String, Double> values = new HashMap<>();

    private int trees;

    TimemoryReader(ReadReport.Log log) {
        this.log = log;
    }

    Profile profile() {
        return builder.build();
    }

    void read(MappedFile file) {
        int before = trees;
        try (var json = new JsonCursor(file)) {
            json.requireObject("the document");
            while (json.nextField()) {
                if (json.name().equals("timemory")) readComponents(json);
                else json.skip();
            }
            if (trees == before)
                throw json.malformed("a component with a tree (mpi or upcxx)", "none");
        }
    }

    private void readComponents(JsonCursor json) {
        json.requireObject("timemory");
        while (json.nextField()) {
            if (json.token() != JsonToken.START_OBJECT) {
                json.skip();
                continue;
            }
            id = json.name();
            unit = Unit.COUNT;
            threads = 1;
            metrics.clear();
            while (json.nextField()) component(json);
        }
    }

    private void component(JsonCursor json) {
        switch (json.name()) {
            case "properties" -> readProperties(json);
            case "unit_repr" -> unit = Unit.of(json.text("a unit"));
            case "thread_count" -> threads = json.index("a count of threads");
            case "mpi", "upcxx" -> readRanks(json);
            case "graph" -> {
                log.note("a component is stored flat, not as a tree", id);
                json.skip();
            }
            default -> json.skip();
        }
    }

    private void readProperties(JsonCursor json) {
        json.requireObject("properties");
        while (json.nextField()) {
            if (json.name().equals("id") && !json.text("an id").isBlank()) id = json.text("an id");
            else json.skip();
        }
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
        if (json.name().equals("node")) readNode(node, json);
        else json.skip();
    }

    private void readNode(int node, JsonCursor json) {
        String prefix = "";
        boolean dummy = false;
        int thread = Context.NONE;
        values.clear();
        json.requireObject("node");
        while (json.nextField()) {
            switch (json.name()) {
                case "prefix" -> prefix = json.text("a prefix");
                case "hash" -> dummy = json.text("a hash").equals("0");
                case "tid" -> thread = readThread(json);
                case "inclusive" -> readValues(json, ".inc");
                case "exclusive" -> readValues(json, "");
                default -> json.skip();
            }
        }
        if (dummy) return;
        drafts.frame(node, TimemoryPrefix.frame(prefix));
        int context =
                builder.context(
                        threads > 1 && thread >= 0
                                ? Context.ofThread(rank, thread)
                                : Context.ofRank(rank));
        values.forEach(
                (name, value) -> drafts.add(node, drafts.column(metric(name), context), value));
    }

    /// The thread of a node; none if several were added up.
    private static int readThread(JsonCursor json) {
        if (json.token() != JsonToken.START_ARRAY) {
            json.skip();
            return Context.NONE;
        }
        int count = 0;
        int thread = Context.NONE;
        while (json.nextElement()) {
            thread = json.index("a thread");
            count++;
        }
        return count == 1 ? thread : Context.NONE;
    }

    /// `stats` has the sums and statistics; components without them have `entry.repr_data`.
    private void readValues(JsonCursor json, String suffix) {
        json.requireObject("values");
        while (json.nextField()) {
            switch (json.name()) {
                case "stats" -> readStatistics(json, suffix);
                case "entry" -> readEntry(json, suffix);
                default -> json.skip();
            }
        }
    }

    private void readEntry(JsonCursor json, String suffix) {
        json.requireObject("an entry");
        while (json.nextField()) {
            if (json.name().equals("laps") && json.isNumber() && suffix.isEmpty())
                values.put("laps", json.number("laps"));
            else if (json.name().equals("repr_data") && json.isNumber())
                values.putIfAbsent("sum" + suffix, json.number("a value"));
            else json.skip();
        }
    }

    /// Statistics of several dimensions are lists or objects; their parts become metrics of their
    /// own.
    private void readStatistics(JsonCursor json, String suffix) {
        if (json.token() != JsonToken.START_OBJECT) {
            json.skip();
            return;
        }
        while (json.nextField()) {
            String name = json.name();
            if (name.equals("cereal_class_version")) json.skip();
            else if (json.isNumber()) values.put(name + suffix, json.number("a value"));
            else if (json.token() == JsonToken.START_ARRAY)
                for (int i = 0; json.nextElement(); i++) part(json, name + suffix + "/" + i);
            else if (json.token() == JsonToken.START_OBJECT)
                while (json.nextField()) part(json, name + suffix + "/" + json.name());
            else json.skip();
        }
    }

    private void part(JsonCursor json, String name) {
        if (json.isNumber()) values.put(name, json.number("a value"));
        else json.skip();
    }

    private Metric metric(String value) {
        return metrics.computeIfAbsent(value, name -> TimemoryPrefix.metric(name, id, unit));
    }
}
