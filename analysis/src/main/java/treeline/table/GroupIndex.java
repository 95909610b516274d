package treeline.table;

/// Row indices by group in CSR format, built by a counting sort: the rows of code `c` are
/// `rows[start[c]] .. rows[start[c + 1] - 1]`, ascending.
final class GroupIndex {
    private final int[] start;
    private final int[] rows;

    GroupIndex(int[] start, int[] rows) {
        this.start = start;
        this.rows = rows;
    }

    int[] start() {
        return start;
    }

    int[] rows() {
        return rows;
    }

    static GroupIndex of(KeyCodes codes) {
        return of(codes, 0, codes.codeOf().length);
    }

    /// Of the rows `[from, to)` only, counted from `from`.
    static GroupIndex of(KeyCodes codes, int from, int to) {
        int[] codeOf = codes.codeOf();
        int[] start = new int[codes.count() + 1];
        for (int row = from; row < to; row++) start[codeOf[row] + 1]++;
        for (int code = 0; code < codes.count(); code++) start[code + 1] += start[code];
        int[] next = start.clone();
        int[] rows = new int[to - from];
        for (int row = from; row < to; row++) rows[next[codeOf[row]]++] = row - from;
        return new GroupIndex(start, rows);
    }

    int size(int code) {
        return start[code + 1] - start[code];
    }
}
