package treeline.formats.caliper.split;

import treeline.formats.caliper.records.ByteWindow;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.records.CaliperProfileBuilder;
import treeline.formats.caliper.records.DecimalScanner;
import treeline.formats.caliper.records.Place;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.formats.reading.Utf8Stream;
import treeline.source.LoadedSource;
import treeline.source.files.MappedFile;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/// Reads a json-split file. Nearly all of it are rows: millions of short lists of numbers. They are
/// parsed byte by byte directly into the columns of the draft, several times faster than with a
/// general JSON parser, which reads the rest.
public final class SplitReader {
    private static final int ABSENT = -1;
    private static final int MAX_RANKS = 1 << 24;

    /// So near to the end of the window, what is no number may become one.
    private static final int MAX_NUMBER_LENGTH = 400;

    private final MappedFile file;
    private final DataExtent extent;
    private final SplitHead head;
    private final ProfileDraft draft;
    private final ByteWindow window;
    private final DecimalScanner numbers = new DecimalScanner();
    private final Supplier<String> place = this::place;

    private final CaliperAttribute[] attributes;
    private final boolean[] isReference;
    private final int[] tableColumn;
    private final int hierarchy;
    private int ranks = ABSENT;
    private final int[] treeNode;

    private int at;
    private long row;

    // The row that is being read.
    private int path;
    private Place facts = Place.NOWHERE;
    private String lost = "";

    private SplitReader(MappedFile file) {
        this.file = file;
        this.extent = DataExtent.of(file);
        this.head = SplitHead.of(file, extent);
        List<SplitHead.Column> columns = head.columns();
        long fullRows = (extent.end() - extent.start()) / (2L * columns.size());
        this.draft =
                new ProfileDraft(
                        file.path().toString(),
                        (int) Math.min(extent.rows(), Math.min(fullRows + 1, 1 << 30)));
        this.window = new ByteWindow(file.bytes(), extent.start() + 1);
        this.hierarchy = hierarchy(columns);
        this.attributes = new CaliperAttribute[columns.size()];
        this.isReference = new boolean[columns.size()];
        this.tableColumn = new int[columns.size()];
        describe(columns);
        this.treeNode = treeNodes(columns);
    }

    public static LoadedSource read(MappedFile file) {
        var reader = new SplitReader(file);
        reader.draft.startFile(file.path().toString());
        reader.head.noteTexts(reader.draft.log);
        reader.head.facts().forEach(reader.draft.facts::add);
        reader.rows();
        return CaliperProfileBuilder.source(reader.draft, file.path().toString());
    }

    /// The column of call paths: sampled stacks, else annotations, else one kind of annotation.
    private int hierarchy(List<SplitHead.Column> columns) {
        List<String> names = columns.stream().map(SplitHead.Column::name).toList();
        for (String wanted : List.of(CaliperJson.CALL_STACK, CaliperJson.PATH))
            if (names.contains(wanted)) return names.indexOf(wanted);
        for (String wanted : CaliperJson.NESTED)
            if (names.contains(wanted)) return names.indexOf(wanted);
        throw file.malformed(0, "a column \"path\"", "columns " + names);
    }

    private void describe(List<SplitHead.Column> columns) {
        boolean timeIsInclusive =
                columns.stream().anyMatch(column -> column.name().equals("time (exc)"));
        for (int i = 0; i < columns.size(); i++) {
            SplitHead.Column column = columns.get(i);
            String alias =
                    timeIsInclusive && column.name().equals("time") ? "time (inc)" : column.alias();
            attributes[i] =
                    CaliperAttribute.ofColumn(
                            column.name(), column.isValue(), alias, column.unit());
            isReference[i] = !column.isValue() && i != hierarchy;
            if (attributes[i].role() == CaliperAttribute.Role.RANK) ranks = i;
            boolean measures =
                    attributes[i].role() == CaliperAttribute.Role.VALUE && i != hierarchy;
            tableColumn[i] = measures ? draft.column(attributes[i]) : ABSENT;
        }
    }

    private int[] treeNodes(List<SplitHead.Column> columns) {
        String column = columns.get(hierarchy).name();
        int[] nodes = new int[head.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = ABSENT - 1;
            // files of 2018 do not say whose the nodes are; then all are, used or not
            if (!head.columnOf(i).isEmpty() && !head.columnOf(i).equals(column)) continue;
            int above =
                    head.parent(i) == SplitHead.NO_PARENT
                            ? ProfileDraft.NO_PATH
                            : nodes[head.parent(i)];
            if (above < ABSENT) above = ProfileDraft.NO_PATH;
            boolean loop = isLoop(columns, head.label(i));
            nodes[i] =
                    draft.child(
                            above,
                            loop
                                    ? CaliperFrames.loop(head.label(i))
                                    : CaliperFrames.of(column, head.label(i)));
        }
        return nodes;
    }

    /// A column that counts iterations tells that its namesake is a loop.
    private static boolean isLoop(List<SplitHead.Column> columns, String label) {
        for (SplitHead.Column column : columns)
            if (column.name().length()
                            == CaliperAttribute.ITERATION_PREFIX.length() + label.length()
                    && column.name().startsWith(CaliperAttribute.ITERATION_PREFIX)
                    && column.name().endsWith(label)) return true;
        return false;
    }

