package treeline.table;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// The columns of a table that has a row for each element of a list: most analyses find a list of
/// records, and a column is then one line.
public record Rows<T>(List<T> elements) {
    public static <T> Rows<T> of(List<T> elements) {
        return new Rows<>(elements);
    }

    public Column text(String name, Function<? super T, ? extends @Nullable String> value) {
        return Column.text(name, elements.size(), row -> value.apply(elements.get(row)));
    }

    public Column whole(String name, ToLongFunction<? super T> value) {
        return Column.whole(name, elements.size(), row -> value.applyAsLong(elements.get(row)));
    }

    public Column real(String name, ToDoubleFunction<? super T> value) {
        return Column.real(name, elements.size(), row -> value.applyAsDouble(elements.get(row)));
    }

    /// See [Column#seconds].
    public Column seconds(String name, ToDoubleFunction<? super T> nanos) {
        return Column.seconds(name, elements.size(), row -> nanos.applyAsDouble(elements.get(row)));
    }

    public Column flag(String name, Predicate<? super T> value) {
        return Column.flag(name, elements.size(), row -> value.test(elements.get(row)));
    }
}
