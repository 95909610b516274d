package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.app.terminal.Paragraph;
import treeline.app.terminal.Screen;
import treeline.app.terminal.TextWidth;
import treeline.ensemble.Ensemble;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What is known of runs, with that in which they differ apart from what they all share: runs of
/// some tools carry thirty facts of which two matter.
///
/// @param differing those with the fewest values first, because runs are grouped by these
record Facts(List<Fact> differing, List<Fact> constant) {
    private static final int MOST_VALUES = 12;
    private static final int LONGEST_VALUE = 40;

    /// @param values the different ones, in order
    /// @param missing runs that do not have it
    record Fact(String name, List<String> values, int missing) {

        /// The first values, none of them long: a build may list all its libraries in one.
        String text(Screen screen) {
            List<String> shown = new ArrayList<>();
            for (String value : values.subList(0, Math.min(MOST_VALUES, values.size())))
                shown.add(
                        TextWidth.cutInMiddle(
                                TextWidth.printable(value.strip()),
                                LONGEST_VALUE,
                                screen.ellipsis()));
            int more = values.size() - shown.size();
            if (more > 0) shown.add("%s %d more".formatted(screen.ellipsis(), more));
            return String.join(", ", shown) + (missing == 0 ? "" : "; none in " + missing);
        }
    }

    static Facts of(Ensemble ensemble) {
        List<Fact> differing = new ArrayList<>();
        List<Fact> constant = new ArrayList<>();
        for (Fact fact : all(ensemble))
            (fact.values().size() == 1 && fact.missing() == 0 && ensemble.runs() > 1
                            ? constant
                            : differing)
                    .add(fact);
        differing.sort(Comparator.comparingInt(fact -> fact.values().size()));
        return new Facts(List.copyOf(differing), List.copyOf(constant));
    }

    private static List<Fact> all(Ensemble ensemble) {
        Table unique = ensemble.uniqueMetadata();
        List<Fact> facts = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int row = 0; row < unique.rows(); row++) {
            String name = unique.column("column").text(row);
            values.add(unique.column("value").text(row));
            boolean last =
                    row + 1 == unique.rows() || !unique.column("column").text(row + 1).equals(name);
            if (!last) continue;
            facts.add(new Fact(name, List.copyOf(values), missing(ensemble, name)));
            values.clear();
        }
        return facts;
    }

    private static int missing(Ensemble ensemble, String name) {
        int missing = 0;
        for (int run = 0; run < ensemble.runs(); run++)
            if (ensemble.metadata(run).get(name).isEmpty()) missing++;
        return missing;
    }

    /// In a paragraph: nobody groups by them, but somebody looks for one.
    void printConstants(Console console) {
        if (constant.isEmpty()) return;
        List<String> texts =
                constant.stream()
                        .map(
                                fact ->
                                        TextWidth.printable(fact.name())
                                                + " = "
                                                + fact.text(console.screen()))
                        .toList();
        console.out()
                .println(
                        "\n"
                                + Paragraph.of(
                                        "the same in all runs: " + String.join(", ", texts),
                                        console.screen()));
    }
}
