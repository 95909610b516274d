package treeline.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run-length encoded text column over runs: the distinct texts first, each as its length in
/// characters, `:` and the text, then `|` and the text number of each run. `7` is one run, `7*3`
/// three runs, `7-9` counts up over three, `_` is missing.
///
/// `5:clang3:gcc|0*2 1 _*2` is clang, clang, gcc, missing, missing.
final class RunColumn {
    private static final char END_OF_TEXTS = '|';
    private static final String NONE = "_";

    /// A damaged file must not ask for more runs than there can be.
    private static final int MAX_RUNS = 1 << 27;

    private RunColumn() {}

    static String text(List<Optional<String>> ofRuns) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int[] of = new int[ofRuns.size()];
        for (int run = 0; run < of.length; run++)
            of[run] =
                    ofRuns.get(run)
                            .map(text -> numbers.computeIfAbsent(text, _ -> numbers.size()))
                            .orElse(-1);
        var column = new StringBuilder();
        for (String each : numbers.keySet()) column.append(each.length()).append(':').append(each);
        column.append(END_OF_TEXTS);
        for (int run = 0; run < of.length; ) run = appendWord(column, of, run);
        return column.toString().strip();
    }

    /// @return the run behind those that the word is of
    private static int appendWord(StringBuilder column, int[] of, int run) {
        int equal = run + 1;
        while (equal < of.length && of[equal] == of[run]) equal++;
        int counting = run + 1;
        while (of[run] >= 0 && counting < of.length && of[counting] == of[counting - 1] + 1)
            counting++;
        column.append(of[run] < 0 ? NONE : String.valueOf(of[run]));
        if (equal - run > 1) column.append('*').append(equal - run);
        else if (counting - run > 1) column.append('-').append(of[counting - 1]);
        column.append(' ');
        return Math.max(equal, equal - run > 1 ? equal : counting);
    }

    /// @throws IllegalArgumentException with what is wrong
    static List<Optional<String>> of(String column) {
        List<Optional<String>> texts = new ArrayList<>();
        int at = 0;
        while (at < column.length() && column.charAt(at) != END_OF_TEXTS) {
            int mark = column.indexOf(':', at);
            if (mark < 0) throw damaged("a length and ':'", column.substring(at));
            int length = Integer.parseInt(column.substring(at, mark));
            if (length < 0 || length > column.length() - mark - 1)
                throw damaged("a text of %d characters".formatted(length), "the end");
            at = mark + 1 + length;
            texts.add(Optional.of(column.substring(mark + 1, at)));
        }
        if (at >= column.length()) throw damaged("'|'", "the end");
        List<Optional<String>> ofRuns = new ArrayList<>();
        for (String word : column.substring(at + 1).split(" "))
            if (!word.isEmpty()) addRuns(word, texts, ofRuns);
        return ofRuns;
    }

    private static void addRuns(
            String word, List<Optional<String>> texts, List<Optional<String>> ofRuns) {
        int times = word.indexOf('*');
        int range = word.indexOf('-');
        int end = times >= 0 ? times : range >= 0 ? range : word.length();
        String first = word.substring(0, end);
        int number = first.equals(NONE) ? -1 : Integer.parseInt(first);
        int count = 1;
        if (times >= 0) count = Integer.parseInt(word.substring(times + 1));
        else if (range >= 0) count = Integer.parseInt(word.substring(range + 1)) - number + 1;
        if (count < 1 || count > MAX_RUNS - ofRuns.size()) throw damaged("a number of runs", word);
        for (int i = 0; i < count; i++) {
            int text = range >= 0 && times < 0 ? number + i : number;
            if (text >= texts.size() || text < -1) throw damaged("the number of a text", word);
            ofRuns.add(text < 0 ? Optional.empty() : texts.get(text));
        }
    }

    private static IllegalArgumentException damaged(String expected, String found) {
        String shown = found.length() > 20 ? found.substring(0, 20) + "..." : found;
        return new IllegalArgumentException("expected %s, found '%s'".formatted(expected, shown));
    }
}
