package treeline.store.text;

import treeline.model.Frame;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.List;

/// The definition of a frame code in paths: `@frame,1,region,main`, with file, line and module if
/// known. Codes are numbered from 1 in line order.
final class FrameLine {
    private static final int NAME = 2;
    private static final int FILE = 3;
    private static final int LINE = 4;
    private static final int MODULE = 5;

    private FrameLine() {}

    /// The fields behind `@frame`; empty ones at the end are left out.
    static List<String> fields(int code, Frame frame) {
        List<String> fields =
                new ArrayList<>(
                        List.of(
                                Integer.toString(code),
                                Word.of(frame.kind()),
                                Escapes.encoded(frame.name(), ""),
                                Escapes.encoded(frame.file(), ""),
                                frame.line() == 0 ? "" : Integer.toString(frame.line()),
                                Escapes.encoded(frame.module(), "")));
        while (fields.getLast().isEmpty()) fields.removeLast();
        return fields;
    }

    static Frame parsed(int code, List<String> fields, TextLines at) {
        if (fields.size() <= NAME || fields.size() > MODULE + 1)
            throw at.malformed("@frame,code,kind,name[,file,line,module]");
        if (!fields.getFirst().equals(Integer.toString(code)))
            throw at.malformed("frame code " + code, QuotedExcerpt.of(fields.getFirst()));
        String name = decoded(fields, NAME, at);
        if (name.isEmpty()) throw at.malformed("a frame with a name");
        return new Frame(
                Word.of(Frame.Kind.class, fields.get(1), at),
                name,
                decoded(fields, FILE, at),
                line(decoded(fields, LINE, at), at),
                decoded(fields, MODULE, at));
    }

    private static String decoded(List<String> fields, int field, TextLines at) {
        return field < fields.size() ? Escapes.decoded(fields.get(field), at) : "";
    }

    private static int line(String text, TextLines at) {
        if (text.isEmpty()) return 0;
        long line = Word.whole(text, at);
        if (line < 0 || line > Integer.MAX_VALUE)
            throw at.malformed("a line number", QuotedExcerpt.of(text));
        return (int) line;
    }
}
