package treeline.table;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/// A dictionary-encoded text column: one int per row into a dictionary of distinct texts. Grouping
/// and sorting use the ints only; derived columns share the dictionary.
public final class TextColumn extends Column {
    static final int MISSING = -1;

    private final int[] codes;

    /// Without duplicates, so that equal codes are equal texts. May hold texts no row has.
    private final String[] dictionary;

    TextColumn(Header header, int[] codes, String[] dictionary) {
        super(header);
        this.codes = codes;
        this.dictionary = dictionary;
    }

    static TextColumn of(Header header, int rows, IntFunction<? extends @Nullable String> value) {
        var coder = new TextCoder();
        int[] codes = new int[rows];
        for (int row = 0; row < rows; row++) codes[row] = coder.code(value.apply(row));
        return new TextColumn(header, codes, coder.texts());
    }

    static TextColumn of(Header header, int[] codes, List<String> dictionary) {
        var coder = new TextCoder();
        int[] unique = coder.codes(dictionary.toArray(String[]::new));
        int[] recoded = new int[codes.length];
        for (int row = 0; row < codes.length; row++) {
            if (codes[row] < MISSING || codes[row] >= unique.length)
                throw new IllegalArgumentException(
                        "row %d of column '%s' has code %d of a dictionary of %d"
                                .formatted(row, header.name(), codes[row], unique.length));
            recoded[row] = codes[row] == MISSING ? MISSING : unique[codes[row]];
        }
        return new TextColumn(header, recoded, coder.texts());
    }

    /// The text, empty where it is missing.
    public String at(int row) {
        return codes[row] == MISSING ? "" : dictionary[codes[row]];
    }

    @Override
    public int rows() {
        return codes.length;
    }

    @Override
    public boolean isMissing(int row) {
        return codes[row] == MISSING;
    }

    @Override
    public String text(int row) {
        return at(row);
    }

    @Override
    public double number(int row) {
        throw notA("a number");
    }

    @Override
    TextColumn with(Header newHeader) {
        return new TextColumn(newHeader, codes, dictionary);
    }

    @Override
    String type() {
        return "text";
    }

    @Override
    double[] numbersShared() {
        throw notA("a number");
    }

    @Override
    long[] keysShared() {
        long[] keys = new long[codes.length];
        for (int row = 0; row < keys.length; row++)
            keys[row] = codes[row] == MISSING ? WholeColumn.MISSING : codes[row];
        return keys;
    }

    @Override
    long[] orderedKeysShared() {
        int[] place = places();
        long[] keys = new long[codes.length];
        for (int row = 0; row < keys.length; row++)
            keys[row] = codes[row] == MISSING ? WholeColumn.MISSING : place[codes[row]];
        return keys;
    }

    /// Where each text stands in the sorted dictionary.
    private int[] places() {
        String[] sorted = dictionary.clone();
        Arrays.sort(sorted);
        int[] place = new int[dictionary.length];
        for (int code = 0; code < place.length; code++)
            place[code] = Arrays.binarySearch(sorted, dictionary[code]);
        return place;
    }

    @Override
    KeyCodes codes() {
        return KeyCodes.fitsDirectly(dictionary.length, codes.length)
                ? KeyCodes.direct(codes, dictionary.length)
                : super.codes();
    }

    int[] codesShared() {
        return codes;
    }

    String[] dictionaryShared() {
        return dictionary;
    }

    /// A few rows of a large dictionary get a dictionary of their own: what comes after is then
    /// proportional to the rows.
    @Override
    TextColumn take(int[] rows) {
        if (dictionary.length > 64 + 4L * rows.length)
            return of(header(), rows.length, i -> textOrNull(rows[i]));
        int[] taken = new int[rows.length];
        for (int i = 0; i < taken.length; i++)
            taken[i] = rows[i] == NO_ROW ? MISSING : codes[rows[i]];
        return new TextColumn(header(), taken, dictionary);
    }

    private @Nullable String textOrNull(int row) {
        return row == NO_ROW || isMissing(row) ? null : at(row);
    }

    @Override
    boolean sameValues(Column that) {
        var other = (TextColumn) that;
        for (int row = 0; row < codes.length; row++)
            if (!Objects.equals(textOrNull(row), other.textOrNull(row))) return false;
        return true;
    }
}
