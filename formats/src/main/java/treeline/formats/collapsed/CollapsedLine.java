package treeline.formats.collapsed;

/// A parsed line `frame;frame;frame count`.
///
/// @param count NaN if the line does not end in a count
record CollapsedLine(String text, int stackEnd, double count) {
    private static final int MAX_DIGITS = 40;

    /// Digits that an int has room for.
    private static final int SHORT = 9;

    static CollapsedLine of(String line) {
        String text = line.stripTrailing();
        int space = text.lastIndexOf(' ');
        int stackEnd = space;
        while (stackEnd > 0 && text.charAt(stackEnd - 1) == ' ') stackEnd--;
        boolean counted = stackEnd > 0 && isCount(text, space + 1, text.length());
        return new CollapsedLine(
                text, Math.max(0, stackEnd), counted ? count(text, space + 1) : Double.NaN);
    }

    private static double count(String text, int from) {
        boolean isShort = text.length() - from <= SHORT && text.indexOf('.', from) < 0;
        return isShort
                ? Integer.parseInt(text, from, text.length(), 10)
                : Double.parseDouble(text.substring(from));
    }

    /// Where the stack of a line ends that consists of nothing but a stack, a space and up to nine
    /// digits; -1 for all others.
    static int plainEnd(byte[] in, int from, int to) {
        int space = to - 1;
        while (space > from && to - space <= SHORT && isDigit(in[space])) space--;
        boolean isPlain =
                space > from
                        && space < to - 1
                        && in[space] == ' '
                        && in[space - 1] != ' '
                        && !isDigit(in[space - 1])
                        && in[space - 1] != '.'
                        && in[from] != '#'
                        && in[from] != '/';
        return isPlain ? space : -1;
    }

    private static boolean isDigit(byte letter) {
        return letter >= '0' && letter <= '9';
    }

    /// The count of a plain line.
    static int count(byte[] in, int space, int to) {
        int count = 0;
        for (int i = space + 1; i < to; i++) count = count * 10 + in[i] - '0';
        return count;
    }

    boolean isCounted() {
        return !Double.isNaN(count);
    }

    /// Rows of other tables may end in `; 12`; of stacks, few have a last frame without a name.
    boolean endsInAName() {
        return text.charAt(stackEnd - 1) != ';';
    }

    /// Blank lines and comments.
    static boolean isNothing(String line) {
        return line.isBlank() || line.startsWith("#") || line.startsWith("//");
    }

    /// `stack 12 15` is a comparison of two profiles.
    boolean hasTwoCounts() {
        int space = text.lastIndexOf(' ', stackEnd - 1);
        return space > 0 && isCount(text, space + 1, stackEnd);
    }

    /// Digits, of which some may follow a point.
    private static boolean isCount(String text, int from, int to) {
        int points = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '.') points++;
            else if (c < '0' || c > '9') return false;
        }
        int length = to - from;
        return length > points && points <= 1 && length <= MAX_DIGITS && text.charAt(from) != '.';
    }
}
