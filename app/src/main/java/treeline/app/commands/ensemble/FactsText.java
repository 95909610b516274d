package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.ensemble.Facts;
import treeline.ensemble.ShortNames;
import treeline.question.screen.Paragraph;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;

import java.util.ArrayList;
import java.util.List;

/// What is known of runs, as people read it.
final class FactsText {
    private static final int MOST_VALUES = 12;
    private static final int LONGEST_VALUE = 40;

    private FactsText() {}

    /// The first values, none of them long: a build may list all its libraries in one.
    static String of(Facts.Fact fact, Screen screen) {
        List<String> values = fact.values();
        List<String> shown = new ArrayList<>();
        for (String value : values.subList(0, Math.min(MOST_VALUES, values.size())))
            shown.add(
                    TextWidth.cutInMiddle(
                            TextWidth.printable(value.strip()), LONGEST_VALUE, screen.ellipsis()));
        int more = values.size() - shown.size();
        if (more > 0) shown.add("%s %d more".formatted(screen.ellipsis(), more));
        return String.join(", ", shown)
                + (fact.missing() == 0 ? "" : "; none in " + fact.missing());
    }

    /// In a paragraph: nobody groups by them, but somebody looks for one.
    static void printConstants(Facts facts, Console console) {
        if (facts.constant().isEmpty()) return;
        List<String> texts =
                facts.constant().stream()
                        .map(
                                fact ->
                                        TextWidth.printable(fact.name())
                                                + " = "
                                                + of(fact, console.screen()))
                        .toList();
        console.out()
                .println(
                        "\n"
                                + Paragraph.of(
                                        "the same in all runs: " + String.join(", ", texts),
                                        console.screen()));
    }

    /// Where the runs are, if their names do not say it.
    static void printFolder(ShortNames names, Console console) {
        if (!names.folder().isEmpty())
            console.out().println("\nruns are in " + TextWidth.printable(names.folder()));
    }
}
