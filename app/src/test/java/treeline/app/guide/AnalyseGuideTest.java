package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.compare.Difference;
import treeline.ledger.Accounts;
import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.single.CallGraph;
import treeline.single.Correlation;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Regression;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.source.Slice;
import treeline.table.Table;
import treeline.transform.Arithmetic;
import treeline.transform.Callers;
import treeline.transform.ContextGroups;
import treeline.transform.Formula;
import treeline.transform.NodeMapping;
import treeline.transform.NodePredicates;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Transformations and analyses of a profile in Java. The Java lines of
/// `docs/reference/analyses.md` are a part of this class.
class AnalyseGuideTest {
    private final Profile profile =
            profileOf(
                    """
                    metric time s exclusive
                    path                     tag   rank0    rank1    rank2    rank3
                    main                     -         1        1        1        1
                    main/step                COMP  1+2+3+4  1+2+3+4  1+2+3+4  9+9+9+9
                    main/step/MPI_Send       COMM      4        4        4        -
                    main/step/MPI_Send/copy  -         1        1        1        -
                    main/write               IO        8        -        -        -

                    metric time s inclusive
                    path                     rank0    rank1    rank2    rank3
                    main                        24       16       16       37
                    main/step                   15       15       15       36
                    main/step/MPI_Send           5        5        5        -
                    main/step/MPI_Send/copy      1        1        1        -
                    main/write                   8        -        -        -

                    metric bytes B exclusive
                    path                     rank0    rank1    rank2    rank3
                    main/step/MPI_Send          64       60       61        -
                    main/write                 100        -        -        -
                    """);
    private final Profile before = profile;
    private final Profile after = profile;
    private final Metric bytes = profile.metric("bytes");

    @Test
    void theTreeCanBeChanged() {
        Metric time = profile.metric("time"); // inclusive, where a name has both scopes
        Metric own = profile.metric("time:exclusive"); // stored, or computed from the other

        CallTree tree = profile.tree();
        Outline outline = profile.outline();
        Profile heavy =
                NodeMapping.keeping(
                                tree,
                                NodePredicates.inAnyContext(profile, time, value -> value > 5))
                        .of(profile);
        Profile everywhere =
                NodeMapping.keeping(
                                tree,
                                NodePredicates.inAllContexts(profile, time, value -> value > 5))
                        .of(profile);
        Profile quiet =
                NodeMapping.hiding(tree, NodePredicates.below(tree, Library.MPI.calls(tree)))
                        .of(profile);
        Profile withoutLibrary =
                NodeMapping.hiding(
                                tree,
                                NodePredicates.inModule(
                                        tree, Pattern.compile("libm.*").asMatchPredicate()))
                        .of(profile);
        Profile sends =
                NodeMapping.keeping(
                                tree,
                                NodePredicates.named(
                                        tree, Pattern.compile("MPI_I?[Ss]end").asMatchPredicate()))
                        .of(profile);

        Profile squashed = Scopes.recomputed(heavy);

        double[] inclusive = Numbers.of(profile, time).inclusive(Reduction.MEAN);
        Profile pruned = NodeMapping.pruned(tree, inclusive, 0.01).of(profile);

        assertThat(heavy.tree().size()).isEqualTo(3);
        assertThat(everywhere.tree().size()).isEqualTo(2);
        assertThat(quiet.tree().size()).isEqualTo(4);
        assertThat(withoutLibrary.tree()).isEqualTo(tree);
        assertThat(sends.tree().size()).isEqualTo(1);
        assertThat(squashed.column(time).at(0, 0)).isEqualTo(19);
        assertThat(squashed.column(own).at(0, 0)).isEqualTo(1);
        assertThat(pruned.tree().size()).isEqualTo(5);
        assertThat(NodeMapping.subtree(tree, 1).tree().size()).isEqualTo(3);
        assertThat(NodeMapping.functions(tree).tree().size()).isEqualTo(5);
        assertThat(NodeMapping.named(tree, _ -> true).tree().size()).isEqualTo(5);
        assertThat(NodeMapping.grouping(Grouping.MODULE.of(outline)).tree().size()).isEqualTo(1);
        assertThat(NodeMapping.flat(Grouping.FUNCTION.of(outline)).tree().size()).isEqualTo(5);
        assertThat(NodeMapping.edges(Grouping.FUNCTION.of(outline)).tree().size()).isEqualTo(9);
        assertThat(Callers.of(profile, time, 10).tree().size()).isEqualTo(12);
    }

