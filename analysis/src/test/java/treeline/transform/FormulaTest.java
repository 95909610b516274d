package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;

class FormulaTest {
    private static final Profile RUN =
            profileOf(
                    """
                    metric time s exclusive
                    path    rank0  rank1
                    main        2      4
                    main/a      8      -

                    metric time s inclusive
                    path    rank0  rank1
                    main       10      4
                    main/a      8      -

                    metric wait ms exclusive
                    path    rank0  rank1
                    main      500      0
                    main/a      -     16

                    metric bytes B exclusive
                    path    rank0  rank1
                    main       64      0
                    main/a     16     16

                    metric n_calls - exclusive
                    path    rank0  rank1
                    main        4      4
                    """);

    private static Metric added(String formula) {
        return Formula.parse(formula).addedTo(RUN, "new").metrics().getLast();
    }

    private static double at(String formula, int rank, String path) {
        Profile with = Formula.parse(formula).addedTo(RUN, "new");
        return with.column(with.metrics().getLast()).at(rank, RUN.tree().at(path));
    }

    @ParameterizedTest
    @CsvSource({
        "bytes + 1, 65",
        "bytes - 4 * 2, 56",
        "(bytes - 4) * 2, 120",
        "-bytes / 2, -32",
        "bytes / bytes, 1",
        "2 - - bytes, 66",
        "abs(-bytes), 64",
        "sqrt(bytes), 8",
        "log10(bytes) * 0, 0",
        "exp(bytes * 0), 1",
        "'max(bytes, 100)', 100",
        "'min(100, bytes)', 64",
        "time:exclusive, 2",
        "time, 10",
        "1.5e1 + bytes, 79",
        "1E1 + bytes, 74",
        "10e-1 + bytes, 65",
        "1e+1 + bytes, 74",
        ".5 * bytes, 32",
        "1e1-bytes, -54",
        "n_calls, 4",
    })
    void formulasAreComputedNodeByNode(String formula, double expected) {
        assertThat(at(formula, 0, "main")).isEqualTo(expected);
    }

    @Test
    void unitsOfOneDimensionAreConverted() {
        assertThat(at("time:exclusive - wait", 0, "main")).isEqualTo(1.5);
        assertThat(added("time:exclusive - wait").unit().symbol()).isEqualTo("s");
        assertThat(at("wait / time:exclusive", 0, "main")).isEqualTo(0.25);
        assertThat(added("wait / time:exclusive").unit().symbol()).isEmpty();
        assertThat(at("max(wait, time:exclusive)", 0, "main")).isEqualTo(2000);
    }

    @Test
    void productsAndQuotientsHaveUnitsOfTheirOwn() {
        assertThat(added("bytes / time").unit().symbol()).isEqualTo("B/s");
        assertThat(added("bytes * time").unit().symbol()).isEqualTo("B·s");
        assertThat(added("1 / time").unit().symbol()).isEqualTo("1/s");
        assertThat(added("2 * bytes").unit().symbol()).isEqualTo("B");
        assertThat(added("bytes * 2").unit().symbol()).isEqualTo("B");
        assertThat(added("1 + bytes").unit().symbol()).isEqualTo("B");
        assertThat(added("max(1, bytes)").unit().symbol()).isEqualTo("B");
        assertThat(added("bytes / (time / time)").unit().symbol()).isEqualTo("B");
        assertThat(added("(time / time) / bytes").unit().symbol()).isEqualTo("1/B");
        assertThat(added("(time / time) * bytes").unit().symbol()).isEqualTo("B");
    }

    @Test
    void onlySumsAndScalingStillAddUpOverTheTree() {
        assertThat(added("time:exclusive + wait").scope()).isEqualTo(Scope.EXCLUSIVE);
        assertThat(added("time / 2").scope()).isEqualTo(Scope.INCLUSIVE);
        assertThat(added("bytes * 2").scope()).isEqualTo(Scope.EXCLUSIVE);
        assertThat(added("2 * bytes").scope()).isEqualTo(Scope.EXCLUSIVE);
        assertThat(added("2 + bytes").scope()).isEqualTo(Scope.EXCLUSIVE);
        assertThat(added("bytes / time").scope()).isEqualTo(Scope.POINT);
        assertThat(added("time - time:exclusive").scope()).isEqualTo(Scope.POINT);
    }

    @Test
    void sumsTakeWhatIsMissingAsNothingAndAllElseNeedsBothSides() {
        assertThat(at("time:exclusive + wait", 1, "main/a")).isEqualTo(0.016);
        assertThat(at("time:exclusive + wait", 0, "main/a")).isEqualTo(8);
        assertThat(at("bytes / time:exclusive", 1, "main/a")).isNaN();
    }

