package treeline.trace.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnCalls;
import treeline.trace.TableText;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class RepeatingPatternTest {
    private static final String PATHS = "main main/a main/b main/c main/c/d main/c/e";

    /// `callees in caller: start of each repetition, end of the last`, in seconds.
    private static String pattern(String paths, String rank) {
        var drawn = new DrawnCalls(paths, rank);
        var tree = drawn.outline().tree();
        return RepeatingPattern.of(tree, drawn.traces().lines().getFirst())
                .map(
                        each ->
                                "%s in %s: %s"
                                        .formatted(
                                                each.text(tree),
                                                each.caller() < 0 ? "-" : tree.name(each.caller()),
                                                each.bounds().stream()
                                                        .map(at -> "" + at / DrawnCalls.SECOND)
                                                        .collect(Collectors.joining(" "))))
                .orElse("");
    }

    private static String pattern(String rank) {
        return pattern(PATHS, rank);
    }

    @Test
    void callsThatFollowEachOtherAgainAndAgainRepeat() {
        assertThat(pattern("mabababm")).isEqualTo("a, b in main: 1 3 5 7");
        assertThat(pattern("aabaabaaab"))
                .as("durations differ")
                .isEqualTo("a, b in main: 0 3 6 10");
        assertThat(pattern("abmabmmab")).as("main in between").isEqualTo("a, b in main: 0 3 7 9");
    }

    @Test
    void threeRepetitionsAreAPattern() {
        assertThat(pattern("abab")).isEmpty();
        assertThat(pattern("ababa")).isEmpty();
        assertThat(pattern("ababab")).isEqualTo("a, b in main: 0 2 4 6");
        assertThat(pattern("abababa")).as("whole repetitions").isEqualTo("a, b in main: 0 2 4 6");
        assertThat(pattern("mmmm")).isEmpty();
    }

    @Test
    void thePatternWithMostTimeIsChosenAndOfEqualOnesTheShortest() {
        assertThat(pattern("ababab" + "acacacac")).isEqualTo("a, c in main: 6 8 10 12 14");
        assertThat(pattern("ababab" + "ccmcmmc"))
                .as("c takes from 6 to 13")
                .isEqualTo("c in main: 6 9 12 13");
        assertThat(pattern("amamamamama" + "m"))
                .as("not a, a")
                .isEqualTo("a in main: 0 2 4 6 8 10 11");
        assertThat(pattern("abababdededec")).as("the caller").isEqualTo("a, b in main: 0 2 4 6");
        assertThat(pattern("abababmacacac")).as("the first").isEqualTo("a, b in main: 0 2 4 6");
    }

    @Test
    void calleesOfAnyFunctionMayRepeat() {
        assertThat(pattern("aaa" + "dedede" + "b")).isEqualTo("d, e in c: 3 5 7 9");
        assertThat(pattern("aaadeadeade"))
                .as("c is called again and again")
                .isEqualTo("a, c in main: 0 5 8 11");
    }

    /// The roots of a line are called by nothing.
    @Test
    void rootsMayRepeat() {
        assertThat(pattern("a b", "a b a b a b ")).isEqualTo("a, b in -: 0 4 8 11");
    }

    @Test
    void aRepetitionHasUpToSixtyFourCalls() {
        assertThat(repeated(64)).endsWith(" in main: 0 64 128 192");
        assertThat(repeated(65)).isEmpty();
    }

    /// Three times the same calls of different functions.
    private static String repeated(int calls) {
        String letters =
                IntStream.range(0, calls)
                        .mapToObj(i -> Character.toString(0x4e00 + i))
                        .collect(Collectors.joining());
        String paths =
                letters.chars()
                        .mapToObj(letter -> "main/" + Character.toString(letter))
                        .collect(Collectors.joining(" "));
        return pattern("main " + paths, letters.repeat(3));
    }

    /// Rank 2 has another number of repetitions, and rank 3 none.
    @Test
    void iterationsAreComparedAcrossTheContextsThatShareThePattern() {
        var drawn = new DrawnCalls(PATHS, "ababab", "aabababbb", "abababab", "mmmmm");
        PatternTable pattern = PatternTable.of(drawn.outline(), drawn.traces(), _ -> true);
        assertThat(pattern.repetitions()).isEqualTo(3);
        assertThat(pattern.others()).isEqualTo(2);
        assertThat(pattern.median()).isEqualTo(2.5);
        // Rank 0: 2, 2, 2 s. Rank 1: 3, 2, 4 s.
        assertThat(TableText.of(pattern.iterations(drawn.outline())))
                .isEqualTo(
                        """
                        iteration,begin,seconds,max,slowest,ratio
                        0,0.0,2.5,3.0,rank 1,1.0
                        1,2.0,2.0,2.0,rank 0,0.8
                        2,4.0,3.0,4.0,rank 1,1.2
                        """);
    }

    @Test
    void thePatternOfMostContextsIsSharedAndOfEqualOnesTheLongest() {
        var drawn = new DrawnCalls(PATHS, "abababab", "acacacaca", "mmmmmm", "ababab", "acacaca");
        PatternTable two = PatternTable.of(drawn.outline(), drawn.traces(), context -> context > 2);
        assertThat(two.patterns()).extracting(RepeatingPattern::context).containsExactly(3);
        PatternTable all =
                PatternTable.of(drawn.outline(), drawn.traces(), context -> context != 1);
        assertThat(all.patterns()).extracting(RepeatingPattern::context).containsExactly(0);
        assertThat(all.median()).isEqualTo(2);
    }

    /// Iterations of 2, 3, 4 and 5 s.
    @Test
    void ofAnEvenNumberTheMedianIsTheMeanOfTheMiddle() {
        var drawn = new DrawnCalls(PATHS, "abaabaaabaaaab");
        assertThat(PatternTable.of(drawn.outline(), drawn.traces(), _ -> true).median())
                .isEqualTo(3.5);
    }

    @Test
    void nothingRepeats() {
        var drawn = new DrawnCalls(PATHS, "abc", "cba");
        PatternTable pattern = PatternTable.of(drawn.outline(), drawn.traces(), _ -> true);
        assertThat(pattern.isEmpty()).isTrue();
        assertThat(pattern.repetitions()).isZero();
        assertThat(pattern.others()).isEqualTo(2);
        assertThat(pattern.iterations(drawn.outline()).rows()).isZero();
    }
}
