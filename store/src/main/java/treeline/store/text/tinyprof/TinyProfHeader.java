package treeline.store.text.tinyprof;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The header of TinyProf's rows. Generation 1 quotes every field and has the parent's id; later
/// ones do neither. Fields between the id and the loop mode are constant attributes of the event:
/// labels.
record TinyProfHeader(boolean quoted, List<String> columns) {
    /// What sub-files of later aggregators leave out.
    static final TinyProfHeader DEFAULT =
            new TinyProfHeader(false, List.of("id", "tag", "is_loop", "times"));

    /// How headers start.
    static final String PLAIN_START = "id,";

    static final String QUOTED_START = "\"id\",\"parent\",";

    private static final String PLAIN_END = ",is_loop,times";
    private static final String QUOTED_END = "\"is_loop\",\"times\"";

    TinyProfHeader {
        columns = List.copyOf(columns);
    }

    /// The header that a line is, or null.
    static @Nullable TinyProfHeader of(String line) {
        if (line.startsWith(QUOTED_START) && line.endsWith(QUOTED_END))
            return new TinyProfHeader(
                    true, List.of(line.substring(1, line.length() - 1).split("\",\"", -1)));
        if (line.startsWith(PLAIN_START) && line.endsWith(PLAIN_END))
            return new TinyProfHeader(false, List.of(line.split(",", -1)));
        return null;
    }

    int loopColumn() {
        return columns.size() - 2;
    }

    int timesColumn() {
        return columns.size() - 1;
    }

    int firstLabel() {
        return quoted ? 2 : 1;
    }
}
