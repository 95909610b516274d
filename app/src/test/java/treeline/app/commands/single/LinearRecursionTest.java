package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

/// A function that calls only itself is one line for readers, and all rows for programs.
class LinearRecursionTest extends CommandTest {
    /// `main`, levels of `f` below one another, and `g` below the last.
    private Path recursion(int levels) throws IOException {
        var drawing = new StringBuilder("path rank0\nmain 1\n");
        String path = "main";
        for (int level = 0; level < levels; level++) {
            path += "/f";
            drawing.append(path).append(" 1\n");
        }
        return drawn("recursion.txt", drawing + path + "/g 60\n" + "main/h 0.5\n");
    }

    @Test
    void theLevelsOfALinearRecursionAreOneLine() throws IOException {
        assertThat(printed("tree", recursion(60), "--depth", "100"))
                .isEqualTo(
                        """
                        time (inclusive), rank 0

                         122 s   100.0 %  ██████████  ● main
                         120 s    98.8 %  █████████▉  ● ├─ f, 60 levels
                        60.0 s    49.4 %  █████       ● …51                            └─ g
                         500 ms    0.4 %                └─ h

                        ● hot path
                        """);
        assertThat(printed("tree", recursion(60), "--depth", "55"))
                .contains("f, 54 levels  +7 below\n");
        assertThat(printed("tree", recursion(60), "--depth", "100", "--csv").lines()).hasSize(64);
        assertThat(printed("tree", recursion(49), "--depth", "100").lines()).hasSize(56);
        assertThat(printed("hot-path", recursion(60))).contains("f, 60 levels");
    }
}
