package treeline.formats.caliper.split;

import treeline.formats.caliper.records.ByteWindow;
import treeline.source.files.MappedFile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The extent of the rows in a json-split file. The column names follow the rows, so the rows are
/// skipped first by counting brackets outside strings.
///
/// @param start offset of the bracket that opens the rows
/// @param end one past the bracket that closes them
/// @param rows the number of rows
public record DataExtent(long start, long end, long rows) {
    public static final String KEY = "data";

    /// Finds the value of the top-level key `data`.
    static DataExtent of(MappedFile file) {
        return new Search(file).found();
    }

    private static final class Search {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final long ONES = 0x0101010101010101L;
        private static final long HIGH = 0xC0C0C0C0C0C0C0C0L;
        private static final long TOPS = 0x8080808080808080L;
        private static final long QUOTES = ONES * '"';

        private final MappedFile file;
        private final ByteWindow window;
        private int at;
        private long rows;

        Search(MappedFile file) {
            this.file = file;
            this.window = new ByteWindow(file.bytes(), 0);
        }

        DataExtent found() {
            expect('{');
            while (true) {
                boolean isData = isKey(KEY);
                expect(':');
                int first = visible();
                long start = window.offset(at);
                skipValue(first);
                if (isData) {
                    if (first != '[')
                        throw file.malformed(
                                start, "the rows of \"data\" as an array", describe(first));
                    return new DataExtent(start, window.offset(at), rows);
                }
                int next = visible();
                if (next != ',')
                    throw file.malformed(
                            window.offset(at), "a key \"data\" with rows", describe(next));
                at++;
            }
        }

        private void expect(char sign) {
            int found = visible();
            if (found != sign)
                throw file.malformed(window.offset(at), "'%c'".formatted(sign), describe(found));
            at++;
        }

        /// The next byte that is no space; 0 at the end of the file.
        private int visible() {
            while (true) {
                while (at < window.limit() && window.bytes()[at] <= ' ' && window.bytes()[at] >= 0)
                    at++;
                if (at < window.limit()) return window.bytes()[at];
                if (!load()) return 0;
            }
        }

        private boolean load() {
            boolean more = window.advance(window.limit());
            at = 0;
            return more;
        }

        private boolean isKey(String key) {
            expect('"');
            boolean same = true;
            for (int i = 0; ; i++) {
                int sign = next();
                if (sign == '"') return same && i == key.length();
                if (sign == '\\') next();
                same &= i < key.length() && sign == key.charAt(i);
            }
        }

        private int next() {
            if (at == window.limit() && !load()) throw cutOff();
            return window.bytes()[at++];
        }

        private RuntimeException cutOff() {
            return file.malformed(
                    file.size(), "the end of the value that is open", "the end of the file");
        }

        /// Passes over one value, whose first byte is known; counts what opens right within it.
        private void skipValue(int first) {
            rows = 0;
            if (first == '"') {
                at++;
                skipText();
            } else if (first == '[' || first == '{') skipNested();
            else
                while (at < window.limit() && isScalar(window.bytes()[at]))
                    if (++at == window.limit()) load();
        }

        private static boolean isScalar(int sign) {
            return sign > ' ' && sign != ',' && sign != '}' && sign != ']';
        }

        private void skipText() {
            for (int sign = next(); sign != '"'; sign = next()) if (sign == '\\') next();
        }

        private void skipNested() {
            int depth = 0;
            do {
                skipNumbers();
                int sign = next();
                if (sign == '"') skipText();
                else if (sign == '[' || sign == '{') {
                    if (++depth == 2) rows++;
                } else if (sign == ']' || sign == '}') depth--;
            } while (depth > 0);
        }

        /// Passes over digits, commas and spaces, eight at a time: none of them has one of the two
        /// highest bits, all brackets do, and quotes are found by the usual trick for a zero byte.
        private void skipNumbers() {
            byte[] bytes = window.bytes();
            int end = window.limit() - Long.BYTES;
            while (at <= end) {
                long eight = (long) LONGS.get(bytes, at);
                long quotes = eight ^ QUOTES;
                if (((eight & HIGH) | ((quotes - ONES) & ~quotes & TOPS)) != 0) break;
                at += Long.BYTES;
            }
            while (at < window.limit() && bytes[at] < '[' && bytes[at] != '"') at++;
        }

        private static String describe(int sign) {
            return sign == 0 ? "the end of the file" : "'%c'".formatted((char) (sign & 0xff));
        }
    }
}
