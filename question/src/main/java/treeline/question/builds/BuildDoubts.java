package treeline.question.builds;

import treeline.ensemble.statistics.DifferingSetting;
import treeline.model.Metadata;
import treeline.question.answer.Statement;
import treeline.question.screen.TextWidth;
import treeline.statement.Argument;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reasons to doubt a comparison of two sets of runs: a run on both sides, and settings in which
/// the runs differ. `compare` and the dashboard share them.
public final class BuildDoubts {
    private static final String DIFFERS = " differs: ";

    /// Characters of a warning about a setting; options of a compiler may be longer.
    private static final int MAX_VALUES_LENGTH = 100;

    /// Metadata that differs between builds by nature, or that was added when a run was stored.
    private static final Pattern OF_A_BUILD =
            Pattern.compile("branch|commit|(archive|recorder|converted)\\..*");

    private BuildDoubts() {}

    /// Doubts about runs that are on both sides.
    public static List<Statement> ofRuns(Collection<String> before, Collection<String> after) {
        Set<String> both = new HashSet<>(before);
        both.retainAll(new HashSet<>(after));
        return both.stream()
                .sorted()
                .limit(1)
                .map(
                        each ->
                                Statement.warning(
                                        "the run {run} is on both sides", Argument.name(each)))
                .toList();
    }

    /// Doubts about runs that differ in more than their build.
    ///
    /// @param expected the settings by which the sides were chosen
    public static List<Statement> ofSettings(
            List<Metadata> settings, Predicate<? super String> expected) {
        List<Statement> doubts = new ArrayList<>();
        for (DifferingSetting each : DifferingSetting.of(settings))
            if (!OF_A_BUILD.matcher(each.name()).matches() && !expected.test(each.name()))
                doubts.add(
                        Statement.warning(
                                "{setting}" + DIFFERS + "{values}",
                                Argument.name(each.name()),
                                Argument.name(values(each))));
        return doubts;
    }

    private static String values(DifferingSetting setting) {
        int before = setting.name().length() + DIFFERS.length();
        return TextWidth.cutAtEnd(
                TextWidth.printable(setting.toString().substring(before)),
                Math.max(1, MAX_VALUES_LENGTH - before),
                "…");
    }
}
