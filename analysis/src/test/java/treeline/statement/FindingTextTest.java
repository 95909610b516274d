package treeline.statement;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;
import treeline.view.Findings;

class FindingTextTest {
    private static String hotPath(Profile profile) {
        Metric metric = profile.metrics().getFirst();
        Findings found =
                Findings.of(profile, metric, Reduction.MEAN, Accounts.of(profile.outline()));
        return new FindingText(profile, metric).hotPath(found).text();
    }

    /// Brief sentences have the numbers of the full ones and start with function and rank.
    @Test
    void aBriefSentenceStartsWithFunctionAndRank() {
        Profile profile =
                profileOf(
                        """
                        path            rank0 rank1 rank2 rank3
                        main                1     1     1     1
                        main/step/solve    10    10    10    30
                        """);
        Metric metric = profile.metrics().getFirst();
        Findings found =
                Findings.of(profile, metric, Reduction.MEAN, Accounts.of(profile.outline()));
        var text = new FindingText(profile, metric);
        var imbalance = found.imbalances().getFirst();
        assertThat(text.imbalance(found, imbalance).text())
                .isEqualTo(
                        "rank 3 computes 15.0 s longer than the mean of 4 ranks at"
                                + " main/step/solve");
        assertThat(text.briefly().imbalance(found, imbalance).text())
                .isEqualTo("solve: rank 3 computes 15.0 s longer than the mean of 4 ranks");
        assertThat(text.briefly().hotPath(found).text()).startsWith("solve takes");
        assertThat(text.briefly().slowRank(found, found.slowRanks().getFirst()).text())
                .startsWith("rank 3, mostly in solve: computes 15.0 s longer than the mean rank");
    }

    @Test
    void aSlowRankWhoseExcessSpreadsSaysHowMuchOfItIsAtItsWorstNode() {
        Profile profile =
                profileOf(
                        """
                        path    rank0 rank1 rank2 rank3
                        main        0     0     0     0
                        main/a     10    10    10    14
                        main/b     10    10    10    18
                        main/c     10    10    10    14
                        """);
        Metric metric = profile.metrics().getFirst();
        Findings found =
                Findings.of(profile, metric, Reduction.MEAN, Accounts.of(profile.outline()));
        var text = new FindingText(profile, metric);
        assertThat(text.slowRank(found, found.slowRanks().getFirst()).text())
                .isEqualTo(
                        "rank 3 computes 12.0 s longer than the mean rank, 6.00 s of it in main/b");
        assertThat(text.briefly().slowRank(found, found.slowRanks().getFirst()).text())
                .isEqualTo("rank 3 computes 12.0 s longer than the mean rank, 6.00 s of it in b");
    }

    @Test
    void aNodeWhoseCostSpreadsSaysWhatItSplitsInto() {
        assertThat(
                        hotPath(
                                profileOf(
                                        """
                                        path                whole
                                        main                    1
                                        main/step               2
                                        main/step/exchange     47
                                        main/step/stencil      38
                                        main/step/io            9
                                        main/step/tiny        0.5
                                        main/end              2.5
                                        """)))
                .isEqualTo(
                        "main/step splits into exchange 47.0 %, stencil 38.0 %, io 9.0 %, itself"
                                + " 2.0 % of all time");
    }

    @Test
    void beyondFourPartsTheOthersAreCounted() {
        assertThat(
                        hotPath(
                                profileOf(
                                        """
                                        path    whole
                                        main        0
                                        main/a     30
                                        main/b     25
                                        main/c     20
                                        main/d     15
                                        main/e      6
                                        main/f      4
                                        """)))
                .isEqualTo(
                        "main splits into a 30.0 %, b 25.0 %, c 20.0 %, d 15.0 %, 2 others 10.0 %"
                                + " of all time");
    }

    @Test
    void aNodeThatTakesMostItselfSaysSo() {
        assertThat(hotPath(profileOf("path whole\nmain 1\nmain/solve 6\nmain/solve/log 3\n")))
                .isEqualTo("main/solve takes 60.0 % of all time itself");
        assertThat(hotPath(profileOf("path whole\nmain 0\n")))
                .isEqualTo("no call path has a value above 0");
    }

    /// A name such as `line 3` says nothing without its function.
    @Test
    void aLineIsNamedWithTheFunctionAroundIt() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int run = builder.child(ProfileBuilder.ROOT, Frame.function("Svc.run"));
        int cpu = builder.child(run, Frame.function("Svc.cpu"));
        int loop = builder.child(cpu, new Frame(Frame.Kind.LOOP, "loop at 2", "Svc.java", 2, ""));
        int line = builder.child(loop, new Frame(Frame.Kind.LINE, "line 3", "Svc.java", 3, ""));
        builder.add(time, whole, line, 3);
        builder.add(time, whole, run, 1);
        assertThat(hotPath(builder.build()))
                .isEqualTo("Svc.cpu, line 3 takes 75.0 % of all time itself");
    }

    @Test
    void ofALongCallPathTheFunctionIsNamed() {
        var path = new StringBuilder("main");
        for (int depth = 0; depth < 12; depth++) path.append("/function").append(depth);
        assertThat(hotPath(profileOf("path whole\n" + path + " 5\n")))
                .isEqualTo("function11 takes 100.0 % of all time itself");
    }
}
