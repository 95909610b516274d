package treeline.store.text.tinyprof;

import org.jspecify.annotations.Nullable;

import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.store.text.rows.LabelTexts;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.RowTable;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// First pass over the files of a TinyProf recording: its paths, the positions of their rows, and
/// the numbers of ranks and executions. Values are not parsed yet.
///
/// Rows form stretches: those of a file, or of each sub-file in a concatenated file. The ranks of a
/// stretch follow those of the preceding one.
final class TinyProfScan {
    private static final String STEP = ">";

    private final ReadReport.Log log;
    private final TinyProfPaths paths = new TinyProfPaths();
    private final RowTable rows = new RowTable();
    private final List<TinyProfCounts> counts = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final BitSet inStretch = new BitSet();
    private final Map<String, LabelTexts> labels = new LinkedHashMap<>();
    private TinyProfHeader header = TinyProfHeader.DEFAULT;
    private TinyProfNames names = TinyProfNames.NONE;

    /// Rows over the same ranks; their number is that of the longest row.
    static final class Stretch {
        private final MappedFile file;
        private final int firstRank;
        private int ranks;

        private Stretch(MappedFile file, int firstRank) {
            this.file = file;
            this.firstRank = firstRank;
        }

        MappedFile file() {
            return file;
        }

        int firstRank() {
            return firstRank;
        }

        int ranks() {
            return ranks;
        }
    }

    TinyProfScan(ReadReport.Log log) {
        this.log = log;
    }

    /// Whether a file says itself what its columns are.
    static boolean hasHeading(MappedFile file) {
        var lines = new TextLines(file);
        return lines.next() && (headerIn(lines) != null || namesIn(lines) != null);
    }

    /// Takes header and names from a file, but none of its rows.
    void scanHeading(MappedFile file) {
        var lines = new TextLines(file);
        while (lines.next() && lines.finished() && readsHeading(lines)) {}
    }

    /// Takes the rows of a file whose first rank is known.
    void scan(MappedFile file, int firstRank) {
        startStretch(file, firstRank);
        var lines = new TextLines(file);
        while (lines.next()) {
            if (lines.isEmpty()) continue;
            if (!lines.finished()) addUnfinished(lines);
            else if (!readsHeading(lines)) addRow(lines);
        }
    }

    private void startStretch(MappedFile file, int firstRank) {
        stretches.add(new Stretch(file, firstRank));
        inStretch.clear();
    }

    private void startNextStretch(TextLines lines) {
        log.note("duplicate rows are treated as further ranks", place(lines));
        Stretch last = stretches.getLast();
        startStretch(last.file, last.firstRank + last.ranks);
    }

    /// Takes a line that is a header or a name table.
    private boolean readsHeading(TextLines lines) {
        TinyProfHeader next = headerIn(lines);
        if (next != null) {
            if (rows.size() > 0 && next.quoted() != header.quoted())
                throw lines.malformed("a header as above");
            header = next;
            if (!inStretch.isEmpty()) startNextStretch(lines);
            return true;
        }
        TinyProfNames table = namesIn(lines);
        if (table != null) names = table;
        return table != null;
    }

    private static @Nullable TinyProfHeader headerIn(TextLines lines) {
        boolean mayBe =
                lines.startsWith(TinyProfHeader.PLAIN_START)
                        || lines.startsWith(TinyProfHeader.QUOTED_START);
        return mayBe ? TinyProfHeader.of(lines.looseText(lines.from(), lines.to())) : null;
    }

    /// A name table stands above a header.
    private static @Nullable TinyProfNames namesIn(TextLines lines) {
        return lines.isFollowedBy(TinyProfHeader.PLAIN_START)
                ? TinyProfNames.of(lines.looseText(lines.from(), lines.to()))
                : null;
    }

    private void addRow(TextLines lines) {
        TinyProfRow row = TinyProfRow.of(lines, header);
        if (row == null) throw notARow(lines);
        TinyProfCounts times = countsOf(lines, row);
        if (times.overruns() > 0 && !header.quoted()) throw notARow(lines);
        add(lines, row, times);
    }

