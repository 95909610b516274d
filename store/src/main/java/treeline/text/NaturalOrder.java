package treeline.text;

import java.math.BigInteger;
import java.util.Comparator;

/// Natural sort order: `part-2` before `part-10`. Digit sequences are compared as numbers,
/// everything else by character; only identical texts are equal.
public enum NaturalOrder implements Comparator<String> {
    NATURAL;

    @Override
    public int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int order;
            int iEnd = digitsEnd(one, i);
            int jEnd = digitsEnd(other, j);
            if (iEnd > i && jEnd > j) {
                order = numbers(one.substring(i, iEnd), other.substring(j, jEnd));
                i = iEnd;
                j = jEnd;
            } else order = Character.compare(one.charAt(i++), other.charAt(j++));
            if (order != 0) return order;
        }
        int rest = Integer.compare(one.length() - i, other.length() - j);
        return rest != 0 ? rest : one.compareTo(other); // 01 and 1
    }

    private static int digitsEnd(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') end++;
        return end;
    }

    private static int numbers(String one, String other) {
        return one.length() < 19 && other.length() < 19
                ? Long.compare(Long.parseLong(one), Long.parseLong(other))
                : new BigInteger(one).compareTo(new BigInteger(other));
    }
}
