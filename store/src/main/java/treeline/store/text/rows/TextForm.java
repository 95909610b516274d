package treeline.store.text.rows;

import treeline.source.files.FormatVersion;

import java.util.zip.CRC32C;

/// The markers of our own dialect, in the order of `docs/formats/compact-text.md`.
public final class TextForm {
    public static final String MAGIC = "#treeline-text ";
    public static final int VERSION = 1;
    public static final FormatVersion READABLE = new FormatVersion("compact text", 1, VERSION);

    public static final String META = "@meta";
    public static final String CONTEXTS = "@contexts";
    public static final String LABEL = "@label";
    public static final String FRAME = "@frame";
    public static final String COLUMNS = "@columns";
    public static final String END = "@end";

    public static final String PATH_COLUMN = "path";

    public static final byte FIELD = ',';
    public static final byte STEP = '<';
    public static final byte PLACE = '|';
    public static final byte EXECUTION = '-';
    public static final byte ITERATION = '+';

    /// The sign of negative numbers and exponents, so that `-` is always the execution separator.
    public static final byte MINUS = '~';

    /// `*7` stands for seven places without values.
    public static final byte SKIP = '*';

    public static final byte LINE_END = '\n';

    public static final String NOT_A_NUMBER = "nan";
    public static final String INFINITE = "inf";

    /// What one file may name; 256 MB of [treeline.model.Context]. Keeps `r0..2000000000` from
    /// filling the memory.
    public static final int MAX_CONTEXTS = 1 << 23;

    private TextForm() {}

    /// How the sum over all bytes above the `@end` line is written.
    public static String checksum(CRC32C sum) {
        return "%08x".formatted(sum.getValue());
    }
}
