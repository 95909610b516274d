package treeline.question.input;

import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Order;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.util.Map;

/// `--sort`: the order of rows. Numbers are sorted descending, text alphabetically; by default each
/// question uses its own order.
public final class RowOrder {
    private RowOrder() {}

    /// The parameter of a question.
    ///
    /// @param usual the order without it
    /// @param columns of the table of the question
    public static Parameter<String> by(String usual, String... columns) {
        return Parameter.of(
                "sort",
                ParameterType.word(columns),
                "order of the rows (default: %s)".formatted(usual));
    }

    public static Table sorted(Table table, Arguments arguments, Parameter<String> option) {
        return sorted(table, arguments, option, Map.of());
    }

    /// The rows in the order that the user wants.
    ///
    /// @param named columns whose names depend on other parameters, by their words
    public static Table sorted(
            Table table, Arguments arguments, Parameter<String> option, Map<String, String> named) {
        return arguments
                .value(option)
                .map(by -> sorted(table, named.getOrDefault(by, by)))
                .orElse(table);
    }

    private static Table sorted(Table table, String column) {
        boolean text = table.column(column) instanceof TextColumn;
        return table.sort(text ? Order.ascending(column) : Order.descending(column));
    }
}
