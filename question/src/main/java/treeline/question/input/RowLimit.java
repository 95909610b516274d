package treeline.question.input;

import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Table;

/// `--top`: the number of rows of an answer. Readers get 20 by default, programs get all.
public final class RowLimit {
    public static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "rows to show (default: 20)")
                    .letter('n');

    /// As many rows as a terminal shows next to a title and a footnote.
    private static final int DEFAULT_TOP = 20;

    private RowLimit() {}

    /// The number of rows for readers.
    public static int top(Arguments arguments) {
        return arguments.value(TOP, DEFAULT_TOP);
    }

    /// The rows for programs: all of them, unless the user limited their number.
    public static Table forPrograms(Table rows, Arguments arguments) {
        return rows.head(arguments.value(TOP, Integer.MAX_VALUE));
    }
}
