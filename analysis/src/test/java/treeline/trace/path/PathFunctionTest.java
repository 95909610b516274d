package treeline.trace.path;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

class PathFunctionTest {
    private static String sentence(String function) {
        Table functions =
                Table.of(
                        Column.text("function", 1, _ -> function),
                        Column.real("share", 1, _ -> 0.553));
        var outline =
                profileOf(
                                """
                                path             rank0
                                main                 1
                                main/solve           5
                                main/sem_wait        4
                                """)
                        .outline();
        return PathFunction.of(functions, outline).text();
    }

    @Test
    void workTakesAShareOfThePath() {
        assertThat(sentence("solve")).isEqualTo("solve takes 55.3 % of the critical path");
        assertThat(sentence("<no activity>"))
                .isEqualTo("<no activity> takes 55.3 % of the critical path");
    }

    @Test
    void aWaitOnThePathLacksItsCause() {
        assertThat(sentence("sem_wait"))
                .isEqualTo(
                        "55.3 % of the critical path is waiting in sem_wait, whose cause is not in"
                                + " the trace, such as a transfer or another program");
    }
}
