package treeline.formats.reading;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/// Assigns consecutive numbers to thread and stream ids.
public final class IdNumbers {
    /// The longest text that is a count: nine digits always fit into an `int`.
    private static final int MAX_DIGITS = 9;

    private IdNumbers() {}

    /// The number of each id. An id that is a count keeps it. All other ids get the smallest
    /// numbers that are left, in their order, and so do ids whose number an earlier id has.
    ///
    /// @param ids distinct
    /// @param count the count that an id is, negative for addresses, handles and names
    public static <K> Map<K, Integer> of(Collection<K> ids, ToIntFunction<K> count) {
        Map<K, Integer> numbers = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (K id : ids) {
            int number = count.applyAsInt(id);
            if (number >= 0 && taken.add(number)) numbers.put(id, number);
        }
        int free = 0;
        for (K id : ids) {
            if (numbers.containsKey(id)) continue;
            while (!taken.add(free)) free++;
            numbers.put(id, free);
        }
        return numbers;
    }

    /// The count that a text is, -1 if it is none.
    public static int count(String text) {
        boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && !text.isEmpty() && text.length() <= MAX_DIGITS
                ? Integer.parseInt(text)
                : -1;
    }
}
