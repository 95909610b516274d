package treeline.spark.table;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.text.PathText;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The columns of a profile as a table, with one row per context, node and metric.
enum ProfileColumn {
    RUN(Of.RUN),
    HOST(Of.CONTEXT),
    RANK(Of.CONTEXT),
    THREAD(Of.CONTEXT),
    STREAM(Of.CONTEXT),
    REPETITION(Of.CONTEXT),
    NODE(Of.NODE),
    PARENT(Of.NODE),
    NAME(Of.NODE),
    PATH(Of.NODE),
    METRIC(Of.METRIC),
    SCOPE(Of.METRIC),
    UNIT(Of.METRIC),
    VALUE(Of.VALUE);

    /// The dimension that a column depends on. Conditions on columns of one dimension are pushed
    /// down.
    enum Of {
        RUN,
        CONTEXT,
        NODE,
        METRIC,
        VALUE
    }

    private final Of of;

    ProfileColumn(Of of) {
        this.of = of;
    }

    private DataType type() {
        return switch (this) {
            case RUN, HOST, NAME, PATH, METRIC, SCOPE, UNIT -> DataTypes.StringType;
            case RANK, THREAD, STREAM, REPETITION, NODE, PARENT -> DataTypes.IntegerType;
            case VALUE -> DataTypes.DoubleType;
        };
    }

    Of of() {
        return of;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    static StructType schema() {
        return new StructType(
                Arrays.stream(values())
                        .map(
                                column ->
                                        new StructField(
                                                column.title(),
                                                column.type(),
                                                column != VALUE && column != NODE,
                                                Metadata.empty()))
                        .toArray(StructField[]::new));
    }

    static Optional<ProfileColumn> called(String title) {
        return Arrays.stream(values()).filter(each -> each.title().equals(title)).findFirst();
    }

    /// What this column has for a context, node or metric; null where it does not apply.
    ///
    /// @param index of the context, node or metric in the outline
    @Nullable Object at(Outline outline, int index) {
        return switch (of) {
            case CONTEXT -> of(outline.contexts().get(index));
            case NODE -> of(outline.tree(), index);
            case METRIC -> of(outline.metrics().get(index));
            case RUN, VALUE -> throw new IllegalStateException(title() + " is not a column");
        };
    }

    private @Nullable Object of(Context context) {
        return switch (this) {
            case HOST -> context.host().isEmpty() ? null : context.host();
            case RANK -> number(context.rank());
            case THREAD -> number(context.thread());
            case STREAM -> number(context.stream());
            case REPETITION -> number(context.repetition());
            default -> throw new IllegalStateException(title());
        };
    }

    private static @Nullable Integer number(int part) {
        return part == Context.NONE ? null : part;
    }

    private @Nullable Object of(CallTree tree, int node) {
        return switch (this) {
            case NODE -> node;
            case PARENT -> tree.parent(node) == CallTree.NO_PARENT ? null : tree.parent(node);
            case NAME -> tree.name(node);
            case PATH ->
                    tree.path(node).stream()
                            .map(PathText::escaped)
                            .collect(Collectors.joining("/"));
            default -> throw new IllegalStateException(title());
        };
    }

    private Object of(Metric metric) {
        return switch (this) {
            case METRIC -> metric.name();
            case SCOPE -> metric.scope().name().toLowerCase(Locale.ROOT);
            case UNIT -> metric.unit().symbol();
            default -> throw new IllegalStateException(title());
        };
    }

    /// As Spark holds it in rows.
    static @Nullable Object inRow(@Nullable Object value) {
        return value instanceof String text ? UTF8String.fromString(text) : value;
    }
}
