package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The page folds call trees as the analyses do: hiding, focusing, merging, collapsing, inverting,
/// and the hot path of the result.
class FoldLawTest {
    private static final int SEEDS = 200;

    @Test
    void thePageFoldsTreesAsTheAnalysesDo() throws IOException, InterruptedException {
        Path cases = Path.of("target", "fold-cases.json");
        Files.writeString(cases, FoldCases.of(SEEDS));
        var ended = Node.run(Path.of("."), List.of("src/test/js/fold-law.js", cases.toString()));
        assertThat(ended.output()).endsWith(" cases agree\n");
        assertThat(ended.code()).isZero();
    }
}
