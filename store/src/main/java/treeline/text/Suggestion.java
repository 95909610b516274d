package treeline.text;

import java.util.Collection;
import java.util.Comparator;

/// "Did you mean": the known word nearest to an unknown one.
public final class Suggestion {
    private Suggestion() {}

    /// What to append to a message: `; did you mean 'depth'?`, or nothing if no word is near.
    public static String among(Collection<String> known, String word) {
        return known.stream()
                .filter(candidate -> !candidate.equals(word)) // it appeared since it was looked for
                .filter(candidate -> isNear(candidate, word))
                .min(Comparator.comparingInt(candidate -> distance(candidate, word)))
                .map("; did you mean '%s'?"::formatted)
                .orElse("");
    }

    private static boolean isNear(String candidate, String word) {
        int letters = Math.max(candidate.length(), word.length());
        return distance(candidate, word) <= Math.max(1, letters / 3)
                || (word.length() > 2 && candidate.startsWith(word));
    }

    /// Edits (insert, delete, change, swap of neighbours) that turn one word into the other.
    static int distance(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) edits[i][0] = i;
        for (int j = 0; j <= b.length(); j++) edits[0][j] = j;
        for (int i = 1; i <= a.length(); i++)
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                edits[i][j] =
                        Math.min(
                                edits[i - 1][j - 1] + change,
                                1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (isSwap(a, b, i, j))
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
            }
        return edits[a.length()][b.length()];
    }

    private static boolean isSwap(String a, String b, int i, int j) {
        return i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
    }
}
