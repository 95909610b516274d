package treeline.bench.record.mpi;

import java.util.Locale;

/// Lines of a table.
final class Print {
    private Print() {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
