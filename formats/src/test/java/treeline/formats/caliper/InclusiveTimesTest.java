package treeline.formats.caliper;

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
                        "Caliper added inclusive time up several times under MPI; it was computed"
                                + " anew from exclusive time (first: rank 0, 2 times)");
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
        assertThat(reasons())
                .containsExactly(
                        "inclusive time is not the sum of the exclusive times below; it is kept as"
                                + " it stands (first: rank 0)");
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
