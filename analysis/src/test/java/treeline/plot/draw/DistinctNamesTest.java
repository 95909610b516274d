package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class DistinctNamesTest {
    private static final TextStyle INK = new TextStyle(12, false, TextStyle.Anchor.START, "");

    private static List<String> cut(double room, String... names) {
        return DistinctNames.of(List.of(names), room, INK);
    }

    @Test
    void whatFitsStaysAsItIs() {
        assertThat(cut(500, "main/a", "main/b")).containsExactly("main/a", "main/b");
    }

    @Test
    void thePartInWhichNamesDifferIsKept() {
        String same = "main/solver/kernel_of_a_long_name<";
        String end = ">(double const*, double*, unsigned long)";
        assertThat(cut(150, same + "float" + end, same + "double" + end))
                .containsExactly("…float>(double const*…", "…double>(double con…");
    }

    @Test
    void theWholeNameOfTheFrameIsKeptWhereThereIsRoom() {
        String end = "<double>::operator()(int, int)";
        assertThat(cut(120, "main/phase/kernel_1" + end, "main/phase/kernel_2" + end))
                .containsExactly("…kernel_1<doubl…", "…kernel_2<doubl…");
    }

    @Test
    void manyNamesStayDistinctAndFit() {
        List<String> names =
                IntStream.range(0, 200)
                        .mapToObj(
                                i -> "start ".repeat(9) + i % 20 + "/" + i / 20 + " end".repeat(9))
                        .toList();
        assertThat(DistinctNames.of(names, 120, INK))
                .doesNotHaveDuplicates()
                .allMatch(name -> TextMetrics.width(name, 12, false) <= 120);
    }

    @Test
    void equalNamesStayEqualAndNothingIsCutInHalf() {
        assertThat(cut(60, "the same long name", "the same long name").stream().distinct())
                .hasSize(1);
        assertThat(cut(60, "𝛌".repeat(20) + "𝛌 long end", "𝛌".repeat(20) + "𝛍 long end"))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.chars().filter(c -> c == 0xfffd).count() == 0);
        assertThat(cut(1, "main/a", "main/b").stream().distinct()).hasSize(1);
    }
}
