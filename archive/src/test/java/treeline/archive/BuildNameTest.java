package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class BuildNameTest {
    /// Two runs of each of six commits of main, then one of a branch and two without a commit.
    private static final List<ArchivedRun> RUNS = runs();

    private static List<ArchivedRun> runs() {
        List<ArchivedRun> runs = new ArrayList<>();
        for (int i = 0; i < 12; i++) runs.add(run("r" + i, "main", "%dab".formatted(i / 2)));
        runs.add(run("x", "topic/x", "99ff"));
        runs.add(run("n1", "nightly", ""));
        runs.add(run("n2", "nightly", ""));
        return runs;
    }

    private static ArchivedRun run(String name, String branch, String commit) {
        return new ArchivedRun(name, Instant.EPOCH, branch, commit, Metadata.NONE);
    }

    @Test
    void aBranchIsItsNewestBuildWithAllItsRuns() {
        assertThat(named("main")).containsExactly("r10", "r11");
        assertThat(named("main~0")).containsExactly("r10", "r11");
        assertThat(named("topic/x")).containsExactly("x");
    }

    @Test
    void aTildeCountsBuildsBackwards() {
        assertThat(named("main~1")).containsExactly("r8", "r9");
        assertThat(named("main~5")).containsExactly("r0", "r1");
    }

    @Test
    void aRangeLeavesOutItsFirstEndAsGitDoes() {
        assertThat(named("main~2..main")).containsExactly("r8", "r9", "r10", "r11");
        assertThat(named("main~5..main~4")).containsExactly("r2", "r3");
    }

    @Test
    void aCommitIsFoundByItsBeginningAndCountsInItsBranch() {
        assertThat(named("3a")).containsExactly("r6", "r7");
        assertThat(named("3ab~1")).containsExactly("r4", "r5");
        assertThat(named("3ab..main")).containsExactly("r8", "r9", "r10", "r11");
    }

    @Test
    void runsWithoutACommitAreBuildsOfTheirOwn() {
        assertThat(named("nightly")).containsExactly("n2");
        assertThat(named("nightly~1")).containsExactly("n1");
    }

    @Test
    void aNameThatFitsNothingSaysWhatThereIs() {
        refuses("mian", "no branch or commit 'mian'; branches are main, nightly, topic/x");
        refuses("main~6", "the archive has 5 builds before 'main'");
        refuses("main~x", "expected a branch or commit, as in main, main~5 or main~5..main");
        refuses("", "expected a branch or commit, as in main, main~5 or main~5..main");
        refuses("main..main~2", "the first end of a range must be older than the second");
        refuses("main..main", "the first end of a range must be older than the second");
        refuses("topic/x..main", "both ends of a range must be on one branch");
        assertThatThrownBy(() -> new BuildName("main").among(List.of()))
                .hasMessage(
                        "archive:main: no branch or commit 'main'; no run of the archive has a"
                                + " branch");
    }

    @Test
    void aBeginningOfSeveralCommitsIsRefused() {
        List<ArchivedRun> two = List.of(run("a", "main", "abc1"), run("b", "main", "abc2"));
        assertThatThrownBy(() -> new BuildName("abc").among(two))
                .hasMessage("archive:abc: 2 commits start with 'abc'");
    }

    private static List<String> named(String build) {
        return new BuildName(build).among(RUNS).stream().map(ArchivedRun::name).toList();
    }

    private static void refuses(String build, String reason) {
        assertThatThrownBy(() -> named(build))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("archive:%s: %s".formatted(build, reason));
    }
}
