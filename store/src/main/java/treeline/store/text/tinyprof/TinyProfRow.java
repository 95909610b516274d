package treeline.store.text.tinyprof;

import org.jspecify.annotations.Nullable;

import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.List;

/// A row split into its fields; the times remain bytes.
///
/// @param id of the path; in generation 1 the ids of all its events joined by `-`
/// @param parent the parent's id; empty for roots and if rows lack it
/// @param labels the texts of the header's labels
/// @param timesFrom offset of the times in the line
record TinyProfRow(
        String id, String parent, List<String> labels, int loop, int timesFrom, int timesTo) {
    /// The loop mode that keeps every iteration.
    static final int EACH = 1;

    /// The loop mode that sums them.
    static final int SUM = 2;

    private static final List<String> LOOP_MODES = List.of("0", "1", "2");

    private static final String NULL = "null";

    TinyProfRow {
        labels = List.copyOf(labels);
    }

    /// The row that a line is, or null if the line is none.
    static @Nullable TinyProfRow of(TextLines line, TinyProfHeader header) {
        int[] bounds = header.quoted() ? quotedFields(line, header) : plainFields(line, header);
        if (bounds == null) return null;
        List<String> texts = new ArrayList<>();
        for (int field = 0; field < header.timesColumn(); field++)
            texts.add(unquoted(line.looseText(bounds[2 * field], bounds[2 * field + 1])));
        int loop = LOOP_MODES.indexOf(texts.get(header.loopColumn()));
        String id = texts.getFirst();
        if (loop < 0 || id.isEmpty()) return null;
        return new TinyProfRow(
                id,
                header.quoted() ? withoutNull(texts.get(1)) : "",
                texts.subList(header.firstLabel(), header.loopColumn()).stream()
                        .map(TinyProfRow::withoutNull)
                        .toList(),
                loop,
                bounds[2 * header.timesColumn()],
                bounds[2 * header.timesColumn() + 1]);
    }

    private static String withoutNull(String text) {
        return text.equals(NULL) ? "" : text;
    }

    /// Where each field starts and ends, or null if there are too few.
    private static int @Nullable [] plainFields(TextLines line, TinyProfHeader header) {
        int[] bounds = new int[2 * header.columns().size()];
        int at = line.from();
        for (int field = 0; field < header.columns().size(); field++) {
            boolean isLast = field == header.timesColumn();
            bounds[2 * field] = at;
            while (at < line.to() && (isLast || line.bytes()[at] != ',')) at++;
            bounds[2 * field + 1] = at;
            if (!isLast && at++ == line.to()) return null;
        }
        return bounds;
    }

    /// Where each field starts and ends inside its quotes, or null if there are too few or too
    /// many.
    private static int @Nullable [] quotedFields(TextLines line, TinyProfHeader header) {
        int[] bounds = new int[2 * header.columns().size()];
        int at = line.from();
        for (int field = 0; field < header.columns().size(); field++) {
            if (field > 0 && (at == line.to() || line.bytes()[at++] != ',')) return null;
            if (at == line.to() || line.bytes()[at++] != '"') return null;
            bounds[2 * field] = at;
            at = closingQuote(line, at);
            if (at == line.to()) return null;
            bounds[2 * field + 1] = at++;
        }
        return at == line.to() ? bounds : null;
    }

    /// The next quote that is not doubled, or the end of the line.
    private static int closingQuote(TextLines line, int from) {
        byte[] text = line.bytes();
        int at = from;
        while (at < line.to()) {
            if (text[at] != '"') at++;
            else if (at + 1 < line.to() && text[at + 1] == '"') at += 2;
            else return at;
        }
        return line.to();
    }

    private static String unquoted(String text) {
        return text.replace("\"\"", "\"");
    }
}
