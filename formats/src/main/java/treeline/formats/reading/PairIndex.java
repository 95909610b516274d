package treeline.formats.reading;

import java.util.Arrays;

/// Numbers pairs of ints in the order in which they first come: cells by context and node, stacks
/// by their caller and frame. Without an object per pair, because there are as many as a profile
/// has values: 8 bytes each, and 8 to 16 for finding it.
public final class PairIndex {
    private static final int FREE = -1;

    private long[] pairs = new long[1 << 7];
    private int[] numbers = filled(1 << 8); // of the pairs, by their hashes
    private int size;

    /// The number of a pair; it is new where this is the [#size] that was before.
    public int of(int first, int second) {
        return of(pair(first, second));
    }

    /// The same where the first of a pair is itself the number of one: what came below it first has
    /// the number behind its own, which is looked at before anything else.
    public int below(int number, int second) {
        long pair = pair(number, second);
        int guess = number + 1;
        return guess < size && pairs[guess] == pair ? guess : of(pair);
    }

    /// The number of a pair, or -1 if it has none yet.
    public int find(int first, int second) {
        long pair = pair(first, second);
        int mask = numbers.length - 1;
        int slot = hash(pair) & mask;
        while (numbers[slot] != FREE) {
            if (pairs[numbers[slot]] == pair) return numbers[slot];
            slot = (slot + 1) & mask;
        }
        return FREE;
    }

    private int of(long pair) {
        int mask = numbers.length - 1;
        int slot = hash(pair) & mask;
        while (numbers[slot] != FREE) {
            if (pairs[numbers[slot]] == pair) return numbers[slot];
            slot = (slot + 1) & mask;
        }
        if (size == pairs.length) pairs = Arrays.copyOf(pairs, size * 2);
        pairs[size] = pair;
        numbers[slot] = size++;
        if (size * 2 > numbers.length) grow();
        return size - 1;
    }

    public int size() {
        return size;
    }

    public int first(int number) {
        return (int) (pairs[number] >> 32);
    }

    public int second(int number) {
        return (int) pairs[number];
    }

    private void grow() {
        numbers = filled(numbers.length * 2);
        int mask = numbers.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = hash(pairs[number]) & mask;
            while (numbers[slot] != FREE) slot = (slot + 1) & mask;
            numbers[slot] = number;
        }
    }

    private static long pair(int first, int second) {
        return (long) first << 32 | (second & 0xffff_ffffL);
    }

    private static int hash(long pair) {
        long mixed = pair * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed ^ mixed >>> 32);
    }

    private static int[] filled(int length) {
        int[] free = new int[length];
        Arrays.fill(free, FREE);
        return free;
    }
}
