package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.question.parameter.ArgumentParser;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.transform.Reduction;

import java.util.List;

class ArgumentParserTest {
    private static final Operand FROM = Operand.once(ParameterType.file("FROM"), "read this");
    private static final Operand MORE = Operand.some(ParameterType.file("MORE"), "and these");
    private static final Parameter<String> METRIC =
            Parameter.of("metric", ParameterType.text("NAME"), "what to show")
                    .letter('m')
                    .alsoCalled("value");
    private static final Parameter<Integer> DEPTH =
            Parameter.of("depth", ParameterType.whole("N", 1, 99), "levels").letter('d');
    private static final Parameter<Double> THRESHOLD =
            Parameter.of("threshold", ParameterType.real("PERCENT", 0, 100), "smallest share");
    private static final Parameter<Reduction> OF =
            Parameter.of("of", ParameterType.choice(Reduction.class), "how");
    private static final Parameter<String> TAG =
            Parameter.of("tag", ParameterType.text("TAG"), "only these").severalTimes();
    private static final Parameter<String> BETWEEN =
            Parameter.of("between", ParameterType.text("FROM TO"), "the time");
    private static final Parameter<Boolean> JSON = Parameter.flag("json", "as JSON").letter('j');
    private static final Parameter<Boolean> FORCE = Parameter.flag("force", "replace").letter('f');

    private static final Command COMMAND =
            new Command(
                    "show",
                    "shows things",
                    List.of(FROM, MORE),
                    List.of(METRIC, DEPTH, THRESHOLD, OF, TAG, BETWEEN, JSON, FORCE),
                    (_, _) -> 0);

    private static Arguments parse(String line) {
        return new ArgumentParser(
                        "prog",
                        COMMAND.signature(),
                        List.of(CommandLine.HELP),
                        List.of(CommandLine.HELP))
                .parse(List.of(line.split(" ")));
    }

    private static void assertRefused(String line, String message) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(UsageException.class)
                .hasMessage(message)
                .extracting(failed -> ((UsageException) failed).hint())
                .isEqualTo("see 'prog show --help'");
    }

    @Test
    void parametersAndOptionsComeInAnyOrder() {
        Arguments arguments = parse("a --depth 3 b -m time c --json");
        assertThat(arguments.one(FROM)).isEqualTo("a");
        assertThat(arguments.all(MORE)).containsExactly("b", "c");
        assertThat(arguments.value(DEPTH)).contains(3);
        assertThat(arguments.value(METRIC)).contains("time");
        assertThat(arguments.has(JSON)).isTrue();
        assertThat(arguments.has(FORCE)).isFalse();
        assertThat(arguments.value(OF, Reduction.MEAN)).isEqualTo(Reduction.MEAN);
    }

    @Test
    void anOptionMayHaveOtherNames() {
        assertThat(parse("a b --value time").value(METRIC)).contains("time");
        assertRefused("a b --value x --metric y", "option '--metric' is given twice");
        assertRefused("a b --value", "option '--metric' needs a value: --metric NAME");
    }

    @Test
    void anOptionTakesAsManyWordsAsItsPlaceholderHas() {
        assertThat(parse("a --between 1 2 b").value(BETWEEN)).contains("1 2");
        assertThat(parse("a b --between=1 2 --json").value(BETWEEN)).contains("1 2");
        assertThat(parse("a b --between=1 2 --json").has(JSON)).isTrue();
        assertRefused("a b --between 1", "option '--between' needs 2 values: --between FROM TO");
        assertRefused("a b --between", "option '--between' needs 2 values: --between FROM TO");
    }

    @Test
    void valuesMayBeAttached() {
        assertThat(parse("a b --depth=3").value(DEPTH)).contains(3);
        assertThat(parse("a b --metric=a=b").value(METRIC)).contains("a=b");
        assertThat(parse("a b --metric=").value(METRIC)).contains("");
        assertThat(parse("a b -d3").value(DEPTH)).contains(3);
        assertThat(parse("a b -m=time").value(METRIC)).contains("time");
        assertThat(parse("a b -jfd 3").value(DEPTH)).contains(3);
        assertThat(parse("a b -jfd3").has(FORCE)).isTrue();
    }

    @Test
    void twoDashesEndTheOptions() {
        assertThat(parse("a -- --depth -m").all(MORE)).containsExactly("--depth", "-m");
        assertThat(parse("- b").one(FROM)).isEqualTo("-");
    }

    @Test
    void optionsMayRepeatWhereThatIsMeant() {
        assertThat(parse("a b --tag COMM --tag=IO").all(TAG)).containsExactly("COMM", "IO");
        assertRefused("a b -d 1 --depth 2", "option '--depth' is given twice");
        assertThat(parse("a b --json --json").has(JSON)).isTrue();
    }

    @Test
    void choicesAreReadInAnyCase() {
        assertThat(parse("a b --of MAX").value(OF)).contains(Reduction.MAX);
    }

    @Test
    void helpNeedsNoParameters() {
        assertThat(parse("--help").has(CommandLine.HELP)).isTrue();
    }

    @Test
    void unknownOptionsAreToldWithTheNearestKnownOne() {
        assertRefused("a b --detph 3", "no option '--detph'; did you mean '--depth'?");
        assertRefused("a b --thresh 3", "no option '--thresh'; did you mean '--threshold'?");
        assertRefused("a b --colour", "no option '--colour'");
        assertRefused("a b -x", "no option '-x'");
        assertRefused("a b -jx", "no option '-x'");
    }

    @Test
    void valuesAreChecked() {
        assertRefused("a b --depth", "option '--depth' needs a value: --depth N");
        assertRefused("a b --json=yes", "option '--json' takes no value, found 'yes'");
        assertRefused("a b -d 0", "--depth: found '0', expected an integer from 1 to 99");
        assertRefused("a b -d deep", "--depth: found 'deep', expected an integer from 1 to 99");
        assertRefused(
                "a b --threshold 101", "--threshold: found '101', expected a number from 0 to 100");
        assertRefused(
                "a b --threshold NaN", "--threshold: found 'NaN', expected a number from 0 to 100");
        assertRefused(
                "a b --of maxx",
                "--of: found 'maxx', expected one of mean, min, max, sum; did you mean 'max'?");
    }

    @Test
    void missingAndSurplusParametersAreTold() {
        assertRefused("a", "MORE is missing");
        assertRefused("--json", "FROM is missing");
        Command single = new Command("one", "", List.of(FROM), List.of(), (_, _) -> 0);
        assertThatThrownBy(
                        () ->
                                new ArgumentParser("prog", single.signature(), List.of(), List.of())
                                        .parse(List.of("a", "b", "c")))
                .hasMessage("unexpected argument 'b'");
    }

    @Test
    void severalFilesWhereOneIsWantedAreCounted() {
        Command single = new Command("one", "", List.of(FROM), List.of(), (_, _) -> 0);
        assertThatThrownBy(
                        () ->
                                new ArgumentParser("prog", single.signature(), List.of(), List.of())
                                        .parse(List.of(".", ".", ".")))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        wrong ->
                                assertThat(wrong.hint())
                                        .isEqualTo("use 'prog ensemble' for several runs"))
                .hasMessage("'one' reads one run, 3 given");
    }

    @Test
    void openEndedNumbersSayWhereTheyStart() {
        assertThatThrownBy(
                        () -> ParameterType.whole("N", 0, Integer.MAX_VALUE).parser().apply("-1"))
                .hasMessage("an integer from 0");
    }
}