    @Test
    void contextsAndMetricsCanBeChanged() {
        Metric time = profile.metric("time");

        Profile byRank = ContextGroups.of(profile, ContextGroups::rankOf).reduced(Reduction.SUM);
        Profile slowest = ContextGroups.of(profile, ContextGroups::whole).reduced(Reduction.MAX);
        Profile median = ContextGroups.of(profile, ContextGroups::whole).percentile(0.5);
        Profile oneRank =
                Slice.everything().withContexts(Slice.ofRank(profile.contexts(), 0)).of(profile);

        Profile both =
                Scopes.with(
                        profile,
                        time,
                        Metric.Scope.EXCLUSIVE); // inclusive from exclusive, and back
        Profile rate = Formula.parse("bytes / time").addedTo(profile, "bandwidth"); // in B/s

        Profile change = Arithmetic.of(after, Arithmetic.Operation.MINUS, before);

        assertThat(byRank.contexts()).hasSize(4);
        assertThat(slowest.column(time).at(0, 0)).isEqualTo(37);
        assertThat(median.column(time).at(0, 0)).isEqualTo(20);
        assertThat(oneRank.contexts()).hasSize(1);
        assertThat(both).isSameAs(profile);
        assertThat(rate.metric("bandwidth").unit().symbol()).isEqualTo("B/s");
        assertThat(change.column(time).at(0, 0)).isZero();
    }

    @Test
    void questionsCanBeAsked() {
        Metric time = profile.metric("time");
        Metric own = profile.metric("time:exclusive"); // stored, or computed from the other
        CallTree tree = profile.tree();
        double[] inclusive = Numbers.of(profile, time).inclusive(Reduction.MEAN);

        int[] hot = HotPath.of(tree, inclusive, HotPath.DEFAULT_SHARE); // nodes, root first
        List<int[]> ofEachRoot = HotPath.ofAllRoots(tree, inclusive, 0.5);

        LoadImbalance imbalance =
                LoadImbalance.of(profile, own, new Threshold.ShareOfLargest(0.01));
        Table uneven = imbalance.verboseTable(); // five slowest ranks, percentiles, histogram
        Locations ranks = Locations.of(profile.contexts(), Locations.By.RANK);
        Accounts accounts = Accounts.of(profile.outline()); // what works, and what waits
        Table slow = Workload.of(profile, time, ranks, accounts).table();

        Table flat = FlatProfile.of(profile, time, Grouping.FUNCTION, Reduction.MEAN);
        CallGraph graph = CallGraph.of(profile, time, Reduction.MEAN);
        Table byTag = FlatProfile.of(profile, time, Grouping.TAG, Reduction.MEAN);
        Table byActivity = FlatProfile.of(profile, time, Grouping.ACTIVITY, Reduction.MEAN);

        Table matrix = Correlation.of(profile, List.of(own, bytes), Correlation.Method.SPEARMAN);
        Table strong = Correlation.strongest(matrix, 0.8);
        Regression line =
                Regression.of(
                        profile, own, bytes, Reduction.MEAN, true); // outliers in line.nodes()

        Table difference =
                Difference.of(
                        before, after, time, Reduction.MEAN); // p values if runs were repeated
        Table ofFunctions = Difference.of(before, after, time, Reduction.MEAN, Grouping.FUNCTION);
        Table drift = Drift.of(profile, own); // loops whose iterations were kept

        assertThat(hot).containsExactly(0, 1);
        assertThat(ofEachRoot).hasSize(1);
        assertThat(uneven.text("path").text(0)).isEqualTo("main/step");
        assertThat(slow.text("place").text(0)).isEqualTo("rank 3");
        assertThat(flat.text("function").text(0)).isEqualTo("step");
        assertThat(graph.calls().rows()).isEqualTo(4);
        assertThat(byTag.text("tag").text(0)).isEqualTo("COMP");
        assertThat(byActivity.text("activity").text(1)).isEqualTo("communication");
        assertThat(strong.rows()).isLessThan(2);
        assertThat(line.nodes().rows()).isEqualTo(2);
        assertThat(difference.rows()).isEqualTo(5);
        assertThat(ofFunctions.column("function").text(0)).isEqualTo("main");
        assertThat(drift.text("path").text(0)).isEqualTo("main/step");
    }

    @Test
    void everyJavaLineOfThePageIsInThisClass() throws IOException {
        String code =
                spaceless(
                        Files.readString(
                                Path.of("src/test/java/treeline/app/guide/AnalyseGuideTest.java")));
        int lines = 0;
        boolean inJava = false;
        for (String line : Files.readAllLines(Path.of("../docs/reference/analyses.md"))) {
            if (line.startsWith("```")) {
                inJava = line.equals("```java");
                continue;
            }
            if (!inJava || line.isBlank()) continue;
            assertThat(code).as(line).contains(spaceless(line.replaceFirst("//.*", "")));
            lines++;
        }
        assertThat(lines).isGreaterThan(10);
    }

    private static String spaceless(String text) {
        return text.replaceAll("\\s+", "");
    }
}
