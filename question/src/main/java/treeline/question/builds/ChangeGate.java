package treeline.question.builds;

import treeline.compare.Trend;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.statement.Argument;
import treeline.table.JsonWriter;

import java.util.List;

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

    /// Compares the verdict with the rule. An answer without `--fail-on-change` has no gate.
    Answer.Gate result(Verdict verdict) {
        if (!isSet) return Answer.Gate.NONE;
        if (!verdict.isTested) return Answer.Gate.NOT_TESTED;
        return verdict.slowdowns > 0 ? Answer.Gate.FAILED : Answer.Gate.PASSED;
    }

    /// The sentence about the gate; empty if it is not set.
    List<Statement> statements(Verdict verdict) {
        return isSet ? List.of(statement(verdict)) : List.of();
    }

    private Statement statement(Verdict verdict) {
        if (!verdict.isTested) return notTested(verdict);
        if (verdict.slowdowns == 0)
            return Statement.verdict("passed: no significant slowdown{newest}", newestBuilds());
        return Statement.verdict(
                "failed: {slowdowns} slowdown%s{newest}"
                        .formatted(verdict.slowdowns == 1 ? "" : "s"),
                Argument.count(verdict.slowdowns),
                newestBuilds());
    }

    private Argument newestBuilds() {
        if (newest == Integer.MAX_VALUE) return Argument.clause();
        return Argument.clause(
                newest == 1 ? " in the newest {builds} build" : " in the newest {builds} builds",
                Argument.count(newest));
    }

    private static Statement notTested(Verdict verdict) {
        if (verdict.builds >= Trend.MIN_BUILDS)
            return Statement.verdict(
                    "not tested: no node has values of at least {minimum} builds",
                    Argument.count(Trend.MIN_BUILDS));
        return Statement.verdict(
                "not tested: {builds} build%s, at least {minimum} required"
                        .formatted(verdict.builds == 1 ? "" : "s"),
                Argument.count(verdict.builds),
                Argument.count(Trend.MIN_BUILDS));
    }

    /// A history that was not tested does not pass.
    void write(Verdict verdict, JsonWriter json) {
        if (!isSet) return;
        json.name("is_tested").value(verdict.isTested);
        json.name("passes").value(verdict.isTested && verdict.slowdowns == 0);
    }
}
