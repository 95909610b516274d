package treeline.formats.reading;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/// Small, distinct numbers for the ids that a tool gives to threads and streams.
public final class IdNumbers {
    /// Larger ids are addresses or handles, which nobody counts by. The largest machines run fewer
    /// threads per process.
    public static final long MAX_COUNT = 1 << 20;

    private IdNumbers() {}

    /// The number of each id. An id up to [#MAX_COUNT] is its own number. All other ids get the
    /// smallest numbers that are left, in their order, and so do ids whose number an earlier id has.
    ///
    /// @param ids distinct, as the tool has them
    /// @param numberOf the number that an id is, negative if it is not a number
    public static <K> Map<K, Integer> of(Collection<K> ids, ToLongFunction<K> numberOf) {
        Map<K, Integer> numbers = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (K id : ids) {
            long number = numberOf.applyAsLong(id);
            if (number >= 0 && number <= MAX_COUNT && taken.add((int) number))
                numbers.put(id, (int) number);
        }
        int free = 0;
        for (K id : ids) {
            if (numbers.containsKey(id)) continue;
            while (!taken.add(free)) free++;
            numbers.put(id, free);
        }
        return numbers;
    }

    /// The number that a text is, -1 if it is not a count.
    public static long count(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }
}
