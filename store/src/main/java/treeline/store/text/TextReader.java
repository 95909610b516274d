package treeline.store.text;

import treeline.array.Ints;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.store.text.rows.ContextPositions;
import treeline.store.text.rows.LabelTexts;
import treeline.store.text.rows.Notation;
import treeline.store.text.rows.PathTree;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.RowSegment;
import treeline.store.text.rows.RowTable;
import treeline.store.text.rows.TextForm;
import treeline.store.text.rows.TextLines;
import treeline.store.text.rows.TextSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32C;

/// Opens a file of our own dialect: reads the header, the paths and labels of all rows and the
/// checksum. Values are read on demand.
final class TextReader {
    private static final int MAX_FRAMES = 1 << 27; // ten times it is still an int

    private final TextLines lines;
    private final CRC32C checksum = new CRC32C();
    private final TextHeader header;
    private final PathTree tree;
    private final List<LabelTexts> labels;
    private final RowTable rows = new RowTable();
    private final BitSet hasRow = new BitSet();
    private final ReadReport.Log log = new ReadReport.Log();
    private final Ints path = new Ints();

    /// How far the row is read.
    private int at;

    private TextReader(MappedFile file) {
        lines = new TextLines(file);
        header = TextHeader.read(lines, checksum);
        tree = new PathTree(header.frames());
        labels = header.columns().labels().stream().map(LabelTexts::new).toList();
    }

    static boolean accepts(byte[] prefix) {
        byte[] magic = TextForm.MAGIC.getBytes(StandardCharsets.US_ASCII);
        return prefix.length >= magic.length
                && Arrays.equals(prefix, 0, magic.length, magic, 0, magic.length);
    }

    static ProfileSource open(Path path) throws IOException {
        return MappedFile.open(path, file -> new TextReader(file).source(file));
    }

    private ProfileSource source(MappedFile file) {
        readRows();
        int[] placeOfNode = tree.placeOfNode();
        rows.renumber(placeOfNode);
        List<Label> texts =
                labels.stream().map(label -> label.label(placeOfNode, tree.size())).toList();
        return new TextSource(
                new Outline(
                        tree.tree(),
                        texts,
                        header.contexts(),
                        header.contextLabels(),
                        header.columns().metrics(),
                        header.metadata()),
                ContextPositions.of(header.contexts()),
                rows,
                List.of(new RowSegment(file, 0)),
                Notation.TREELINE,
                log.report(),
                List.of(file));
    }

    private void readRows() {
        while (lines.next()) {
            if (lines.startsWith(TextForm.END)) {
                if (isEnd()) return;
                break;
            }
            if (!lines.finished()) break;
            readRow();
            lines.addTo(checksum);
        }
        if (rows.size() == 0) throw lines.malformed("at least one row", "the end of the file");
        log.lost(
                "the file ends before its @end line, so rows are missing",
                "%s line %d".formatted(lines.file().path(), lines.number()));
    }

    /// Checks the `@end` line. One that was itself cut is no end.
    private boolean isEnd() {
        List<String> words = List.of(lines.text().split(",", -1));
        String counted = Integer.toString(rows.size());
        String summed = TextForm.checksum(checksum);
        boolean hasChecksum = words.size() == 3;
        boolean fits =
                words.getFirst().equals(TextForm.END)
                        && (hasChecksum ? words.get(2).equals(summed) : words.size() == 2)
                        && words.get(1).equals(counted);
        if (!fits && !lines.finished()) return false;
        if (!fits) throw wrongEnd(words, counted, summed);
        if (lines.next()) throw lines.malformed("nothing after the @end line");
        return true;
    }

    private MalformedProfileException wrongEnd(List<String> words, String counted, String summed) {
        if (words.size() < 2 || words.size() > 3 || !words.getFirst().equals(TextForm.END))
            return lines.malformed("@end,rows,checksum");
        if (!words.get(1).equals(counted))
            return lines.malformed("%s rows above @end".formatted(words.get(1)), counted);
        return lines.malformed("bytes with checksum %s".formatted(words.get(2)), summed);
    }

    private void readRow() {
        readPath();
        int node = tree.node(path);
        if (hasRow.get(node)) node = tree.sibling();
        hasRow.set(node);
        for (LabelTexts label : labels) {
            int from = fieldStart();
            int to = fieldEnd(from);
            label.put(node, Escapes.decoded(lines.text(from, to), lines));
        }
        boolean hasValues = !header.columns().metrics().isEmpty();
        int from = hasValues ? fieldStart() : at;
        int to = hasValues ? lines.to() : from;
        if (to < lines.to()) throw wrongFields();
        rows.add(node, 0, lines.offset(from), to - from, lines.number());
    }

    /// Reads the codes of the row's path.
    private void readPath() {
        path.clear();
        at = lines.from() - 1;
        do {
            path.add(readCode() - 1);
        } while (at < lines.to() && lines.bytes()[at] == TextForm.STEP);
    }

    private int readCode() {
        byte[] text = lines.bytes();
        int first = ++at;
        int code = 0;
        for (; at < lines.to() && text[at] >= '0' && text[at] <= '9'; at++)
            code = Math.min(code * 10 + text[at] - '0', MAX_FRAMES);
        boolean ends = at == lines.to() || text[at] == TextForm.STEP || text[at] == TextForm.FIELD;
        if (at == first || !ends || code == 0 || code > header.frames().size())
            throw lines.malformed(
                    "a path of frame codes from 1 to " + header.frames().size(),
                    QuotedExcerpt.of(text, lines.from(), lines.to()));
        return code;
    }

    /// Steps over the comma before a field.
    private int fieldStart() {
        if (at == lines.to()) throw wrongFields();
        return at + 1;
    }

    private int fieldEnd(int from) {
        at = from;
        while (at < lines.to() && lines.bytes()[at] != TextForm.FIELD) at++;
        return at;
    }

    private MalformedProfileException wrongFields() {
        return lines.malformed(
                "a row of %d columns"
                        .formatted(1 + labels.size() + header.columns().metrics().size()));
    }
}