    private void rows() {
        window.advance(0);
        while (true) {
            int start = at;
            if (!toNextRow()) {
                if (bytes()[at] == ']') return;
                more(start);
                continue;
            }
            draft.startRecord();
            if (row(at + 1)) {
                row++;
                if (lost.isEmpty()) draft.endRecord(target());
                else draft.log.lost(lost, place());
            } else more(start);
        }
    }

    private byte[] bytes() {
        return window.bytes();
    }

    /// Loads what follows the window; called only where the rows cannot end there.
    private void more(int keep) {
        boolean wasLast = !window.advance(keep);
        at = 0;
        if (wasLast) throw unexpected(window.limit(), "more rows");
    }

    private RuntimeException unexpected(int where, String expected) {
        byte found = bytes()[where];
        return file.malformed(
                window.offset(where),
                expected,
                where >= window.limit()
                        ? "the end of the file"
                        : "'%c'".formatted((char) (found & 0xff)));
    }

    private boolean toNextRow() {
        while (isSpace(bytes()[at]) || bytes()[at] == ',') at++;
        if (bytes()[at] == '[') return true;
        if (at < window.limit() && bytes()[at] != ']') throw unexpected(at, "a row");
        return false;
    }

    private static boolean isSpace(byte sign) {
        return sign <= ' ' && sign > 0;
    }

    /// Reads the values of one row.
    ///
    /// @return false if the window ends within the row
    private boolean row(int first) {
        path = ProfileDraft.NO_PATH;
        facts = Place.NOWHERE;
        lost = "";
        byte[] bytes = bytes();
        int here = pastSpace(bytes, first);
        int column = 0;
        while (bytes[here] != ']') {
            here = value(bytes, column++, here);
            if (here < 0 || here >= window.limit()) return false;
            here = pastSpace(bytes, here);
            if (bytes[here] == ',') here = pastSpace(bytes, here + 1);
            else if (bytes[here] != ']' && here < window.limit())
                throw unexpected(here, "',' or ']' after a value");
            if (here >= window.limit()) return false;
        }
        if (column != attributes.length)
            lost = "a row has more or fewer values than there are columns";
        at = here + 1;
        return true;
    }

    private static int pastSpace(byte[] bytes, int from) {
        int at = from;
        while (isSpace(bytes[at])) at++;
        return at;
    }

    /// @return the place behind the value, or -1 if the window ends within it
    private int value(byte[] bytes, int column, int from) {
        int end = numbers.scan(bytes, from);
        if (end >= 0) {
            number(column, numbers.value());
            return end;
        }
        return switch (bytes[from]) {
            case '"' -> text(column, from);
            case 'n' -> from + "null".length();
            case 't' -> flag(column, from, true);
            case 'f' -> flag(column, from, false);
            default -> {
                if (window.isLast() || from < window.limit() - MAX_NUMBER_LENGTH)
                    throw unexpected(from, "a value");
                yield -1;
            }
        };
    }

    private void number(int column, double value) {
        if (column >= attributes.length) return;
        if (tableColumn[column] >= 0) {
            draft.table.set(tableColumn[column], value);
            return;
        }
        if (column == ranks && value >= 0 && value <= MAX_RANKS) draft.rank((int) value);
        else if (column == hierarchy || isReference[column]) reference(column, value);
        else if (!draft.key(attributes[column], value, place))
            lost =
                    "a row has a '%s' that is not a non-negative integer"
                            .formatted(attributes[column].name());
    }

    private void reference(int column, double value) {
        int node = value >= 0 && value < treeNode.length ? (int) value : ABSENT;
        if (node == ABSENT || (column == hierarchy && treeNode[node] < ABSENT))
            lost = "a row refers to a node that does not exist";
        else if (column == hierarchy) path = treeNode[node];
        else fact(attributes[column], head.label(node));
    }

    private void fact(CaliperAttribute attribute, String text) {
        if (attribute.role() == CaliperAttribute.Role.CONTEXT) draft.about(attribute, text);
        else facts = facts.with(attribute, text);
    }

    /// @return the place behind the text, or -1 if the window ends within it
    private int text(int column, int quote) {
        int end = quote + 1;
        while (bytes()[end] != '"' && end < window.limit()) end += bytes()[end] == '\\' ? 2 : 1;
        if (end >= window.limit()) return -1;
        if (column < attributes.length && column != hierarchy) {
            String text =
                    unescaped(
                            new String(
                                    bytes(), quote + 1, end - quote - 1, StandardCharsets.UTF_8));
            if (text.indexOf('\ufffd') >= 0) draft.log.note(Utf8Stream.REPLACED, place());
            CaliperAttribute attribute = attributes[column];
            fact(CaliperAttribute.ofColumn(attribute.name(), false, attribute.alias(), ""), text);
        }
        return end + 1;
    }

    /// Caliper escapes backslashes, quotes and line ends, nothing else.
    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) return text;
        return text.replace("\\\\", "\0")
                .replace("\\n", "\n")
                .replace("\\", "")
                .replace('\0', '\\');
    }

    private int flag(int column, int from, boolean value) {
        if (column < attributes.length && tableColumn[column] >= 0) number(column, value ? 1 : 0);
        return from + (value ? 4 : 5);
    }

    private int target() {
        return facts.isBare() ? path : facts.on(path).target(draft, 0);
    }

    private String place() {
        return "%s row %d".formatted(file.path(), row);
    }
}
