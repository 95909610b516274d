package treeline.spark.table;

import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.sources.StringEndsWith;
import org.apache.spark.sql.sources.StringStartsWith;
import org.jspecify.annotations.Nullable;

import treeline.model.Outline;
import treeline.source.Selection;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A query condition that selects contexts, nodes or metrics before values are read. It uses SQL's
/// three-valued logic: comparisons with null are unknown.
final class Condition {
    private final Filter filter;
    private final ProfileColumn.Of of;

    private Condition(Filter filter, ProfileColumn.Of of) {
        this.filter = filter;
        this.of = of;
    }

    /// The condition that a filter of Spark is; empty where it needs values, or columns of several
    /// kinds, or is of a kind that we do not know.
    static Optional<Condition> of(Filter filter) {
        Set<ProfileColumn.Of> kinds =
                Arrays.stream(filter.references())
                        .map(title -> ProfileColumn.called(title).map(ProfileColumn::of))
                        .map(kind -> kind.orElse(ProfileColumn.Of.VALUE))
                        .collect(
                                Collectors.toCollection(
                                        () -> EnumSet.noneOf(ProfileColumn.Of.class)));
        if (kinds.size() != 1 || !isKnown(filter)) return Optional.empty();
        ProfileColumn.Of of = kinds.iterator().next();
        return of == ProfileColumn.Of.VALUE || of == ProfileColumn.Of.RUN
                ? Optional.empty()
                : Optional.of(new Condition(filter, of));
    }

    private static boolean isKnown(Filter filter) {
        return switch (filter) {
            case And and -> isKnown(and.left()) && isKnown(and.right());
            case Or or -> isKnown(or.left()) && isKnown(or.right());
            case Not not -> isKnown(not.child());
            case EqualTo _,
                    EqualNullSafe _,
                    In _,
                    GreaterThan _,
                    GreaterThanOrEqual _,
                    LessThan _,
                    LessThanOrEqual _,
                    IsNull _,
                    IsNotNull _,
                    StringStartsWith _,
                    StringEndsWith _,
                    StringContains _ ->
                    true;
            default -> false;
        };
    }

    /// What conditions choose of an outline.
    static Selection chosen(List<Condition> all, ProfileColumn.Of of, int size, Outline outline) {
        List<Condition> own = all.stream().filter(each -> each.of == of).toList();
        return own.isEmpty()
                ? Selection.ALL
                : Selection.where(
                        size, index -> own.stream().allMatch(each -> each.holds(outline, index)));
    }

    private boolean holds(Outline outline, int index) {
        return Boolean.TRUE.equals(
                decided(
                        filter,
                        title -> ProfileColumn.called(title).orElseThrow().at(outline, index)));
    }

    /// True, false, or null where it cannot be said.
    private static @Nullable Boolean decided(
            Filter filter, Function<String, @Nullable Object> row) {
        return switch (filter) {
            case And and -> both(decided(and.left(), row), decided(and.right(), row));
            case Or or -> not(both(not(decided(or.left(), row)), not(decided(or.right(), row))));
            case Not not -> not(decided(not.child(), row));
            case IsNull none -> row.apply(none.attribute()) == null;
            case IsNotNull some -> row.apply(some.attribute()) != null;
            case EqualNullSafe same ->
                    same.value() == null
                            ? row.apply(same.attribute()) == null
                            : Boolean.TRUE.equals(is(row, same.attribute(), same.value(), 0, 0));
            case EqualTo same -> is(row, same.attribute(), same.value(), 0, 0);
            case GreaterThan more -> is(row, more.attribute(), more.value(), 1, 1);
            case GreaterThanOrEqual more -> is(row, more.attribute(), more.value(), 0, 1);
            case LessThan less -> is(row, less.attribute(), less.value(), -1, -1);
            case LessThanOrEqual less -> is(row, less.attribute(), less.value(), -1, 0);
            case In in -> isAmong(row, in);
            case StringStartsWith text ->
                    text(row, text.attribute(), each -> each.startsWith(text.value()));
            case StringEndsWith text ->
                    text(row, text.attribute(), each -> each.endsWith(text.value()));
            case StringContains text ->
                    text(row, text.attribute(), each -> each.contains(text.value()));
            default -> throw new IllegalStateException(filter.toString());
        };
    }

    private static @Nullable Boolean both(@Nullable Boolean first, @Nullable Boolean second) {
        if (Boolean.FALSE.equals(first) || Boolean.FALSE.equals(second)) return false;
        return (first == null || second == null) ? null : Boolean.TRUE;
    }

    private static @Nullable Boolean not(@Nullable Boolean decided) {
        return decided == null ? null : Boolean.valueOf(!decided);
    }

    private static @Nullable Boolean isAmong(Function<String, @Nullable Object> row, In in) {
        boolean unknown = false;
        for (Object value : in.values()) {
            Boolean same = is(row, in.attribute(), value, 0, 0);
            if (Boolean.TRUE.equals(same)) return true;
            unknown |= same == null;
        }
        return unknown ? null : Boolean.FALSE;
    }

    /// Whether the sign of a comparison is within bounds.
    private static @Nullable Boolean is(
            Function<String, @Nullable Object> row,
            String column,
            @Nullable Object value,
            int least,
            int most) {
        Object own = row.apply(column);
        if (own == null || value == null) return null;
        int sign =
                own instanceof Number number
                        ? Integer.signum(
                                Double.compare(
                                        number.doubleValue(), ((Number) value).doubleValue()))
                        : Integer.signum(own.toString().compareTo(value.toString()));
        return sign >= least && sign <= most;
    }

    private static @Nullable Boolean text(
            Function<String, @Nullable Object> row,
            String column,
            Function<String, Boolean> condition) {
        Object own = row.apply(column);
        return own == null ? null : condition.apply(own.toString());
    }
}
