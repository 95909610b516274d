package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class GuidePageTest {
    private static GuidePage page(String text) {
        return GuidePage.of("page.md", text.lines().toList());
    }

    @Test
    void aBlockWithPromptsHasCommandsAndOutput() {
        GuidePage.Block block =
                page("""
                ```console
                $ treeline tree run.tldb \\
                    --of max
                1.04 s  main
                ...
                ```
                """)
                        .blocks()
                        .getFirst();
        assertThat(block.isShell()).isTrue();
        assertThat(block.isCompared()).isTrue();
        assertThat(block.script()).isEqualTo("treeline tree run.tldb \\\n    --of max\n");
        assertThat(block.output()).containsExactly("1.04 s  main", "...");
    }

    @Test
    void aBlockWithoutALanguageIsAShellsIfItStartsWithACommandOfOurs() {
        List<GuidePage.Block> blocks =
                page("""
                ```
                # the slow rank
                treeline imbalance run.tldb
                ```
                ```
                main  1.04 s
                ```
                """)
                        .blocks();
        assertThat(blocks).extracting(GuidePage.Block::isShell).containsExactly(true, false);
    }

    @Test
    void aBlockThatCannotRunSaysWhy() {
        GuidePage.Block block =
                page("```sh no-test: needs mpirun\nmpirun -n 4 ./solver\n```\n")
                        .blocks()
                        .getFirst();
        assertThat(block.language()).isEqualTo("sh");
        assertThat(block.untested()).isEqualTo("needs mpirun");
    }

    @Test
    void tablesHaveCommandsUnlessTheyHavePlaceholders() {
        assertThat(
                        page("""
                        | question | command |
                        |---|---|
                        | a | `treeline tree run.tldb` |
                        | b | `treeline tree PATH` or `treeline tree` |
                        | c | `treeline query run.tldb 'MATCH (p)' \\| head` |
                        """)
                                .tableCommands())
                .containsExactly(
                        "treeline tree run.tldb", "treeline query run.tldb 'MATCH (p)' | head");
    }

    @Test
    void shownOutputMayDifferInNumbersAndBars() {
        List<String> shown = List.of(" 476 ms  100.0 %  ██████  ● main", "...", "● hot path");
        assertThat(
                        ShownOutput.matches(
                                shown, "1.04 s  98.0 %  ████▊  ● main\n 3 ms  x\n\n● hot path\n"))
                .isTrue();
        assertThat(ShownOutput.matches(shown, "1.04 s  98.0 %  ● step\n● hot path\n")).isFalse();
        assertThat(ShownOutput.matches(shown, "1.04 s  98.0 %  ● main\n")).isFalse();
    }
}
