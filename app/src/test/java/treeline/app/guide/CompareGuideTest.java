package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Path;

/// The gates of the guide end as it says.
class CompareGuideTest {
    @TempDir static Path temporary;

    private static GuideFolder folder;

    @BeforeAll
    static void record() throws IOException {
        folder = GuideFolder.recordedIn(temporary);
    }

    @Test
    void theBuildThatIsTheSamePasses() {
        Session.Answer answer =
                folder.run("compare", "builds/old", "builds/same", "--fail-above", "5%");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .contains("passed: no node is significantly slower by more than 5 %");
    }

    @Test
    void theBuildThatIsSlowerFails() {
        Session.Answer answer =
                folder.run("compare", "builds/old", "builds/slower", "--fail-above", "5%");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains("failed: the whole run and 1 of 3 nodes are slower by more than 5 %")
                .contains("main/sweep");
    }
}
