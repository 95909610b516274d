package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;
import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

import java.util.List;

class ContextQuantifierTest {
    private final Profile uneven =
            profileOf(
                    """
                    path       rank0  rank1
                    main           4      4
                    main/work     10      -
                    main/idle      -      -
                    """);

    private List<String> found(Predicate predicate) {
        return Found.by(Query.match(predicate), uneven);
    }

    @Test
    void theMeanIsComparedByDefault() {
        assertThat(found(attribute("time").isAbove(4))).containsExactly("main/work");
        assertThat(found(attribute("time").is(5))).containsExactly("main/work");
    }

    @Test
    void oneContextIsEnoughForAny() {
        assertThat(found(attribute("time").onAny().isAbove(9))).containsExactly("main/work");
        assertThat(found(attribute("time").onAny().is(4))).containsExactly("main");
    }

    @Test
    void everyContextCountsForAll() {
        assertThat(found(attribute("time").onAll().isAtLeast(4))).containsExactly("main");
        assertThat(found(attribute("time").onAll().isBelow(20)))
                .containsExactly("main", "main/work");
    }

    @Test
    void aContextThatDidNotRunANodeTookNothingThere() {
        assertThat(found(attribute("time").onAny().is(0))).containsExactly("main/work");
        assertThat(found(attribute("time").onAll().isAbove(0))).containsExactly("main");
    }

    @Test
    void theCallerMayChooseForComparisonsThatDoNotSay() {
        Query query = Query.match(attribute("time").isAbove(9));
        assertThat(query.on(uneven).size()).isZero();
        assertThat(query.on(uneven, ContextQuantifier.ANY, Matching.ALL).size()).isEqualTo(1);
        assertThat(query.on(uneven, ContextQuantifier.ALL, Matching.ALL).size()).isZero();
        Query fixed = Query.match(attribute("time").onMean().isAbove(9));
        assertThat(fixed.on(uneven, ContextQuantifier.ANY, Matching.ALL).size()).isZero();
    }

    @Test
    void whatNobodyMeasuredFulfilsNoComparison() {
        assertThat(found(attribute("time").isNot(77))).containsExactly("main", "main/work");
        for (Attribute time :
                List.of(attribute("time"), attribute("time").onAny(), attribute("time").onAll()))
            assertThat(found(time.isAtLeast(-1))).doesNotContain("main/idle");
        assertThat(found(attribute("time").isNone())).containsExactly("main/idle");
        assertThat(found(attribute("time").isNan())).containsExactly("main/idle");
        assertThat(found(attribute("time").onAll().isNan())).containsExactly("main/idle");
        assertThat(found(attribute("time").isAbove(4).negated()))
                .containsExactly("main", "main/idle");
    }

    @Test
    void readingsCountOnlyWhereTheyWereTaken() {
        Profile memory =
                profileOf(
                        """
                        metric rss MiB point
                        path  rank0  rank1
                        main     10      -
                        """);
        assertThat(Found.by(Query.match(attribute("rss").onAll().isAbove(5)), memory))
                .containsExactly("main");
        assertThat(Found.by(Query.match(attribute("rss").onAny().is(0)), memory)).isEmpty();
    }

    @Test
    void infinityIsAskedFor() {
        Profile odd =
                profileOf(
                        """
                        path    rank0     rank1
                        main        1         1
                        main/a      1  Infinity
                        """);
        assertThat(Found.by("MATCH (p) WHERE p.\"time\" IS INF", odd)).containsExactly("main/a");
        assertThat(Found.by("MATCH (p) WHERE ALL p.\"time\" IS INF", odd)).isEmpty();
        assertThat(Found.by("MATCH (p) WHERE p.\"time\" IS NOT INF", odd)).containsExactly("main");
    }

    @Test
    void aBareNameIsTheExclusiveMetricWhereThereAreTwo() {
        Profile both =
                profileOf(
                        """
                        metric time s inclusive
                        path    rank0
                        main       10
                        main/a      9

                        metric time s exclusive
                        path    rank0
                        main        1
                        main/a      9
                        """);
        assertThat(Found.by("MATCH (p) WHERE p.\"time\" > 5", both)).containsExactly("main/a");
        assertThat(Found.by("MATCH (p) WHERE p.\"time (inc)\" > 9", both)).containsExactly("main");
        assertThat(Found.by("MATCH (p) WHERE p.\"time:inclusive\" > 9", both))
                .containsExactly("main");
        assertThat(Found.by("MATCH (p) WHERE p.\"time:exclusive\" < 9", both))
                .containsExactly("main");
        assertThatThrownBy(() -> Found.by("MATCH (p) WHERE p.\"time:point\" < 9", both))
                .hasMessageEndingWith("leaf, time:inclusive, time:exclusive");
    }

