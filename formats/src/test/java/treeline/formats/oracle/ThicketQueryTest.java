package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.oracle.ThicketRun.section;
import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.model.CallTree;
import treeline.query.ContextQuantifier;
import treeline.query.Predicate;
import treeline.query.Query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Queries on ensembles against what Thicket keeps.
class ThicketQueryTest {
    private static final String OUTSIDE = "(outside regions)";

    private static Predicate named(String start) {
        return attribute("name").startsWith(start);
    }

    private static final Query STREAM = Query.match(".", named("Stream")).then("*");
    private static final Query TO_MULTIPLY =
            Query.match(".", named("Stream")).then("*").then(".", named("Stream_MUL"));
    private static final Query THROUGH_STREAM =
            Query.match("*").then(".", named("Stream")).then("*");

    /// The queries that ask for names only, by what the oracle calls them.
    private static Map<String, Query> byName() {
        Map<String, Query> queries = new LinkedHashMap<>();
        queries.put("subtree rooted at Stream", STREAM);
        queries.put("paths ending in Stream*", Query.match("*").then(".", named("Stream")));
        queries.put("Stream .. Stream_MUL", TO_MULTIPLY);
        queries.put(
                "library list",
                Query.match(attribute("name").matches("Polybench_2MM|Basic_DAXPY|Apps_ENERGY")));
        queries.put("paths through Stream", THROUGH_STREAM);
        queries.put(
                "object dialect: name", Query.of(List.of("*", Map.of("name", "Algorithm.*"), "*")));
        queries.put(
                "string dialect",
                Query.parse("MATCH (\".\", p)->(\"*\") WHERE p.\"name\" =~ \"Lcals.*\""));
        queries.put(
                "disjunction",
                THROUGH_STREAM.or(Query.match("*").then(".", named("Lcals")).then("*")));
        queries.put("conjunction", STREAM.and(TO_MULTIPLY));
        queries.put("negation", STREAM.negated());
        return queries;
    }

