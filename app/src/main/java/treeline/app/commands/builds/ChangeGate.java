package treeline.app.commands.builds;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.UsageException;
import treeline.app.cli.Value;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.table.JsonWriter;
import treeline.view.ContextSummary;

/// The gate of `archive trend`: it fails if a node became slower in the history, or in its newest
/// builds. Speedups do not count.
///
/// @param newest the number of builds in which a slowdown may start, counted from the newest
record ChangeGate(boolean isSet, int newest) {
    static final Option<Boolean> FAIL_ON_CHANGE =
            Option.flag("fail-on-change", "exit with status 1 if a node became slower");
    static final Option<Integer> NEWEST =
            Option.of(
                    "newest",
                    Value.whole("BUILDS", 1, Integer.MAX_VALUE),
                    "with --fail-on-change, count only slowdowns that start in the newest BUILDS"
                            + " builds (default: all)");

    static ChangeGate of(Arguments arguments) {
        boolean isSet = arguments.has(FAIL_ON_CHANGE);
        if (arguments.has(NEWEST) && !isSet)
            throw new UsageException("--newest has no effect", "add --fail-on-change");
        return new ChangeGate(isSet, arguments.value(NEWEST, Integer.MAX_VALUE));
    }

    String painted(int slowdowns, Console console) {
        String where =
                newest == Integer.MAX_VALUE
                        ? ""
                        : " in the newest " + ContextSummary.counted(newest, "build");
        return slowdowns == 0
                ? console.screen().paint("passed: no slowdown" + where, Colour.GREEN)
                : console.screen()
                        .paint(
                                "failed: %s%s"
                                        .formatted(
                                                ContextSummary.counted(slowdowns, "slowdown"),
                                                where),
                                Colour.BOLD_RED);
    }

    void write(boolean fails, JsonWriter json) {
        if (isSet) json.name("passes").value(!fails);
    }
}
