package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The walkthroughs of models and trends print what the guides say.
class ModelsGuideTest {
    @TempDir static Path temporary;

    private static GuideFolder folder;

    @BeforeAll
    static void record() {
        folder = GuideFolder.historiesIn(temporary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"models.md", "archive.md"})
    void theWalkthroughPrintsWhatTheGuideShows(String page) throws IOException {
        GuidePage.Block shown = GuidePage.walkthrough(page);
        List<String> words = GuidePage.words(shown.lines().getFirst(), folder::expanded);
        Session.Answer answer = folder.run(words.toArray(String[]::new));
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).isEqualTo(shown.text().substring(shown.text().indexOf('\n') + 1));
    }
}
