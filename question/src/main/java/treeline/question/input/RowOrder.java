package treeline.question.input;

import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Order;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.util.Map;

/// `--sort`: in which order a command lists its rows. Numbers come largest first, texts in the
/// order of the alphabet; without it rows come in the order that a command is about.
public final class RowOrder {
    private RowOrder() {}

    /// The option of a command.
    ///
    /// @param columns constants are named as the columns of its table
    /// @param usual how rows come without it
    public static <E extends Enum<E>> Parameter<E> by(Class<E> columns, String usual) {
        return Parameter.of(
                "sort",
                ParameterType.choice(columns),
                "order of the rows (default: %s)".formatted(usual));
    }

    public static <E extends Enum<E>> Table sorted(
            Table table, Arguments arguments, Parameter<E> option) {
        return sorted(table, arguments, option, Map.of());
    }

    /// The rows in the order that the user wants.
    ///
    /// @param named columns that are not called as their constants
    public static <E extends Enum<E>> Table sorted(
            Table table, Arguments arguments, Parameter<E> option, Map<E, String> named) {
        return arguments
                .value(option)
                .map(by -> sorted(table, named.getOrDefault(by, ParameterType.nameOf(by))))
                .orElse(table);
    }

    private static Table sorted(Table table, String column) {
        boolean text = table.column(column) instanceof TextColumn;
        return table.sort(text ? Order.ascending(column) : Order.descending(column));
    }
}
