package treeline.question.answer;

import java.util.List;

/// Labelled facts about one or more things, such as the format, metadata and metrics of runs.
public record FactList(List<Group> groups) implements Block {

    /// The facts about one thing.
    public record Group(String title, List<Fact> facts) {
        public Group {
            facts = List.copyOf(facts);
        }
    }

    /// A label and its values.
    ///
    /// @param rows lines of aligned cells
    /// @param rightFrom the first column whose cells are aligned right, as numbers are
    /// @param headed whether the first row has column headings
    public record Fact(String label, List<List<String>> rows, int rightFrom, boolean headed) {
        public Fact {
            rows = rows.stream().map(List::copyOf).toList();
        }

        /// A fact of one or more plain lines.
        public static Fact of(String label, List<String> lines) {
            return new Fact(label, lines.stream().map(List::of).toList(), Integer.MAX_VALUE, false);
        }
    }

    public FactList {
        groups = List.copyOf(groups);
    }
}
