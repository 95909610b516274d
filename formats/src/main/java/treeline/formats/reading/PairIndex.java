package treeline.formats.reading;

import treeline.array.Longs;

import java.util.Arrays;

/// Numbers pairs of ints by first occurrence: cells by context and node, stacks by caller and
/// frame. It needs no object per pair: 8 bytes each, plus 8 to 16 for the hash table.
public final class PairIndex {
    private static final int FREE = -1;

    private final Longs pairs = new Longs(1 << 7);
    private int[] numbers = filled(1 << 8); // of the pairs, by their hashes

    /// The number of a pair; it is new where this is the [#size] that was before.
    public int of(int first, int second) {
        return of(pair(first, second));
    }

    /// The same where the first of a pair is itself the number of one: what came below it first has
    /// the number behind its own, which is looked at before anything else.
    public int below(int number, int second) {
        long pair = pair(number, second);
        int guess = number + 1;
        return guess < pairs.size() && pairs.at(guess) == pair ? guess : of(pair);
    }

    /// The number of a pair, or -1 if it has none yet.
    public int find(int first, int second) {
        return numbers[slot(pair(first, second))];
    }

    /// The slot of a pair, which is free if the pair has no number yet.
    private int slot(long pair) {
        int mask = numbers.length - 1;
        int slot = hash(pair) & mask;
        while (numbers[slot] != FREE && pairs.at(numbers[slot]) != pair) slot = (slot + 1) & mask;
        return slot;
    }

    private int of(long pair) {
        int slot = slot(pair);
        if (numbers[slot] != FREE) return numbers[slot];
        int number = pairs.size();
        pairs.add(pair);
        numbers[slot] = number;
        if (pairs.size() * 2 > numbers.length) grow();
        return number;
    }

    public int size() {
        return pairs.size();
    }

    public int first(int number) {
        return (int) (pairs.at(number) >> 32);
    }

    public int second(int number) {
        return (int) pairs.at(number);
    }

    private void grow() {
        numbers = filled(numbers.length * 2);
        for (int number = 0; number < size(); number++) numbers[slot(pairs.at(number))] = number;
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
