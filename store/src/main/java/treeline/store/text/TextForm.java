package treeline.store.text;

import java.util.zip.CRC32C;

/// The marks of our own dialect, in the order of `docs/formats/compact-text.md`.
final class TextForm {
    static final String MAGIC = "#treeline-text ";
    static final String VERSION = "1";

    static final String META = "@meta";
    static final String CONTEXTS = "@contexts";
    static final String LABEL = "@label";
    static final String FRAME = "@frame";
    static final String COLUMNS = "@columns";
    static final String END = "@end";

    static final String PATH_COLUMN = "path";

    static final byte FIELD = ',';
    static final byte STEP = '<';
    static final byte PLACE = '|';
    static final byte EXECUTION = '-';
    static final byte ITERATION = '+';

    /// The sign of negative numbers and exponents, so that `-` is always the execution separator.
    static final byte MINUS = '~';

    /// `*7` stands for seven places without values.
    static final byte SKIP = '*';

    static final byte LINE_END = '\n';

    static final String NOT_A_NUMBER = "nan";
    static final String INFINITE = "inf";

    /// What one file may name; 256 MB of [treeline.model.Context]. Keeps `r0..2000000000` from
    /// filling the memory.
    static final int MOST_CONTEXTS = 1 << 23;

    private TextForm() {}

    /// How the sum over all bytes above the `@end` line is written.
    static String checksum(CRC32C sum) {
        return "%08x".formatted(sum.getValue());
    }
}