    private MalformedProfileException notARow(TextLines lines) {
        return lines.malformed("a row of " + String.join(",", header.columns()));
    }

    /// A line without an end was cut, unless its last field is quoted and complete.
    private void addUnfinished(TextLines lines) {
        TinyProfRow row = header.quoted() ? TinyProfRow.of(lines, header) : null;
        TinyProfCounts times = row == null ? null : countsOf(lines, row);
        int ranks = stretches.getLast().ranks;
        if (row != null && times != null && (ranks == 0 || ranks == times.ranks())) {
            add(lines, row, times);
            log.note("the last line is not terminated; the file may be truncated", "");
        } else log.lost("skipped the incomplete last line", place(lines));
    }

    private static TinyProfCounts countsOf(TextLines lines, TinyProfRow row) {
        return TinyProfCounts.of(lines.bytes(), row.timesFrom(), row.timesTo());
    }

    private void add(TextLines lines, TinyProfRow row, TinyProfCounts times) {
        int path = header.quoted() ? pathOfId(lines, row) : pathOfCodes(lines, row);
        if (inStretch.get(path)) startNextStretch(lines);
        inStretch.set(path);
        Stretch stretch = stretches.getLast();
        stretch.ranks = Math.max(stretch.ranks, times.ranks());
        rows.add(
                path,
                stretches.size() - 1,
                lines.offset(row.timesFrom()),
                row.timesTo() - row.timesFrom(),
                lines.number());
        counts.add(times);
        if (row.loop() == TinyProfRow.EACH) rows.flag(rows.size() - 1, RowTable.SERIES);
        else if (times.hasIterations())
            log.note("stored iterations of a region that is not named as a loop", place(lines));
        addLabels(path, row);
    }

    private int pathOfId(TextLines lines, TinyProfRow row) {
        String above = row.parent().isEmpty() ? "" : row.parent() + "-";
        if (!row.id().startsWith(above) || row.id().length() == above.length())
            throw lines.malformed(
                    "an id that starts with its parent " + QuotedExcerpt.of(above),
                    QuotedExcerpt.of(row.id()));
        return paths.number(row.id(), row.parent());
    }

    private int pathOfCodes(TextLines lines, TinyProfRow row) {
        List<String> path = new ArrayList<>();
        int unnamed = 0;
        for (String code : row.id().split(STEP, -1)) {
            if (code.isEmpty())
                throw lines.malformed("names joined by '>'", QuotedExcerpt.of(row.id()));
            String name = names.byCode().get(code);
            if (name == null && TinyProfNames.isCode(code)) unnamed++;
            path.add(name != null ? name : code);
        }
        if (unnamed > 0) log.note("codes without a name are kept unchanged", place(lines), unnamed);
        return paths.number(path);
    }

    private void addLabels(int path, TinyProfRow row) {
        for (int i = 0; i < row.labels().size(); i++)
            addLabel(header.columns().get(header.firstLabel() + i), path, row.labels().get(i));
        if (row.loop() == TinyProfRow.EACH) addLabel(Profile.LOOP_LABEL, path, Profile.LOOP_EACH);
        if (row.loop() == TinyProfRow.SUM) addLabel(Profile.LOOP_LABEL, path, Profile.LOOP_SUM);
    }

    private void addLabel(String name, int path, String text) {
        if (!name.isBlank()) labels.computeIfAbsent(name, LabelTexts::new).put(path, text);
    }

    private static String place(TextLines lines) {
        return "%s line %d".formatted(lines.file().path(), lines.number());
    }

    boolean hasNames() {
        return !names.byCode().isEmpty();
    }

    TinyProfPaths paths() {
        return paths;
    }

    /// The rows, whose nodes are the numbers of paths.
    RowTable rows() {
        return rows;
    }

    TinyProfCounts counts(int row) {
        return counts.get(row);
    }

    List<Stretch> stretches() {
        return stretches;
    }

    /// The labels that any row has.
    List<LabelTexts> labels() {
        return labels.values().stream().filter(texts -> !texts.isEmpty()).toList();
    }
}
