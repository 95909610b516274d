package treeline.table;

/// The rows of each code, ascending, by one counting sort: code `c` has `rows[start[c]] ..
/// rows[start[c + 1] - 1]`.
final class Buckets {
    private final int[] start;
    private final int[] rows;

    Buckets(int[] start, int[] rows) {
        this.start = start;
        this.rows = rows;
    }

    int[] start() {
        return start;
    }

    int[] rows() {
        return rows;
    }

    static Buckets of(Codes codes) {
        return of(codes, 0, codes.codeOf().length);
    }

    /// Of the rows `[from, to)` only, counted from `from`.
    static Buckets of(Codes codes, int from, int to) {
        int[] codeOf = codes.codeOf();
        int[] start = new int[codes.count() + 1];
        for (int row = from; row < to; row++) start[codeOf[row] + 1]++;
        for (int code = 0; code < codes.count(); code++) start[code + 1] += start[code];
        int[] next = start.clone();
        int[] rows = new int[to - from];
        for (int row = from; row < to; row++) rows[next[codeOf[row]]++] = row - from;
        return new Buckets(start, rows);
    }

    int size(int code) {
        return start[code + 1] - start[code];
    }
}
