package treeline.formats.writing;

import java.util.Locale;

/// The columns of the tidy table of a profile, with one row per context, node and metric. They are
/// the same as in the Apache Spark table.
public enum TidyColumn {
    RUN(Of.CONTEXT, Type.TEXT),
    HOST(Of.CONTEXT, Type.TEXT),
    RANK(Of.CONTEXT, Type.WHOLE),
    THREAD(Of.CONTEXT, Type.WHOLE),
    STREAM(Of.CONTEXT, Type.WHOLE),
    REPETITION(Of.CONTEXT, Type.WHOLE),
    NODE(Of.NODE, Type.WHOLE),
    PARENT(Of.NODE, Type.WHOLE),
    NAME(Of.NODE, Type.TEXT),
    PATH(Of.NODE, Type.TEXT),
    METRIC(Of.METRIC, Type.TEXT),
    SCOPE(Of.METRIC, Type.TEXT),
    UNIT(Of.METRIC, Type.TEXT),
    VALUE(Of.CELL, Type.REAL);

    /// The dimension that a column depends on: rows of the same context, node or metric have the
    /// same value.
    public enum Of {
        CONTEXT,
        NODE,
        METRIC,
        CELL
    }

    /// The type of a column.
    public enum Type {
        TEXT,
        WHOLE,
        REAL
    }

    private final Of of;
    private final Type type;

    TidyColumn(Of of, Type type) {
        this.of = of;
        this.type = type;
    }

    public Of of() {
        return of;
    }

    public Type type() {
        return type;
    }

    /// Whether rows may have nothing in it.
    public boolean isOptional() {
        return switch (this) {
            case HOST, RANK, THREAD, STREAM, REPETITION, PARENT -> true;
            case RUN, NODE, NAME, PATH, METRIC, SCOPE, UNIT, VALUE -> false;
        };
    }

    /// The name of the column in files.
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
