package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.testkit.TestData;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Queries that Hatchet answered, over the trees and values that Hatchet read: what differs between
/// readers cannot differ here. Hatchet's way of matching is [Matching#FIRST]; what we find beyond
/// it is counted.
class QueryOracleTest {
    /// Hatchet asks a copy in which it numbered siblings of one name anew: only paths can be
    /// compared.
    private static final Set<String> RENUMBERED =
            Set.of(
                    "hpctoolkit-cpi-database",
                    "llnl-hpctoolkit-cpi-database",
                    "pyinstrument-hatchet-json");

    private final Map<Integer, Integer> nodeOfNid = new HashMap<>();
    private int queries;
    private int nodes;
    private int more;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cali-demo-c5UcO9xwAUKNVVFg1_2",
                "cali-demo-cDPu64825TuLB5ujG_0",
                "cali-demo-cGdRQYIgkKllp_QM-_0",
                "caliper-cpi-json",
                "caliper-example-cali",
                "caliper-lulesh-cali",
                "caliper-lulesh-json",
                "caliper-sw4-cuda-activity-profile-cali",
                "hatchet_cpi_v4_database",
                "hpctoolkit-allgather-database",
                "hpctoolkit-cpi-database",
                "llnl-caliper-lulesh-cali",
                "llnl-caliper-ordered-cali",
                "llnl-caliper-ordered-cali-mpi",
                "llnl-caliper-ordered-duplicate",
                "llnl-caliper-ordered-json",
                "llnl-hpctoolkit-cpi-database",
                "llnl-json",
                "lulesh-1core-nompi",
                "pyinstrument-hatchet-json",
                "scorep-cpi-cubex",
                "scorep-time-p4",
                "tau-cpi-mpi",
                "timemory-wall",
            })
    void nodesAreThoseOfHatchet(String dataset) {
        Map<String, Object> oracle =
                JsonTree.map(
                        JsonTree.read(TestData.require("../oracle/hatchet/" + dataset + ".json")));
        Profile profile = profile(JsonTree.list(oracle.get("nodes")));
        boolean numbered = !RENUMBERED.contains(dataset);
        for (String key :
                List.of("query1_name_regex", "query2_metric", "query3_string", "query4_plus")) {
            Map<String, Object> answer = JsonTree.map(oracle.get(key));
            Query query = query(answer.get("query"));
            List<Object> matched = JsonTree.list(answer.get("matched"));
            if (numbered) compare(profile, query, nids(matched), dataset + " " + key);
            else comparePaths(profile, query, matched, dataset + " " + key);
        }
        if (numbered)
            compareCompound(profile, JsonTree.map(oracle.get("query5_compound_nids")), dataset);
        System.out.printf(
                "Hatchet, %s: %d queries, %d nodes equal; %d more by backtracking%n",
                dataset, queries, nodes, more);
    }

    private void compareCompound(Profile profile, Map<String, Object> answer, String dataset) {
        Query a = query(answer.get("a"));
        Query b = query(answer.get("b"));
        Map<String, Query> compounds = new LinkedHashMap<>();
        compounds.put("and", a.and(b));
        compounds.put("or", a.or(b));
        compounds.put("xor", a.xor(b));
        compounds.put("not_a", a.negated());
        compounds.forEach(
                (key, query) ->
                        compare(
                                profile,
                                query,
                                new HashSet<>(JsonTree.list(answer.get(key))),
                                dataset + " " + key));
    }

    private void compare(Profile profile, Query query, Set<Object> matched, String what) {
        List<Integer> expected = new ArrayList<>();
        for (Object nid : matched) expected.add(nodeOfNid.get(((Double) nid).intValue()));
        NodeSet found = query.on(profile, ContextQuantifier.MEAN, Matching.FIRST);
        assertThat(found.stream().boxed().toList())
                .as(what)
                .containsExactlyInAnyOrderElementsOf(expected);
        queries++;
        nodes += expected.size();
        more += query.on(profile).size() - expected.size();
    }

    private static Set<Object> nids(List<Object> matched) {
        Set<Object> nids = new HashSet<>();
        for (Object node : matched) nids.add(JsonTree.map(node).get("nid"));
        return nids;
    }

    private void comparePaths(Profile profile, Query query, List<Object> matched, String what) {
        List<Object> expected =
                matched.stream().map(node -> JsonTree.map(node).get("path")).toList();
        NodeSet found = query.on(profile, ContextQuantifier.MEAN, Matching.FIRST);
        assertThat(found.stream().<Object>mapToObj(profile.tree()::path).toList())
                .as(what)
                .containsExactlyInAnyOrderElementsOf(expected);
        queries++;
        nodes += expected.size();
        more += query.on(profile).size() - expected.size();
    }

    private static Query query(Object written) {
        if (written instanceof String text) return Query.parse(text);
        Query query = Query.of(JsonTree.list(written));
        assertThat(Query.parse(json(written))).isEqualTo(query);
        return query;
    }

    private static String json(Object value) {
        return switch (value) {
            case String text -> '"' + text.replace("\\", "\\\\") + '"';
            case List<?> list ->
                    list.stream()
                            .map(QueryOracleTest::json)
                            .collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(each -> json(each.getKey()) + ": " + json(each.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            default -> value.toString();
        };
    }

    /// The tree that Hatchet read, with the means over ranks and threads that it asks.
    private Profile profile(List<Object> theirs) {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        Map<Integer, Integer> handles = new HashMap<>();
        Map<Object, Integer> parentOf = new HashMap<>();
        for (Object each : theirs) {
            Map<String, Object> node = JsonTree.map(each);
            List<Object> path = JsonTree.list(node.get("path"));
            int nid = ((Double) node.get("nid")).intValue();
            int parent = parentOf.getOrDefault(node.get("nid"), ProfileBuilder.ROOT);
            int handle = builder.newChild(parent, Frame.region(path.getLast().toString()));
            handles.put(nid, handle);
            for (Object child : JsonTree.list(node.get("children")))
                assertThat(parentOf.put(child, handle)).as("another parent").isNull();
            JsonTree.map(node.get("metrics"))
                    .forEach((name, value) -> add(builder, context, handle, name, value));
            builder.label("handle", handle, Integer.toString(handle));
        }
        Profile profile = builder.build();
        Map<String, Integer> nodeOfHandle = new HashMap<>();
        for (int node = 0; node < profile.tree().size(); node++)
            nodeOfHandle.put(profile.outline().label("handle", node), node);
        handles.forEach((nid, handle) -> nodeOfNid.put(nid, nodeOfHandle.get("" + handle)));
        return profile;
    }

    private static void add(
            ProfileBuilder builder, int context, int node, String name, Object value) {
        Object mean = value instanceof Map<?, ?> statistics ? statistics.get("mean") : value;
        if (!(mean instanceof Double number)) return;
        int metric = builder.metric(new Metric(name, Unit.COUNT, Metric.Scope.POINT));
        builder.add(metric, context, node, number);
    }
}