    @Test
    void inclusiveValuesAreSummedWhereOnlyExclusiveOnesExist() {
        Profile own =
                profileOf(
                        """
                        path       rank0  rank1
                        main           1      1
                        main/a         -      -
                        main/a/b       6      -
                        main/a/c       2      2
                        main/d         -      -
                        """);
        Attribute time = attribute("time (inc)");
        assertThat(Found.by(Query.match(time.is(6)), own)).containsExactly("main");
        assertThat(Found.by(Query.match(time.is(5)), own)).containsExactly("main/a");
        assertThat(Found.by(Query.match(time.onAny().is(8)), own)).containsExactly("main/a");
        assertThat(Found.by(Query.match(time.onAll().isAtLeast(2)), own))
                .containsExactly("main", "main/a", "main/a/c");
        assertThat(Found.by(Query.match(time.isNone()), own)).containsExactly("main/d");
    }

    @Test
    void numbersAreComparedInTheUnitThatTheyAreGivenIn() {
        Profile nanos =
                profileOf(
                        """
                        metric time ns exclusive
                        path    rank0
                        main      100
                        main/a   9000
                        """);
        assertThat(Found.by("MATCH (p) WHERE p.\"time\" > 1 us", nanos)).containsExactly("main/a");
        assertThat(Found.by("MATCH (p) WHERE ALL p.\"time\" < 1us", nanos)).containsExactly("main");
        assertThatThrownBy(() -> Found.by("MATCH (p) WHERE p.\"time\" > 1 MiB", nanos))
                .hasMessage("'time' is measured in 'ns'; cannot convert 'MiB' to it");
        assertThatThrownBy(() -> Found.by("MATCH (p) WHERE p.\"depth\" > 1 ms", nanos))
                .hasMessage("'depth' is a plain number without the unit 'ms'");
    }

    private static List<String> inRuns(Predicate predicate, Profile runs) {
        return Found.paths(
                Query.match(predicate).onRuns(runs, ContextQuantifier.MEAN, Matching.ALL), runs);
    }

    @Test
    void aRunWithoutTheNodeHasNoValueThere() {
        assertThat(inRuns(attribute("time").is(10), uneven)).containsExactly("main/work");
        assertThat(inRuns(attribute("time").onAll().is(10), uneven)).containsExactly("main/work");
        assertThat(inRuns(attribute("time").onAny().is(0), uneven)).isEmpty();
        assertThat(inRuns(attribute("time").is(4), uneven)).containsExactly("main");
        assertThat(inRuns(attribute("time").isNone(), uneven)).containsExactly("main/idle");
        Profile unknown = profileOf("path rank0 rank1 rank2\nmain 2 NaN 4\n");
        assertThat(inRuns(attribute("time").is(3), unknown)).containsExactly("main");
    }

    /// The runs take 7 and 9, so 8 on average, although b takes 6 and c takes 8 wherever they run.
    @Test
    void inclusiveValuesOfRunsAreSummedInEachOfThem() {
        Profile runs =
                profileOf(
                        """
                        path      rank0  rank1
                        main          1      1
                        main/b        6      -
                        main/c        -      8
                        main/d        -      -
                        """);
        Attribute time = attribute("time (inc)");
        assertThat(inRuns(time.is(8), runs)).containsExactly("main", "main/c");
        assertThat(inRuns(time.onAny().is(7), runs)).containsExactly("main");
        assertThat(inRuns(time.onAll().isAtLeast(7), runs)).containsExactly("main", "main/c");
        assertThat(inRuns(time.isNone(), runs)).containsExactly("main/d");
    }

    @Test
    void exclusiveValuesOfRunsAreWhatInclusiveOnesLeave() {
        Profile runs =
                profileOf("metric time s inclusive\npath rank0 rank1\nmain 5 9\nmain/a 3 4\n");
        assertThat(inRuns(attribute("time:exclusive").is(3.5), runs))
                .containsExactly("main", "main/a");
        assertThat(inRuns(attribute("time:exclusive").onAny().is(5), runs)).containsExactly("main");
    }
}
