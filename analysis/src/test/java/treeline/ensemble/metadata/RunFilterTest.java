package treeline.ensemble.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.Drawn;
import treeline.ensemble.Ensemble;
import treeline.model.Metadata;

import java.util.List;

class RunFilterTest {
    private static final Metadata RUN =
            Drawn.metadataOf("compiler=clang-9.0.0 ranks=64 mpi.world.size=64 hours=1.5 gpu=true")
                    .with("my note", "first try")
                    .with("threads", "16");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compiler = \"clang-9.0.0\" and ranks >= 64",
                "compiler='clang-9.0.0'",
                "ranks == 64",
                "ranks = 64.0",
                "ranks != 32 and not ranks <> 64",
                "mpi.world.size <= 64",
                "hours > 1.25e0",
                "gpu = true",
                "\"my note\" =~ 'first.*'",
                "ranks in (1, 64)",
                "ranks = 1 or ranks = 2 or ranks = 64",
                "ranks = 1 and ranks = 2 or ranks = 64",
                "NOT (ranks < 64 OR ranks > 64)",
                "compiler < 'gcc'",
                "threads > 8",
                "ranks = '64' and threads = '16' and threads in (16)",
                "compiler != 64",
                "hours < 1e+3",
                "mpi_size = 1 or ranks=64",
                "order = 1 or nothing = 1 or inputs = 1 or android = 1 or ranks in(64)",
                "ranks=64 and(gpu = true)"
            })
    void conditionsThatHold(String condition) {
        assertThat(RunFilter.parse(condition).holds(RUN)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compiler = 'clang'",
                "ranks > 64",
                "ranks = 1 and (ranks = 2 or ranks = 64)",
                "compiler > 5",
                "compiler < 5",
                "compiler = 0",
                "compiler =~ 'clang'",
                "gpu = false",
                "absent = 1",
                "absent != 1",
                "ranks in (1, 2)"
            })
    void conditionsThatDoNotHold(String condition) {
        assertThat(RunFilter.parse(condition).holds(RUN)).isFalse();
    }

    private static void assertWrong(String condition, String message) {
        assertThatThrownBy(() -> RunFilter.parse(condition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void errorsPointToThePlace() {
        assertWrong(
                "ranks >= many",
                """
                invalid condition, expected a number, a quoted string, true or false:
                  ranks >= many
                           ^\
                """);
        assertWrong(
                "ranks 64",
                """
                invalid condition, expected one of =, !=, <, <=, >, >=, =~ and in:
                  ranks 64
                        ^\
                """);
        assertWrong(
                "ranks = 64 threads = 2",
                """
                invalid condition, expected 'and', 'or' or the end:
                  ranks = 64 threads = 2
                             ^\
                """);
        assertWrong(
                "(ranks = 64",
                """
                invalid condition, expected ')':
                  (ranks = 64
                             ^\
                """);
        assertWrong(
                "ranks",
                """
                invalid condition, expected one of =, !=, <, <=, >, >=, =~ and in:
                  ranks
                       ^\
                """);
        assertWrong(
                "ranks = 64 orthreads = 2",
                """
                invalid condition, expected 'and', 'or' or the end:
                  ranks = 64 orthreads = 2
                             ^\
                """);
        assertWrong(
                "= 64",
                """
                invalid condition, expected a metadata name:
                  = 64
                  ^\
                """);
        assertWrong(
                "compiler = 'clang",
                """
                invalid condition, expected a closing quote:
                  compiler = 'clang
                             ^\
                """);
        assertWrong(
                "compiler =~ 5",
                """
                invalid condition, expected a regular expression in quotes:
                  compiler =~ 5
                              ^\
                """);
        assertWrong(
                "compiler =~ '('",
                """
                invalid condition, expected a regular expression (missing closing )):
                  compiler =~ '('
                              ^\
                """);
    }

    @Test
    void nestingIsBounded() {
        assertThatThrownBy(() -> RunFilter.parse("not ".repeat(200) + "a = 1"))
                .hasMessageStartingWith("invalid condition, expected at most 100 levels");
        assertThat(RunFilter.parse("not ".repeat(98) + "ranks = 64").holds(RUN)).isTrue();
        assertThat(RunFilter.parse("not ".repeat(99) + "ranks = 64").holds(RUN)).isFalse();
        assertThatThrownBy(() -> RunFilter.parse("not ".repeat(100) + "ranks = 64"))
                .hasMessageStartingWith("invalid condition, expected at most 100 levels");
    }

    @Test
    void conditionsBesideEachOtherAreNotNested() {
        RunFilter chain = RunFilter.parse("ranks = 64" + " and (ranks = 64)".repeat(200));
        assertThat(chain.holds(RUN)).isTrue();
        assertThat(chain.toString()).startsWith("ranks = 64 and (ranks = 64) and");
    }

    @Test
    void aNameThatNoRunHasIsAnErrorWithThoseThatThereAre() {
        Ensemble ensemble = Ensemble.of(List.of(run("a", "ranks=4 compiler=gcc", "main=1")));
        assertThatThrownBy(() -> ensemble.where("compiler = 'gcc' and rank = 4"))
                .hasMessage(
                        """
                        invalid condition, expected metadata of at least one run, one of [ranks, compiler]:
                          compiler = 'gcc' and rank = 4
                                               ^\
                        """);
    }
}
