package treeline.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

class RunListTest {
    private static BitSet nodes(int... nodes) {
        var set = new BitSet();
        for (int node : nodes) set.set(node);
        return set;
    }

    private static final RunList RUNS =
            new RunList(
                    List.of("a/1.cali", "b|2:x", "ü *-_"),
                    List.of(
                            Metadata.NONE
                                    .with("ranks", 12)
                                    .with("compiler", "clang")
                                    .with("gpu", new Value.Flag(true)),
                            Metadata.NONE.with("ranks", "12").with("size", new Value.Real(0.1)),
                            Metadata.NONE),
                    List.of(nodes(0, 1, 2, 5), nodes(), nodes(0)));

    @Test
    void whatIsKeptComesBackWithItsTypes() {
        Metadata profile = RUNS.onto(Metadata.NONE.with("program", "x"));
        assertThat(RunList.isIn(profile)).isTrue();
        assertThat(RunList.of(profile)).isEqualTo(RUNS);
        assertThat(RunList.without(profile)).isEqualTo(Metadata.NONE.with("program", "x"));
        assertThat(RunList.isIn(RunList.without(profile))).isFalse();
    }

    @Test
    void theTextIsAsDocumented() {
        Metadata profile = RUNS.onto(Metadata.NONE);
        assertThat(profile.get("treeline.ensemble.runs"))
                .contains(new Value.Text("8:a/1.cali5:b|2:x5:ü *-_|0-2"));
        assertThat(profile.get("treeline.ensemble.nodes"))
                .contains(new Value.Text("5:0-2,50:1:0|0-2"));
        assertThat(profile.get("treeline.ensemble.metadata.ranks"))
                .contains(new Value.Text("3:w123:t12|0-1 _"));
        assertThat(RunColumn.of("5:clang3:gcc|0*2 1 _*2"))
                .containsExactly(
                        Optional.of("clang"),
                        Optional.of("clang"),
                        Optional.of("gcc"),
                        Optional.empty(),
                        Optional.empty());
    }

    @Test
    void columnsOfAnyTextsComeBack() {
        var random = new Random(3);
        for (int round = 0; round < 200; round++) {
            List<Optional<String>> column = new ArrayList<>();
            int runs = random.nextInt(40);
            for (int run = 0; run < runs; run++)
                column.add(
                        random.nextInt(4) == 0
                                ? Optional.empty()
                                : Optional.of("|1:_* -".substring(random.nextInt(7))));
            assertThat(RunColumn.of(RunColumn.text(column))).isEqualTo(column);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "1:a@expected '|', found 'the end'",
                "9:a|0@expected a text of 9 characters, found 'the end'",
                "2147483647:a|0@expected a text of 2147483647 characters, found 'the end'",
                "1:a|1@expected the number of a text, found '1'",
                "1:a|0*0@expected a number of runs, found '0*0'",
                "1:a|0*999999999@expected a number of runs, found '0*999999999'",
                "abc@expected a length and ':', found 'abc'",
                "1:a|x@For input string: \"x\"",
            })
    void damageIsNamed(String column, String message) {
        assertThatThrownBy(() -> RunColumn.of(column))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void listsThatDoNotFitAreRefused() {
        Metadata profile = RUNS.onto(Metadata.NONE);
        assertThatThrownBy(() -> RunList.of(profile.with("treeline.ensemble.metadata.x", "2:w1|0")))
                .hasMessage("treeline.ensemble.metadata.x is of 1 runs, expected 3");
        assertThatThrownBy(() -> RunList.of(profile.without("treeline.ensemble.nodes")))
                .hasMessage("treeline.ensemble.nodes is missing");
        assertThatThrownBy(() -> RunList.of(profile.with("treeline.ensemble.nodes", "1:0|0")))
                .hasMessage("3 runs with metadata of 3 and nodes of 1");
        assertThatThrownBy(() -> RunList.of(profile.with("treeline.ensemble.runs", "1:a|0*2 _")))
                .hasMessage("a run without a key");
    }
}
