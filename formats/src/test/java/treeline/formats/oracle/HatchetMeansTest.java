package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.numbers.Numbers;
import treeline.single.CallGraph;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.table.Table;
import treeline.transform.NodeGroups;
import treeline.transform.NodeMapping;
import treeline.transform.NodePredicates;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Hot paths, flat profiles, call graphs and filters of every dataset against what Hatchet gives.
class HatchetMeansTest {
    private int compared;
    private int countedOnce;

    private void compare(double ours, Object theirs, String what, Object... about) {
        double expected = HatchetRun.number(theirs);
        double zeroIfAbsent = Double.isNaN(ours) ? 0 : ours;
        if (Double.isNaN(expected)) expected = 0;
        assertThat(zeroIfAbsent)
                .as(what, about)
                .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        compared++;
    }

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
                "cprofile-cycle",
                "gprof2dot-cpi",
                "hatchet_cpi_v4_database",
                "hpctoolkit-allgather-database",
                "hpctoolkit-cpi-database",
                "llnl-caliper-lulesh-cali",
                "llnl-caliper-ordered-cali",
                "llnl-caliper-ordered-cali-mpi",
                "llnl-caliper-ordered-duplicate",
                "llnl-hpctoolkit-cpi-database",
                "llnl-json",
                "lulesh-1core-nompi",
                "pyinstrument-hatchet-json",
                "scorep-cpi-cubex",
                "scorep-time-p4",
                "tau-cpi-mpi",
                "timemory-wall"
            })
    void hotPathsFlatProfilesCallGraphsAndFiltersAreHatchets(String dataset) {
        HatchetRun run = HatchetRun.of(dataset);
        for (Grouping by : List.of(Grouping.NAME, Grouping.FILE, Grouping.MODULE))
            compareFlat(run, by);
        compareCallGraph(run);
        if (!run.isGraph()) {
            for (String share : List.of("0.5", "0.2", "0.9")) compareHotPath(run, share);
            compareSquashed(run, "filter_squash_query2");
            compareSquashed(run, "filter_squash_lambda");
        }
        assertThat(compared).isPositive();
        System.out.printf(
                "%s: %d results equal Hatchet's, %d count recursion once%n",
                dataset, compared, countedOnce);
    }

    /// Hatchet goes one node further: the last one it names is below the share, unless it is a
    /// leaf. Nodes are compared by their paths, because their numbers change from call to call
    /// where siblings have equal names.
    private void compareHotPath(HatchetRun run, String share) {
        List<List<String>> theirs =
                run.results("hot_path_inc_" + share).stream()
                        .map(node -> HatchetRun.texts(node.get("path")))
                        .toList();
        if (theirs.isEmpty()) return;
        Profile profile = run.means(false);
        CallTree tree = profile.tree();
        Metric metric = HatchetRun.metric(run.primary(Scope.INCLUSIVE), Scope.INCLUSIVE);
        double[] inclusive = Numbers.of(profile, metric).inclusive(Reduction.MEAN);
        int[] ours = HotPath.of(tree, inclusive, Double.parseDouble(share));
        for (int i = 0; i < ours.length; i++, compared++) {
            if (isLost(run, profile, inclusive, ours[i], theirs.get(i))) return;
            assertThat(tree.path(ours[i])).isEqualTo(theirs.get(i));
        }
        if (theirs.size() == ours.length) return;
        assertThat(theirs).hasSize(ours.length + 1);
        int[] further = HotPath.of(tree, inclusive, 1e-9);
        int next = further[ours.length];
        if (isLost(run, profile, inclusive, next, theirs.getLast())) return;
        assertThat(tree.path(next)).isEqualTo(theirs.getLast());
        assertThat(inclusive[next])
                .isLessThan(Double.parseDouble(share) * inclusive[tree.parent(next)]);
        compared += 2;
    }

    /// Hatchet knows nodes by a number that its copies give anew, and sorts siblings by name: where
    /// names are equal it then reads the values of other nodes and leaves the hot path. Ours is
    /// heavier than where it went.
    private static boolean isLost(
            HatchetRun run, Profile profile, double[] inclusive, int ours, List<String> theirs) {
        CallTree tree = profile.tree();
        if (!run.hasEqualSiblings() || tree.path(ours).equals(theirs)) return false;
        for (int node = 0; node < tree.size(); node++)
            if (tree.path(node).equals(theirs))
                assertThat(inclusive[node]).isLessThan(inclusive[ours]);
        return true;
    }

    /// By file or module Hatchet leaves out what has none, with its time; ours is `(unknown)`, or
    /// that of the function around a line. It takes these texts from the first rank, and leaves out
    /// nodes that this rank did not run.
    private void compareFlat(HatchetRun run, Grouping by) {
        String key = by.name().toLowerCase(java.util.Locale.ROOT);
        Map<String, Object> flat = run.result("flat_profile_" + key);
        if (flat.isEmpty()) return;
        Profile profile = run.means(true);
        for (Metric metric : profile.metrics()) {
            Table ours = FlatProfile.of(profile, metric, by, Reduction.SUM);
            Map<String, Integer> rowOf = rowOf(ours, key);
            if (by == Grouping.NAME)
                assertThat(rowOf).hasSize((int) HatchetRun.number(flat.get("n")));
            boolean partial = run.hasPlacesOfRank0Only() && by != Grouping.NAME;
            boolean inherited = by != Grouping.NAME && hasLinesWithout(profile.tree(), by);
            Set<String> nested = nested(profile, by);
            for (Map<String, Object> row : HatchetRun.rows(flat.get("rows"))) {
                String group =
                        row.get(key) instanceof String text && !text.isEmpty() ? text : "(unknown)";
                if (!row.containsKey(metric.name())) continue;
                if (inherited && group.equals("(unknown)")) continue;
                int at = Objects.requireNonNull(rowOf.get(group), group);
                if (partial || (inherited && metric.scope() == Scope.EXCLUSIVE))
                    assertThat(ours.real("exclusive").at(at))
                            .isGreaterThanOrEqualTo(HatchetRun.number(row.get(metric.name())));
                else if (metric.scope() == Scope.EXCLUSIVE)
                    compare(
                            ours.real("exclusive").at(at),
                            row.get(metric.name()),
                            "%s by %s",
                            group,
                            by);
                else if (nested.contains(group))
                    assertCountedOnce(ours.real("inclusive").at(at), row.get(metric.name()), group);
                else
                    compare(
                            ours.real("inclusive").at(at),
                            row.get(metric.name()),
                            "%s by %s",
                            group,
                            by);
            }
        }
    }

    private static boolean hasLinesWithout(CallTree tree, Grouping by) {
        return tree.frames().stream()
                .filter(NodePredicates::isPartOfFunction)
                .anyMatch(frame -> (by == Grouping.FILE ? frame.file() : frame.module()).isEmpty());
    }

    /// Hatchet adds the inclusive values of a group that is called within itself again and again.
    private void assertCountedOnce(double ours, Object theirs, String group) {
        assertThat(ours)
                .as(group)
                .isLessThanOrEqualTo(HatchetRun.number(theirs) * (1 + 1e-9) + 1e-9);
        countedOnce++;
    }

    private static Map<String, Integer> rowOf(Table table, String key) {
        Map<String, Integer> rowOf = new HashMap<>();
        for (int row = 0; row < table.rows(); row++) rowOf.put(table.text(key).text(row), row);
        return rowOf;
    }

    /// The groups that lie below themselves somewhere.
    private static Set<String> nested(Profile profile, Grouping by) {
        CallTree tree = profile.tree();
        NodeGroups groups = by.of(profile.outline());
        Set<String> nested = new HashSet<>();
        for (int node = 0; node < tree.size(); node++) {
            String group = groups.frame(node).name();
            for (int up = tree.parent(node); up != CallTree.NO_PARENT; up = tree.parent(up))
                if (groups.frame(up).name().equals(group)) nested.add(group);
        }
        return nested;
    }

    private void compareCallGraph(HatchetRun run) {
        Map<String, Object> graph = run.result("to_callgraph_workaround_mean_over_ranks");
        if (graph.isEmpty()) return;
        Profile profile = run.means(false);
        for (Metric metric : profile.metrics()) {
            CallGraph ours = CallGraph.of(profile, metric, Grouping.NAME, Reduction.SUM);
            Map<String, Integer> rowOf = rowOf(ours.functions(), "name");
            Set<String> nested = nested(profile, Grouping.NAME);
            assertThat(ours.functions().rows())
                    .isEqualTo((int) HatchetRun.number(graph.get("n_nodes")));
            for (Map<String, Object> function : HatchetRun.rows(graph.get("nodes"))) {
                String name = String.valueOf(function.get("name"));
                Object theirs = JsonTree.map(function.get("metrics")).get(metric.name());
                int row = Objects.requireNonNull(rowOf.get(name), name);
                if (metric.scope() == Scope.EXCLUSIVE)
                    compare(ours.functions().real("exclusive").at(row), theirs, "%s", name);
                else if (nested.contains(name))
                    assertCountedOnce(ours.functions().real("inclusive").at(row), theirs, name);
                else compare(ours.functions().real("inclusive").at(row), theirs, "%s", name);
            }
            if (!run.isGraph()) compareEdges(ours.calls(), HatchetRun.rows(graph.get("nodes")));
        }
    }

    /// Hatchet has no edge from a function to itself; ours say that there is recursion.
    private void compareEdges(Table calls, List<Map<String, Object>> functions) {
        Set<String> theirs = new TreeSet<>();
        for (Map<String, Object> function : functions)
            for (String callee : HatchetRun.texts(function.get("children")))
                theirs.add(function.get("name") + " -> " + callee);
        Set<String> ours = new TreeSet<>();
        for (int row = 0; row < calls.rows(); row++)
            if (!calls.text("caller").text(row).equals(calls.text("callee").text(row)))
                ours.add(calls.text("caller").text(row) + " -> " + calls.text("callee").text(row));
        assertThat(ours).isEqualTo(theirs);
        compared += ours.size();
    }

    private void compareSquashed(HatchetRun run, String function) {
        Map<String, Object> squashed = run.result(function);
        if (squashed.isEmpty()) return;
        Profile profile = run.means(false);
        Set<Integer> kept = kept(run, profile);
        Profile ours = NodeMapping.keeping(profile.tree(), kept::contains).of(profile);
        Map<List<String>, List<Integer>> nodesOf = new HashMap<>();
        for (int node = 0; node < ours.tree().size(); node++)
            nodesOf.computeIfAbsent(ours.tree().path(node), _ -> new ArrayList<>()).add(node);
        List<Map<String, Object>> nodes = HatchetRun.rows(squashed.get("nodes"));
        assertThat(ours.tree().size()).as(function).isEqualTo(nodes.size());
        Map<List<String>, Integer> met = new HashMap<>();
        for (Map<String, Object> node : nodes) {
            List<String> path = HatchetRun.texts(node.get("path"));
            List<Integer> here = nodesOf.getOrDefault(path, List.of());
            int at = met.merge(path, 1, Integer::sum) - 1;
            assertThat(here).as("%s", path).hasSizeGreaterThan(at);
            if (here.size() > 1) continue;
            JsonTree.map(node.get("metrics"))
                    .forEach(
                            (column, value) -> compareCell(run, ours, here.get(at), column, value));
        }
    }

    private static Set<Integer> kept(HatchetRun run, Profile profile) {
        String lambda = String.valueOf(run.result("filter_squash_lambda").get("lambda"));
        String name = lambda.replaceFirst(".*x\\['(.*)'].*", "$1");
        double above = Double.parseDouble(lambda.replaceFirst(".* > ", ""));
        Scope scope = run.has(name, Scope.INCLUSIVE) ? Scope.INCLUSIVE : Scope.EXCLUSIVE;
        double[] values =
                Numbers.of(profile, HatchetRun.metric(name, scope)).values(scope, Reduction.MEAN);
        Set<Integer> kept = new HashSet<>();
        for (int node = 0; node < values.length; node++) if (values[node] > above) kept.add(node);
        return kept;
    }

    /// After a filter Hatchet makes inclusive values anew from the exclusive ones that are left.
    private void compareCell(HatchetRun run, Profile ours, int node, String column, Object value) {
        String base = column.replaceFirst(" \\(inc\\)$|\\.inc$", "");
        if (run.has(column, Scope.EXCLUSIVE))
            compare(
                    ours.column(HatchetRun.metric(column, Scope.EXCLUSIVE)).at(0, node),
                    value,
                    "%s of %s",
                    column,
                    ours.tree().path(node));
        else if (run.has(base, Scope.EXCLUSIVE))
            compare(
                    Scopes.inclusive(
                                    ours.tree(),
                                    ours.column(HatchetRun.metric(base, Scope.EXCLUSIVE)))
                            .at(0, node),
                    value,
                    "%s of %s",
                    column,
                    ours.tree().path(node));
        else if (run.has(column, Scope.INCLUSIVE))
            compare(
                    ours.column(HatchetRun.metric(column, Scope.INCLUSIVE)).at(0, node),
                    value,
                    "%s of %s",
                    column,
                    ours.tree().path(node));
    }
}
