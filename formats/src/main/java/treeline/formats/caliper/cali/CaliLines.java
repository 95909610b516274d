package treeline.formats.caliper.cali;

import treeline.formats.caliper.records.ByteWindow;
import treeline.source.files.MappedFile;

/// Iterator over the lines of a `.cali` file, in a reused window.
final class CaliLines {
    /// A longer line is no record: the longest real ones hold a list of libraries.
    private static final int MAX_LENGTH = 1 << 25;

    private final ByteWindow window;
    private int start;
    private int end = -1;
    private long number;
    private boolean tooLong;

    CaliLines(MappedFile file) {
        window = new ByteWindow(file.bytes(), 0);
    }

    /// Goes to the next line.
    ///
    /// @return false at the end of the file; an unfinished line is then left in [#start] and [#end]
    boolean next() {
        start = end + 1;
        int at = start;
        tooLong = false;
        while (true) {
            byte[] bytes = window.bytes();
            int limit = window.limit();
            while (at < limit && bytes[at] != '\n') at++;
            if (at < limit) break;
            int scanned = at - start;
            if (scanned >= MAX_LENGTH) {
                tooLong = true;
                start = at;
                scanned = 0;
            }
            boolean more = window.advance(start);
            start = 0;
            at = scanned;
            if (!more) {
                end = window.limit();
                return false;
            }
        }
        end = at;
        number++;
        return true;
    }

    byte[] bytes() {
        return window.bytes();
    }

    int start() {
        return start;
    }

    /// One past the last byte of the line, without the line end.
    int end() {
        return end > start && window.bytes()[end - 1] == '\r' ? end - 1 : end;
    }

    /// The number of the line, from 1.
    long number() {
        return number;
    }

    boolean isTooLong() {
        return tooLong;
    }
}
