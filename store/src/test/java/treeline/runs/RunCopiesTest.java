package treeline.runs;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

class RunCopiesTest {
    private static final String RUN = "path rank0\nmain 1\nmain/a 2.5\n";

    @Test
    void theSameContentUnderAnotherNameIsACopy() {
        var copies = new RunCopies();
        assertThat(copies.add("a", profileOf(RUN))).isEmpty();
        assertThat(copies.add("b", profileOf(RUN.replace("2.5", "2.6")))).isEmpty();
        assertThat(copies.add("c", profileOf(RUN))).contains("a");
        assertThat(copies.warning())
                .contains("c is a copy of a; copies make results look more certain than they are");
        assertThat(copies.add("d", profileOf(RUN))).contains("a");
        assertThat(copies.warning().orElseThrow())
                .startsWith("c is a copy of a (and 1 more copy);");
    }

    @Test
    void aRunIsNotACopyOfItself() {
        var copies = new RunCopies();
        copies.add("a", profileOf(RUN));
        assertThat(copies.add("a", profileOf(RUN))).isEmpty();
        assertThat(copies.warning()).isEmpty();
    }

    @Test
    void everyPartOfARunCounts() {
        var copies = new RunCopies();
        assertThat(copies.add("run", profileOf(RUN))).isEmpty();
        assertThat(copies.add("name", profileOf(RUN.replace("/a", "/b")))).isEmpty();
        assertThat(copies.add("rank", profileOf(RUN.replace("rank0", "rank1")))).isEmpty();
        assertThat(copies.add("unit", profileOf("metric time ms exclusive\n" + RUN))).isEmpty();
        Profile run = profileOf(RUN);
        assertThat(copies.add("setting", run.withMetadata(run.metadata().with("size", 3))))
                .isEmpty();
    }

    @Test
    void whatAnArchiveNotesDoesNotCount() {
        var copies = new RunCopies();
        Profile run = profileOf(RUN);
        copies.add("run", run);
        assertThat(
                        copies.add(
                                "archived",
                                run.withMetadata(
                                        run.metadata().with("archive.added", "2026-11-17"))))
                .contains("run");
    }

    /// Deterministic counts are equal in every run.
    @Test
    void runsWithoutTimesAreNeverCopies() {
        var copies = new RunCopies();
        Profile counts = profileOf("metric calls 1 exclusive\npath rank0\nmain 1\n");
        assertThat(RunCopies.fingerprint(counts)).isEmpty();
        assertThat(copies.add("a", counts)).isEmpty();
        assertThat(copies.add("b", counts)).isEmpty();
    }
}
