package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The walkthrough of docs/guide/models.md prints what the guide says.
class ModelsGuideTest {
    @TempDir static Path temporary;

    @Test
    void theWalkthroughPrintsWhatTheGuideShows() throws IOException {
        GuidePage.Block shown =
                GuidePage.all().stream()
                        .filter(page -> page.name().endsWith("models.md"))
                        .flatMap(page -> page.blocks().stream())
                        .findFirst()
                        .orElseThrow();
        GuideFolder folder = GuideFolder.scalingIn(temporary);
        List<String> words = GuidePage.words(shown.lines().getFirst(), folder::expanded);
        Session.Answer answer = folder.run(words.toArray(String[]::new));
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).isEqualTo(shown.text().substring(shown.text().indexOf('\n') + 1));
    }
}
