package treeline.pattern;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Refuses regular expressions before they are compiled that would take much memory or stack, and
/// classes such as `[a-z&&[^b]]`, which silently mean something else than in Java.
final class PatternSize {
    /// Steps of the compiled expression; a text is matched in this many steps a character at most.
    static final int MAX_STEPS = 20_000;

    static final int MAX_DEPTH = 250;

    /// A piece of an expression: quoted text, an escape, a class, a group, a repetition or a
    /// character.
    private static final Pattern PIECE =
            Pattern.compile(
                    "(?s)\\\\Q.*?(?:\\\\E|$)|\\\\[pPx]\\{[^}]*}|\\\\."
                            + "|(?<class>\\[\\^?]?(?:\\\\.|\\[:\\^?\\w+:]|[^]\\\\])*+]?)"
                            + "|(?<open>\\()|(?<close>\\))"
                            + "|\\{(?<least>\\d{1,9})(?:,(?<most>\\d{0,9}))?}|.");

    private final String regex;
    private final Deque<Long> around = new ArrayDeque<>();
    private long steps;
    private long last;

    private PatternSize(String regex) {
        this.regex = regex;
    }

    /// @throws MalformedPatternException if the expression is too large
    static void check(String regex) {
        new PatternSize(regex).check();
    }

    private void check() {
        Matcher piece = PIECE.matcher(regex);
        while (piece.find()) {
            if (piece.group("open") != null) open(piece.start());
            else if (piece.group("close") != null) close(piece.start());
            else if (piece.group("least") != null) repeat(piece);
            else add(piece);
            if (steps > MAX_STEPS)
                throw wrong(
                        "it has more than %d steps with its repetitions".formatted(MAX_STEPS),
                        piece.start());
        }
    }

    private MalformedPatternException wrong(String problem, int place) {
        return new MalformedPatternException(regex, problem, place);
    }

    private void open(int place) {
        if (around.size() >= MAX_DEPTH)
            throw wrong("it has more than %d groups in one another".formatted(MAX_DEPTH), place);
        around.push(steps);
        steps = 0;
        last = 0;
    }

    private void close(int place) {
        if (around.isEmpty()) throw wrong("a ) without its (", place);
        last = steps + 2;
        steps = around.pop() + last;
    }

    private void repeat(Matcher piece) {
        String most = piece.group("most");
        String count = most == null || most.isEmpty() ? piece.group("least") : most;
        long repeated = last * Math.max(1, Long.parseLong(count));
        steps += repeated - last;
        last = repeated;
    }

    private void add(Matcher piece) {
        String text = piece.group("class");
        if (text != null && (text.contains("&&") || isNested(text)))
            throw wrong("a class within a class is not supported", piece.start());
        last = text == null ? piece.end() - piece.start() : 1;
        steps += last;
    }

    /// An opening bracket that is neither escaped nor that of `[:alpha:]`.
    private static boolean isNested(String text) {
        return text.substring(1).replaceAll("\\\\.|\\[:\\^?\\w+:]", "").contains("[");
    }
}
