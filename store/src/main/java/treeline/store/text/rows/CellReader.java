package treeline.store.text.rows;

import static treeline.store.text.rows.TextForm.EXECUTION;
import static treeline.store.text.rows.TextForm.FIELD;
import static treeline.store.text.rows.TextForm.ITERATION;
import static treeline.store.text.rows.TextForm.LINE_END;
import static treeline.store.text.rows.TextForm.PLACE;
import static treeline.store.text.rows.TextForm.SKIP;

import treeline.array.Capacity;
import treeline.model.SparseRows;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.nio.file.Path;
import java.util.Arrays;

/// Parses one list of values (locations separated by `|`, executions by `-`, iterations by `+`)
/// into the cells of a node. A line end follows the text, so that loops need no counter.
final class CellReader {
    private final boolean hasAbsence;
    private final NumberReader numbers;
    private final ContextPositions places;

    /// The number of a context among the chosen ones, -1 where it is not chosen.
    private final int[] chosenContext;

    private final boolean allChosen;

    private final Slice.Iterations iterations;
    private Path file = Path.of("");
    private long line;
    private byte[] text = {LINE_END};
    private int at;
    private boolean isSeries;
    private boolean loneZeroIsAbsent;
    private double[] series = new double[64];

    CellReader(Notation notation, ContextPositions places, Slice slice) {
        this.hasAbsence = notation.hasAbsence();
        this.numbers = new NumberReader(notation);
        this.places = places;
        this.iterations = slice.iterations();
        int contexts = places.count() == 0 ? 0 : places.end(places.count() - 1);
        this.chosenContext = new int[contexts];
        Arrays.fill(chosenContext, -1);
        int[] chosen = slice.contexts().indexes(contexts);
        for (int i = 0; i < chosen.length; i++) chosenContext[chosen[i]] = i;
        this.allChosen = chosen.length == contexts;
    }

    /// Starts with the values of a row, which are the beginning of a text.
    void start(byte[] textOfRow, RowTable rows, int row, Path fileOfRow) {
        text = textOfRow;
        at = 0;
        file = fileOfRow;
        line = rows.line(row);
        isSeries = rows.has(row, RowTable.SERIES);
        loneZeroIsAbsent = rows.has(row, RowTable.LONE_ZERO_IS_ABSENT);
    }

    /// Steps over a byte, if it is next.
    boolean takes(byte expected) {
        if (text[at] != expected) return false;
        at++;
        return true;
    }

    boolean isAtFieldEnd() {
        return isFieldEnd(text[at]);
    }

    /// Passes a list by, unread.
    void skipField() {
        while (!endsList(text[at])) at++;
    }

    /// Reads a list into the cells of a row of `into`.
    void readField(int firstPlace, SparseRows.Builder into) {
        if (isFieldEnd(text[at]) && hasAbsence) return;
        int place = firstPlace;
        do {
            if (place >= places.count())
                throw malformed("at most %d places".formatted(places.count()), "more");
            if (text[at] == SKIP && hasAbsence) place = skipPlaces(place);
            else if (isChosen(place)) readPlace(place, into);
            else skipPlace();
            place++;
        } while (takes(PLACE));
    }

    private boolean isChosen(int place) {
        if (allChosen) return true;
        for (int context = places.start(place); context < places.end(place); context++)
            if (chosenContext[context] >= 0) return true;
        return false;
    }

    /// The last of the places that `*n` stands for.
    private int skipPlaces(int place) {
        at++;
        int first = at;
        long count = 0;
        for (; text[at] >= '0' && text[at] <= '9'; at++)
            count = Math.min(count * 10 + text[at] - '0', Integer.MAX_VALUE);
        if (at == first || count == 0) throw malformed("a number of places to skip");
        if (place + count > places.count())
            throw malformed("at most %d places".formatted(places.count()), "more");
        return (int) (place + count - 1);
    }

    private void skipPlace() {
        while (text[at] != PLACE && !endsList(text[at])) at++;
    }

    private void readPlace(int place, SparseRows.Builder into) {
        int context = places.start(place);
        int end = places.end(place);
        boolean mayBeLoneZero = loneZeroIsAbsent;
        do {
            if (context == end)
                throw malformed(
                        "at most %d executions".formatted(end - places.start(place)), "more");
            readCell(context++, mayBeLoneZero, into);
            mayBeLoneZero = false;
        } while (takes(EXECUTION));
        if (!hasAbsence && text[at] == FIELD) skipPlace();
    }

    private void readCell(int context, boolean mayBeLoneZero, SparseRows.Builder into) {
        byte next = text[at];
        if (hasAbsence && isCellEnd(next)) return;
        boolean isGap = next == ITERATION && hasAbsence;
        double value = isGap ? Double.NaN : number();
        byte after = text[at];
        if (mayBeLoneZero && value == 0 && (after == PLACE || isFieldEnd(after))) return;
        int chosen = chosenContext[context];
        if (after == ITERATION || isSeries) readSeries(value, chosen, into);
        else if (chosen >= 0) into.add(chosen, value);
    }

    /// In our dialect a last `+` closes the series, and nothing between two is an iteration that
    /// did not happen.
    private void readSeries(double first, int context, SparseRows.Builder into) {
        int length = 0;
        series[length++] = first;
        while (takes(ITERATION)) {
            byte next = text[at];
            if (isCellEnd(next) && hasAbsence) break;
            series = Capacity.withRoom(series, length, 1);
            boolean isGap = next == ITERATION && hasAbsence;
            series[length++] = isGap ? Double.NaN : number();
        }
        if (context >= 0) addSeries(context, length, into);
    }

    private void addSeries(int context, int length, SparseRows.Builder into) {
        switch (iterations) {
            case Slice.Iterations.Summed() ->
                    into.add(context, SparseRows.sumOf(series, 0, length));
            case Slice.Iterations.Range(int from, int to) -> {
                int end = Math.min(to, length);
                if (from < end) into.addSeries(context, series, from, end);
            }
        }
    }

    private double number() {
        double value = numbers.read(text, at);
        if (numbers.end() == at) throw malformed("a number");
        at = numbers.end();
        return value;
    }

    /// TinyProf's lists may hold a `,`, see `TinyProfCounts.overruns()`.
    private boolean endsList(byte b) {
        return b == LINE_END || (b == FIELD && hasAbsence);
    }

    private static boolean isCellEnd(byte b) {
        return b == EXECUTION || b == PLACE || isFieldEnd(b);
    }

    private static boolean isFieldEnd(byte b) {
        return b == FIELD || b == LINE_END;
    }

    MalformedProfileException malformed(String expected) {
        int end = at;
        while (text[end] != LINE_END) end++;
        return malformed(
                expected, end == at ? "the end of the row" : QuotedExcerpt.of(text, at, end));
    }

    private MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file, line, expected, found);
    }
}
