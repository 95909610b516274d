package treeline.app.commands.builds;

import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.compare.Trend;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Colour;
import treeline.table.JsonWriter;
import treeline.view.ContextSummary;

/// The gate of `archive trend`: it fails if a node became slower in the history, or in its newest
/// builds. Speedups do not count.
///
/// @param newest the number of builds in which a slowdown may start, counted from the newest
record ChangeGate(boolean isSet, int newest) {
    static final Parameter<Boolean> FAIL_ON_CHANGE =
            Parameter.flag(
                    "fail-on-change",
                    "exit with status 1 if a node became slower, with 2 if there are fewer than 10"
                            + " builds");
    static final Parameter<Integer> NEWEST =
            Parameter.of(
                    "newest",
                    ParameterType.whole("BUILDS", 1, Integer.MAX_VALUE),
                    "with --fail-on-change, count only slowdowns that start in the newest BUILDS"
                            + " builds (default: all)");

    static ChangeGate of(Arguments arguments) {
        boolean isSet = arguments.has(FAIL_ON_CHANGE);
        if (arguments.has(NEWEST) && !isSet)
            throw new UsageException("--newest has no effect", "add --fail-on-change");
        return new ChangeGate(isSet, arguments.value(NEWEST, Integer.MAX_VALUE));
    }

    /// The answer to the gate.
    ///
    /// @param builds the number of builds of the history
    /// @param isTested whether any node has enough builds for a test
    record Verdict(int builds, boolean isTested, int slowdowns) {}

    String painted(Verdict verdict, Console console) {
        if (!verdict.isTested) return console.screen().paint(notTested(verdict), Colour.BOLD_RED);
        String where =
                newest == Integer.MAX_VALUE
                        ? ""
                        : " in the newest " + ContextSummary.counted(newest, "build");
        return verdict.slowdowns == 0
                ? console.screen().paint("passed: no significant slowdown" + where, Colour.GREEN)
                : console.screen()
                        .paint(
                                "failed: %s%s"
                                        .formatted(
                                                ContextSummary.counted(
                                                        verdict.slowdowns, "slowdown"),
                                                where),
                                Colour.BOLD_RED);
    }

    private static String notTested(Verdict verdict) {
        if (verdict.builds >= Trend.MIN_BUILDS)
            return "not tested: no node has values of at least %d builds"
                    .formatted(Trend.MIN_BUILDS);
        return "not tested: %s, at least %d required"
                .formatted(ContextSummary.counted(verdict.builds, "build"), Trend.MIN_BUILDS);
    }

    int exitCode(Verdict verdict) {
        if (!isSet) return ExitCode.SUCCESS;
        if (!verdict.isTested) return ExitCode.BAD_INPUT;
        return verdict.slowdowns > 0 ? ExitCode.GATE_FAILED : ExitCode.SUCCESS;
    }

    /// A history that was not tested does not pass.
    void write(Verdict verdict, JsonWriter json) {
        if (!isSet) return;
        json.name("is_tested").value(verdict.isTested);
        json.name("passes").value(verdict.isTested && verdict.slowdowns == 0);
    }
}
