package treeline.formats.caliper.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.testkit.Drawing;

import java.util.List;

class InclusiveTimesTest {
    private static final String KEPT =
            "inclusive time is not the sum of exclusive times in the subtree; stored unchanged"
                    + " (first: rank 0)";

    private final ReadReport.Log log = new ReadReport.Log();

    @Test
    void rightTimesStayAsTheyAre() {
        Profile profile =
                Drawing.profileOf(
                        """
                        metric time s exclusive
                        path          rank0
                        main              1
                        main/a            2
                        main/a/b          4

                        metric time s inclusive
                        path          rank0
                        main              7
                        main/a            6
                        main/a/b          4
                        """);
        assertThat(InclusiveTimes.checked(profile, log)).isSameAs(profile);
        assertThat(log.report().entries()).isEmpty();
    }

    /// Twice summed: a holds 2 + 2 x 4, main holds 7 + (6 + 4) + 4 + ... as Caliper's merge leaves
    /// it.
    @Test
    void timesThatWereSummedSeveralTimesAreComputedAnew() {
        Profile profile =
                Drawing.profileOf(
                        """
                        metric time s exclusive
                        path          rank0  rank1
                        main              1      1
                        main/a            2      2
                        main/a/b          4      4

                        metric time s inclusive
                        path          rank0  rank1
                        main             17      7
                        main/a           10      6
                        main/a/b          4      4
                        """);
        Profile mended = InclusiveTimes.checked(profile, log);
        assertThat(inclusive(mended, "main", 0)).isEqualTo(7);
        assertThat(inclusive(mended, "main/a", 0)).isEqualTo(6);
        assertThat(inclusive(mended, "main/a/b", 0)).isEqualTo(4);
        assertThat(inclusive(mended, "main", 1)).isEqualTo(7);
        assertThat(reasons())
                .containsExactly(
                        "Caliper counted inclusive time several times under MPI; it was recomputed"
                                + " from exclusive time (first: rank 0, 2 times)");
    }

    @Test
    void timesOfRegionsThatWereFilteredOutStayIncludedAndAreNamed() {
        Profile profile =
                Drawing.profileOf(
                        """
                        metric time s exclusive
                        path          rank0
                        main              1
                        main/a            2

                        metric time s inclusive
                        path          rank0
                        main            6.5
                        main/a          5.5
                        """);
        assertThat(InclusiveTimes.checked(profile, log)).isSameAs(profile);
        assertThat(reasons()).containsExactly(KEPT);
    }

    /// Caliper prints six digits, so small children do not add up exactly.
    @Test
    void timesMayDifferFromTheirSumByOnePercentOfTheChildren() {
        assertThat(reasonsWhereMainHas(1 + 99.01)).isEmpty();
        assertThat(reasonsWhereMainHas(1 + 100.99)).isEmpty();
        assertThat(reasonsWhereMainHas(1 + 98.99)).containsExactly(KEPT);
        assertThat(reasonsWhereMainHas(1 + 101.01)).containsExactly(KEPT);
    }

    /// The rounding is summed as often as the times are.
    @Test
    void timesThatWereSummedThreeTimesMayDifferByThreePercent() {
        assertThat(reasonsWhereMainHas(1 + 302.9))
                .singleElement()
                .asString()
                .endsWith("(first: rank 0, 3 times)");
        assertThat(reasonsWhereMainHas(1 + 303.1)).containsExactly(KEPT);
    }

    @Test
    void timesThatLeaveTheirChildrenOutAreNamed() {
        assertThat(reasonsWhereMainHas(1)).containsExactly(KEPT);
        assertThat(reasonsWhereMainHas(1 + 30)).containsExactly(KEPT);
    }

    private List<String> reasonsWhereMainHas(double inclusive) {
        var found = new ReadReport.Log();
        InclusiveTimes.checked(
                Drawing.profileOf(
                        """
                        metric time s exclusive
                        path    rank0
                        main        1
                        main/a     40
                        main/b     60

                        metric time s inclusive
                        path    rank0
                        main       %s
                        main/a     40
                        main/b     60
                        """
                                .formatted(inclusive)),
                found);
        return found.report().entries().stream().map(ReadReport.Entry::toString).toList();
    }

    /// One node looks summed twice, the other right: no number explains both.
    @Test
    void nodesThatDisagreeAreKeptAndNamed() {
        Profile profile = twoLoops(8, 12, 24);
        assertThat(InclusiveTimes.checked(profile, log)).isSameAs(profile);
        assertThat(reasons()).containsExactly(KEPT);
    }

    /// The children of `main/b` took a tenth of those of `main/a`, which is too little to say
    /// whether they were summed twice or rounded.
    @Test
    void nodesWithCheapChildrenSayNothing() {
        InclusiveTimes.checked(twoLoops(10, 10, 2), log);
        assertThat(reasons()).isEmpty();
        InclusiveTimes.checked(twoLoops(10, 10, 2.2), log);
        assertThat(reasons()).containsExactly(KEPT);
    }

    /// `main/a` is right: it holds its child once, `main/b` holds its child twice.
    private static Profile twoLoops(double child, double loop, double twice) {
        return Drawing.profileOf(
                """
                metric time s exclusive
                path      rank0
                main          0
                main/a        %1$s
                main/a/x      %2$s
                main/b        0
                main/b/y      %4$s

                metric time s inclusive
                path      rank0
                main/a        %3$s
                main/b        %5$s
                """
                        .formatted(loop - child, child, loop, twice / 2, twice));
    }

    @Test
    void aProfileOfOneScopeIsNotLookedAt() {
        Profile profile = Drawing.profileOf("path rank0\nmain 1");
        assertThat(InclusiveTimes.checked(profile, log)).isSameAs(profile);
    }

    private static double inclusive(Profile profile, String path, int context) {
        return profile.column(new Metric("time", Unit.SECONDS, Scope.INCLUSIVE))
                .at(context, profile.tree().at(path));
    }

    private List<String> reasons() {
        return log.report().entries().stream().map(ReadReport.Entry::toString).toList();
    }
}
