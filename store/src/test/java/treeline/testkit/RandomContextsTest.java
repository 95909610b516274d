package treeline.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.util.Collections.max;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class RandomContextsTest {
    private static final List<Profile> PROFILES =
            LongStream.range(0, 300).mapToObj(RandomContexts::of).toList();

    @Test
    void aSeedGivesOneProfile() {
        for (int seed = 0; seed < 20; seed++)
            assertEquals(
                    List.of(),
                    ProfileDifference.between(PROFILES.get(seed), RandomContexts.of(seed)));
    }

    @Test
    void ownTimesAreNotNegativeAndSumExactly() {
        for (Profile profile : PROFILES) {
            Metric metric = profile.metrics().getFirst();
            var numbers = DirectNumbers.of(profile, metric);
            for (Context context : profile.contexts())
                for (int node = 0; node < profile.tree().size(); node++) {
                    double own = numbers.ofContext(Scope.EXCLUSIVE, node, context);
                    assertTrue(
                            Double.isNaN(own) || (own >= 0 && own * 1024 == Math.rint(own * 1024)),
                            () -> "%s at %s".formatted(own, context));
                }
        }
    }

    @Test
    void treesOfEveryKindAreAmongTheFirstSeeds() {
        assertIncluded("one node", profile -> profile.tree().size() == 1);
        assertIncluded("many nodes", profile -> profile.tree().size() > 40);
        assertIncluded("several roots", profile -> roots(profile) > 1);
        assertIncluded("siblings of one frame", RandomContextsTest::hasTwins);
        assertIncluded("several waits", profile -> named(profile, "MPI_Waitall") > 1);
        for (String tag : List.of("COMP", "COMM", "WAIT", "IO", ""))
            assertIncluded(
                    "tag " + tag,
                    profile ->
                            anyNode(
                                    profile,
                                    node -> profile.outline().label("tag", node).equals(tag)));
        for (Frame.Kind kind : List.of(Kind.FUNCTION, Kind.LOOP, Kind.LINE, Kind.REGION))
            assertIncluded(
                    kind.name(),
                    profile -> anyNode(profile, node -> profile.tree().frame(node).kind() == kind));
    }

    @Test
    void contextsOfEveryKindAreAmongTheFirstSeeds() {
        assertCountsIncluded("ranks", Context::rank, 5);
        assertCountsIncluded("threads", Context::thread, 4);
        assertCountsIncluded("streams", Context::stream, 3);
        assertCountsIncluded("repetitions", Context::repetition, 3);
        assertIncluded(
                "streams beside none",
                profile -> parts(profile, Context::stream).containsAll(Set.of(Context.NONE, 0)));
        assertIncluded("hosts of ranks", profile -> hasHost(profile, Context.ofRank(0)));
        assertIncluded("hosts without ranks", profile -> hasHost(profile, Context.WHOLE));
        assertIncluded("missing contexts", RandomContextsTest::lacksContexts);
    }

    @Test
    void valuesOfEveryKindAreAmongTheFirstSeeds() {
        for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
            for (Unit unit : List.of(Unit.SECONDS, Unit.NANOSECONDS)) {
                Metric time = new Metric("time", unit, scope);
                assertIncluded(time.toString(), profile -> profile.metrics().equals(List.of(time)));
            }
        assertIncluded("an empty rank", profile -> hasEmpty(profile, Context::rank));
        assertIncluded(
                "a repetition that is empty on a rank",
                profile ->
                        hasEmpty(profile, each -> List.of(each.rank(), each.repetition()))
                                && !hasEmpty(profile, Context::rank));
        assertIncluded("a value whose caller has none", RandomContextsTest::hasHoleAboveValue);
        assertIncluded(
                "NaN",
                profile -> anyCell(profile, cell -> Double.isNaN(rows(profile).value(cell))));
        assertIncluded("series", profile -> rows(profile).hasSeries());
        assertIncluded(
                "iterations that did not happen",
                profile ->
                        anyCell(
                                profile,
                                cell ->
                                        Arrays.stream(rows(profile).series(cell))
                                                .anyMatch(Double::isNaN)));
    }

    private static void assertIncluded(String what, Predicate<Profile> holds) {
        assertTrue(PROFILES.stream().anyMatch(holds), what);
    }

    private static void assertCountsIncluded(String what, ToIntFunction<Context> part, int most) {
        assertIncluded("no " + what, profile -> parts(profile, part).equals(Set.of(Context.NONE)));
        for (int last = 0; last < most; last++) {
            int largest = last;
            assertIncluded(
                    what + " up to " + last, profile -> max(parts(profile, part)) == largest);
        }
    }

    private static Set<Integer> parts(Profile profile, ToIntFunction<Context> part) {
        return profile.contexts().stream().map(part::applyAsInt).collect(Collectors.toSet());
    }

    private static boolean hasHost(Profile profile, Context process) {
        return profile.contexts().stream()
                .anyMatch(each -> !each.host().isEmpty() && each.rank() == process.rank());
    }

    private static boolean anyNode(Profile profile, IntPredicate holds) {
        return nodes(profile).anyMatch(holds);
    }

    private static boolean anyCell(Profile profile, IntPredicate holds) {
        return IntStream.range(0, rows(profile).cells()).anyMatch(holds);
    }

    private static long named(Profile profile, String name) {
        return nodes(profile).filter(node -> profile.tree().name(node).equals(name)).count();
    }

    private static long roots(Profile profile) {
        return nodes(profile)
                .filter(node -> profile.tree().parent(node) == CallTree.NO_PARENT)
                .count();
    }

    private static boolean hasTwins(Profile profile) {
        CallTree tree = profile.tree();
        return nodes(profile)
                        .mapToObj(node -> List.of(tree.parent(node), tree.frame(node)))
                        .distinct()
                        .count()
                < tree.size();
    }

    private static boolean lacksContexts(Profile profile) {
        return profile.contexts().size()
                < parts(profile, Context::rank).size()
                        * parts(profile, Context::thread).size()
                        * parts(profile, Context::stream).size()
                        * parts(profile, Context::repetition).size();
    }

    /// Whether all contexts with something in common have no values, while others have some.
    private static boolean hasEmpty(Profile profile, Function<Context, Object> common) {
        Map<Object, Integer> cells = new LinkedHashMap<>();
        SparseRows rows = rows(profile);
        for (int row = 0; row < rows.rows(); row++)
            cells.merge(
                    common.apply(profile.contexts().get(row)),
                    rows.end(row) - rows.start(row),
                    Integer::sum);
        return cells.size() > 1 && cells.containsValue(0) && rows.cells() > 0;
    }

    private static boolean hasHoleAboveValue(Profile profile) {
        SparseRows rows = rows(profile);
        for (int row = 0; row < rows.rows(); row++)
            for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                int caller = profile.tree().parent(rows.index(cell));
                if (caller != CallTree.NO_PARENT && rows.find(row, caller) < 0) return true;
            }
        return false;
    }

    private static SparseRows rows(Profile profile) {
        return profile.column("time").byContext();
    }

    private static IntStream nodes(Profile profile) {
        return IntStream.range(0, profile.tree().size());
    }
}
