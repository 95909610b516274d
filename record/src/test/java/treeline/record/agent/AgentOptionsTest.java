package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

class AgentOptionsTest {
    private static final String KNOWN =
            "available options: include, exclude, annotated, min-size, names, mpi, start, stop,"
                + " measure-overhead, budget, patience, output, replace, snapshot-interval,"
                + " snapshot-share, aggregators, metrics, built-ins, format, command-line, enabled,"
                + " exit-limit, repetition-limit, depth-limit, trace, trace-events, jfr";

    @TempDir Path folder;

    @Test
    void withoutOptionsWhatIsMarkedIsRecorded() {
        AgentOptions options = AgentOptions.parse("");
        assertThat(options.include()).isEmpty();
        assertThat(options.annotated()).isTrue();
        assertThat(options.minSize()).isEqualTo(12);
        assertThat(options.recorder().output()).isEqualTo(Path.of("treeline-recording"));
        assertThat(options.recorder().repetitionLimit()).isOne();
        assertThat(options.recorder().depthLimit()).isEqualTo(256);
    }

    @Test
    void listsGoOnAfterACommaAndOptionsOfTheRecorderAreUnderstood() {
        AgentOptions options =
                AgentOptions.parse(
                        "include=com.acme.**,"
                            + " org.acme.*,exclude=com.acme.Log,snapshot-interval=2.5,jfr=on,include=net.Acme");
        assertThat(options.include())
                .extracting(MethodPattern::toString)
                .containsExactly("com.acme.**", "org.acme.*", "net.Acme");
        assertThat(options.exclude()).hasSize(1);
        assertThat(options.recorder().snapshotInterval()).isEqualTo(Duration.ofMillis(2500));
        assertThat(options.recorder().jfr()).isTrue();
    }

    @Test
    void aStarStaysInItsPackageAndTwoDoNot() {
        assertThat(MethodPattern.of("com.acme.*").matchesClass("com.acme.Solver$Grid")).isTrue();
        assertThat(MethodPattern.of("com.acme.*").matchesClass("com.acme.deep.Solver")).isFalse();
        assertThat(MethodPattern.of("com.acme.**").matchesClass("com.acme.deep.Solver")).isTrue();
        assertThat(MethodPattern.of("com.acme.**").matchesClass("com.acmer.Solver")).isFalse();
        assertThat(MethodPattern.of("com.acme.Solver").matchesClass("com.acme.Solver2")).isFalse();
        assertThat(MethodPattern.of("com.acme.Solve?").matchesClass("com.acme.Solver")).isTrue();
        assertThat(MethodPattern.of("**#step*").matches("com.acme.Solver", "step2")).isTrue();
        assertThat(MethodPattern.of("**#step").matches("com.acme.Solver", "step2")).isFalse();
        assertThat(MethodPattern.of("**").matches("com.acme.Solver", "<init>")).isFalse();
        assertThat(MethodPattern.of("**#<init>").matches("com.acme.Solver", "<init>")).isTrue();
    }

    private static void assertWrong(String options, String message) {
        assertThatThrownBy(() -> AgentOptions.parse(options)).hasMessage(message);
    }

    @Test
    void whatIsWrongIsSaidWithWhatIsRight() {
        assertWrong("inclde=com.acme.**", "unknown option 'inclde'; " + KNOWN);
        assertWrong("com.acme.**", "expected name=value, found 'com.acme.**'; " + KNOWN);
        assertWrong("include=com.acme.**,jfr", "expected name=value, found 'jfr'; " + KNOWN);
        assertWrong(
                "include=com/acme/Solver",
                "include: expected com.acme.**, com.acme.Solver or com.acme.Solver#step*, found"
                        + " 'com/acme/Solver'");
        assertWrong(
                "include=java.util.**",
                "include: 'java.util.**' matches JDK classes, which cannot be recorded");
        assertWrong("annotated=maybe", "annotated: expected true or false, found 'maybe'");
        assertWrong("min-size=-1", "min-size: expected an integer, found '-1'");
        assertWrong("budget=0.05", "budget: expected a percentage such as 5%, found '0.05'");
        assertWrong("budget=0%", "budget: expected a percentage such as 5%, found '0%'");
        assertWrong(
                "budget=5%,measure-overhead=false",
                "budget: needs measure-overhead=true, found measure-overhead=false");
        assertWrong("names=long", "names: expected short or full, found 'long'");
        assertWrong(
                "start=com.acme.Solver",
                "start: expected a method such as com.acme.Solver#run, found 'com.acme.Solver'");
        assertWrong(
                "snapshot-interval=soon",
                "snapshot-interval: expected seconds such as 5 or a duration such as PT5S, found"
                        + " 'soon'");
        assertWrong("depth-limit=0", "depth-limit: depth-limit must be at least 1, found 0");
    }

    @Test
    void aWrongOptionEndsTheJvmBeforeTheProgram() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("Hello", HELLO);
        AgentRun.Ended ended = run.run("inclde=com.acme.**", "Hello");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).isEqualTo("treeline: unknown option 'inclde'; " + KNOWN + "\n");
    }

    @Test
    void aWrongOverrideIsIgnoredInOneLine() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled("Hello", HELLO)
                        .jvm("-Dtreeline.record.aggregators=many");
        AgentRun.Ended ended = run.run("include=Hello", "Hello");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).startsWith("hello\n");
        assertThat(ended.err())
                .contains(
                        "treeline: treeline.record.aggregators is ignored: expected an integer,"
                                + " found 'many'\n");
    }

    @Test
    void aProgramRecordedByNobodyRunsAsAlways() throws IOException {
        AgentRun run =
                new AgentRun(folder).compiled("Hello", HELLO).jvm("-Dtreeline.record.enabled=no");
        AgentRun.Ended ended = run.run("include=Hello", "Hello");
        assertThat(ended).isEqualTo(new AgentRun.Ended(0, "hello\n", ""));
    }

    private static final String HELLO =
            "public class Hello { public static void main(String[] a) {"
                    + " System.out.println(\"hello\"); } }";
}
