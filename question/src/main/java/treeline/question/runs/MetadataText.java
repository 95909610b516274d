package treeline.question.runs;

import treeline.ensemble.ShortNames;
import treeline.ensemble.statistics.MetadataSummary;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.screen.TextWidth;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.ArrayList;
import java.util.List;

/// The metadata of runs, shortened for readers.
final class MetadataText {
    /// Values per line. The full list is in the table for programs.
    private static final int MAX_VALUES = 12;

    /// A value may list all libraries of a build.
    private static final int MAX_VALUE_LENGTH = 40;

    private MetadataText() {}

    /// The first values of a metadata name, each shortened.
    static String values(MetadataSummary.Fact fact, String ellipsis) {
        List<String> values = fact.values();
        List<String> shown = new ArrayList<>();
        for (String value : values.subList(0, Math.min(MAX_VALUES, values.size())))
            shown.add(value(value, ellipsis));
        int more = values.size() - shown.size();
        if (more > 0) shown.add("%s %d more".formatted(ellipsis, more));
        return String.join(", ", shown)
                + (fact.missing() == 0 ? "" : "; missing in " + fact.missing());
    }

    /// All digits: a rounded date or count would be another one.
    static String value(String value, String ellipsis) {
        return TextWidth.cutInMiddle(
                TextWidth.printable(value.strip()), MAX_VALUE_LENGTH, ellipsis);
    }

    /// Adds the metadata that all runs share.
    static void addConstants(MetadataSummary facts, Answer.Builder answer) {
        if (facts.constant().isEmpty()) return;
        List<Sentence> constants =
                facts.constant().stream()
                        .map(
                                fact ->
                                        Sentence.of(
                                                "{name} = {value}",
                                                Argument.name(fact.name()),
                                                Argument.name(values(fact, "…"))))
                        .toList();
        answer.gap()
                .add(
                        Statement.finding(
                                "the same in all runs: {metadata}", Argument.list(constants)));
    }

    /// The folder of the runs if their names are shown without it, or empty.
    static String folder(ShortNames names) {
        return names.folder().isEmpty() ? "" : "runs are in " + TextWidth.printable(names.folder());
    }
}