    /// Trees that are equal (15) and trees that differ (15c); with the missing nodes filled Thicket
    /// raises a TypeError or NameError for most of these (15b), which asks nothing new of us.
    @ParameterizedTest
    @ValueSource(strings = {"15_query", "15c_query_heterogeneous_nofill"})
    void namesAreFoundAsInThicket(String oracle) throws IOException {
        Map<String, Object> expected = ThicketRun.oracle(oracle);
        Ensemble runs = gpuRuns(!oracle.equals("15_query"));
        assertThat(paths(runs.tree())).hasSize((int) HatchetRun.number(expected.get("num_nodes")));
        Map<String, Query> queries = byName();
        int compared = 0;
        for (Map<String, Object> each : HatchetRun.rows(section(expected, "queries"))) {
            Query query = queries.get(String.valueOf(each.get("description")));
            if (query == null) continue;
            for (ContextQuantifier across : ContextQuantifier.values())
                assertThat(paths(runs.matching(query, across).tree()))
                        .as("%s, %s", each.get("description"), across)
                        .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(each.get("nodes")));
            compared++;
        }
        assertThat(compared).isEqualTo(queries.size());
        System.out.printf("Thicket, %s: %d queries equal%n", oracle, compared);
    }

    /// The runs of the oracle are those of the tutorial on a GPU; the same benchmark has the same
    /// tree in the tests of Thicket.
    private static Ensemble gpuRuns(boolean differ) throws IOException {
        List<String> files =
                HatchetRun.texts(ThicketRun.oracle("01_compose_raja_tests_all").get("files"))
                        .stream()
                        .filter(file -> file.contains("lassen"))
                        .filter(file -> differ || file.endsWith("block_128.cali"))
                        .toList();
        return ThicketRun.ensemble(files);
    }

    private static List<String> paths(CallTree tree) {
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++)
            if (!tree.name(node).equals(OUTSIDE)) paths.add(String.join(" > ", tree.path(node)));
        return paths;
    }

    /// Thicket's `all` and `any`, computed here from the values that Thicket composed.
    @ParameterizedTest
    @ValueSource(strings = {"mpi_scaling", "raja_tests_all"})
    void allAndAnyAreOverTheRunsThatHaveAValue(String dataset) throws IOException {
        Ensemble runs = ThicketRun.of(dataset).ensemble();
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (Map<String, Object> row :
                HatchetRun.rows(section(ThicketRun.oracle("01_compose_" + dataset), "rows")))
            if (row.get("Avg time/rank") instanceof Double value)
                values.computeIfAbsent(String.valueOf(row.get("node")), _ -> new ArrayList<>())
                        .add(value);
        Query slow = Query.parse("MATCH (p) WHERE p.\"Avg time/rank\" > 0.05");
        assertThat(found(runs, slow, ContextQuantifier.ALL))
                .containsExactlyInAnyOrderElementsOf(
                        nodesWhere(values, of -> of.stream().allMatch(value -> value > 0.05)));
        assertThat(found(runs, slow, ContextQuantifier.ANY))
                .containsExactlyInAnyOrderElementsOf(
                        nodesWhere(values, of -> of.stream().anyMatch(value -> value > 0.05)));
    }

    private static List<String> found(Ensemble runs, Query query, ContextQuantifier across) {
        List<String> paths = new ArrayList<>();
        query.onRuns(runs.profile(), across, treeline.query.Matching.ALL).stream()
                .filter(node -> !runs.tree().name(node).equals(OUTSIDE))
                .forEach(node -> paths.add(String.join(" > ", runs.tree().path(node))));
        return paths;
    }

    private static List<String> nodesWhere(
            Map<String, List<Double>> values, java.util.function.Predicate<List<Double>> test) {
        return values.keySet().stream().filter(node -> test.test(values.get(node))).toList();
    }

    @Test
    void pathsToCommunicationAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("15_query");
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        Map<String, Object> theirs =
                HatchetRun.rows(section(expected, "queries")).stream()
                        .filter(each -> String.valueOf(each.get("call")).contains("mpi_scaling"))
                        .findFirst()
                        .orElseThrow();
        assertThat(paths(runs.matching(Query.match("*").then(".", named("MPI_"))).tree()))
                .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(theirs.get("nodes")));
        assertThatThrownBy(() -> runs.matching(Query.match(named("nope"))))
                .hasMessage("no call path matches the query");
    }

    /// `query_stats`: the mean is compared, and the table of statistics is of what is left.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "15_query",
                "15b_query_heterogeneous_filled",
                "15c_query_heterogeneous_nofill"
            })
    void queriesOfStatisticsAreThickets(String oracle) throws IOException {
        Map<String, Object> expected =
                JsonTree.map(section(ThicketRun.oracle(oracle), "query_stats"));
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        Ensemble found = runs.matching(Query.parse("MATCH (p) WHERE p.\"Avg time/rank\" > 5"));
        assertThat(paths(found.tree()))
                .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(expected.get("nodes")));
        var agreement = new Agreement();
        double[] means =
                treeline.ensemble.Statistics.values(
                        found, found.metric("Avg time/rank"), Statistic.MEAN);
        for (Map<String, Object> row : HatchetRun.rows(section(expected, "stats")))
            agreement.number(
                    means[ThicketRun.node(found.tree(), String.valueOf(row.get("node")))],
                    section(row, "Avg time/rank_mean"),
                    String.valueOf(row.get("node")));
        assertThat(agreement.count()).isEqualTo(11);
    }

    /// D3: trees that differ must not make a query fail.
    @Test
    void everyQueryThatThicketRefusesForFilledTreesIsAnswered() throws IOException {
        Ensemble runs = gpuRuns(true);
        List<String> answered = new ArrayList<>();
        byName().forEach(
                        (what, query) -> {
                            if (runs.matching(query).tree().size() > 0) answered.add(what);
                        });
        List<String> refused =
                HatchetRun.rows(
                                section(
                                        ThicketRun.oracle("15b_query_heterogeneous_filled"),
                                        "queries"))
                        .stream()
                        .filter(each -> String.valueOf(each.get("error")).matches("Type.*|Name.*"))
                        .map(each -> String.valueOf(each.get("description")))
                        .filter(byName()::containsKey)
                        .toList();
        assertThat(refused).isNotEmpty();
        assertThat(answered).containsAll(refused);
    }
}
