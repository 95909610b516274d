package treeline.dashboard.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Runs are named by as little of their paths as makes them distinct.
class RunNamesTest {

    @Test
    void theLastPartOfAPathIsEnoughWhereItDiffers() {
        assertThat(RunNames.of(List.of("a/before.tldb", "b/after.tldb/")))
                .containsExactly("before.tldb", "after.tldb");
    }

    @Test
    void runsOfTheSameNameShowTheFoldersThatTellThemApart() {
        assertThat(
                        RunNames.of(
                                List.of(
                                        "/data/p8/r1/profile.cubex",
                                        "/data/p64/r1/profile.cubex",
                                        "heat.tldb",
                                        "/data/p64/r2/profile.cubex")))
                .containsExactly(
                        "p8/r1/profile.cubex",
                        "p64/r1/profile.cubex",
                        "heat.tldb",
                        "r2/profile.cubex");
    }

    @Test
    void theSameRunTwiceIsCounted() {
        assertThat(RunNames.of(List.of("x/run", "x/run", "run")))
                .containsExactly("x/run", "x/run (2)", "run");
    }

    @Test
    void aBackslashIsALetterOfAName() {
        assertThat(RunNames.last("runs/$1 \\1.json")).isEqualTo("$1 \\1.json");
        assertThat(RunNames.last("/")).isEqualTo("/");
    }
}