    @Test
    void nothingIsDividedByZero() {
        assertThat(at("time / bytes", 1, "main")).isNaN();
        assertThat(at("time / 0", 0, "main")).isNaN();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '|',
            value = {
                "time + bytes; 5; operands with the same unit, not 's' and 'B'",
                "time + ; 6; a number, a metric or '('",
                "(time; 5; ')'",
                "time time; 5; an operator or the end",
                "cycles; 0; a metric (time, wait, bytes, n_calls)",
                "cube(time); 0; one of abs, sqrt, log, log10, exp, min, max",
                "max(time); 8; ','",
                "1.2.3; 0; a number",
                "\"time; 0; a closing '\"'",
                "time $ 2; 5; an operator or the end",
            })
    void mistakesAreShownWhereTheyAre(String formula, int place, String expected) {
        String text = formula.equals("time +") ? "time + " : formula;
        int at = formula.equals("time +") ? 7 : place;
        assertThatThrownBy(() -> Formula.parse(text).addedTo(RUN, "new"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "invalid formula, expected %s:\n  %s\n  %s^"
                                .formatted(expected, text, " ".repeat(at)));
    }

    @Test
    void aFormulaNeedsAMetricAndANameOfItsOwn() {
        assertThatThrownBy(() -> Formula.parse("1 + 2").addedTo(RUN, "three"))
                .hasMessage(
                        "the formula contains no metric, so it has no value at any node: 1 + 2");
        assertThatThrownBy(() -> Formula.parse("max(1, 2)").addedTo(RUN, "two"))
                .hasMessage(
                        "the formula contains no metric, so it has no value at any node: max(1,"
                                + " 2)");
        assertThatThrownBy(() -> Formula.parse("time / 2").addedTo(RUN, "time"))
                .hasMessage("metric 'time' already exists");
    }

    @Test
    void textIsNeverRunAsCode() {
        assertThatThrownBy(() -> Formula.parse("System.exit(1)"))
                .hasMessageStartingWith("invalid formula, expected one of abs");
    }

    @Test
    void hostileFormulasAreRefusedBeforeTheyFillTheStack() {
        assertThatThrownBy(() -> Formula.parse("(".repeat(100_000)))
                .hasMessageStartingWith("invalid formula, expected at most 100 levels");
        assertThatThrownBy(() -> Formula.parse("-".repeat(100_000)))
                .hasMessageStartingWith("invalid formula, expected at most 100 levels");
        assertThatThrownBy(() -> Formula.parse("1" + "+1".repeat(100_000)))
                .hasMessageStartingWith("invalid formula, expected at most 1000 operators");
        assertThatThrownBy(() -> Formula.parse("1\0+ nonsense"))
                .hasMessageStartingWith("invalid formula, expected an operator");
    }

    @Test
    void aFormulaHasUpTo100LevelsAnd1000Operators() {
        assertThat(at("(".repeat(99) + "bytes" + ")".repeat(99), 0, "main")).isEqualTo(64);
        assertThatThrownBy(() -> Formula.parse("(".repeat(100) + "bytes" + ")".repeat(100)))
                .hasMessageStartingWith("invalid formula, expected at most 100 levels");
        assertThat(at("-".repeat(99) + "bytes", 0, "main")).isEqualTo(-64);
        assertThatThrownBy(() -> Formula.parse("-".repeat(100) + "bytes"))
                .hasMessageStartingWith("invalid formula, expected at most 100 levels");
        assertThat(at("bytes" + "+1".repeat(1000), 0, "main")).isEqualTo(1064);
        assertThatThrownBy(() -> Formula.parse("bytes" + "+1".repeat(1001)))
                .hasMessageStartingWith("invalid formula, expected at most 1000 operators");
    }

    @Test
    void levelsBesideEachOtherDoNotAddUp() {
        assertThat(at("bytes" + "+(1)".repeat(200), 0, "main")).isEqualTo(264);
        assertThat(at("bytes" + "+-1".repeat(200), 0, "main")).isEqualTo(-136);
    }

    @Test
    void aFormulaPrintsAsItWasWritten() {
        assertThat(Formula.parse("bytes/time")).hasToString("bytes/time");
    }

    @Test
    void namesOfSeveralWordsStandInQuotes() {
        Profile waits = profileOf("metric wait.time#1 s exclusive\npath whole\nmain 3\n");
        Profile with = Formula.parse("\"wait.time#1\" * 2 - wait.time#1").addedTo(waits, "new");
        assertThat(with.column("new").at(0, 0)).isEqualTo(3);
    }
}
