package treeline.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The steps of a path as states of a nondeterministic finite automaton, one state per node that a
/// step may match. State sets are bit sets of `words` longs; the bit after the last state marks a
/// complete match. Operations work in place on one set at `at` of a larger array, so that the sets
/// of all nodes of a tree are one array.
final class Automaton {
    /// Far more than call paths are deep; keeps 16 words a node the most that a query may cost.
    static final int MAX_POSITIONS = 1023;

    private static final int MAX_ROUNDS = 6; // 2^6 positions are a word

    /// A state that consumes one node.
    ///
    /// @param predicate index of the predicate that the node must satisfy
    /// @param unless index of the predicate that it must not satisfy, or -1
    /// @param skippable whether the state may be skipped
    /// @param repeats whether the state may consume the next node too
    record Position(int predicate, int unless, boolean skippable, boolean repeats) {}

    private final List<Position> positions = new ArrayList<>();
    private final List<Predicate> predicates = new ArrayList<>();
    private final Map<Predicate, Integer> predicateIndex = new HashMap<>();
    private final int words;
    private final long[] skippable;
    private final long[] repeats;
    private final long[] start;
    private final long[][] skipTo;
    private final long[][] skipFrom;
    private final int rounds;

    private Automaton(List<Step> steps, Matching matching) {
        for (int i = 0; i < steps.size(); i++) addStep(steps, i, matching);
        words = positions.size() / Long.SIZE + 1;
        skippable = new long[words];
        repeats = new long[words];
        skipTo = new long[MAX_ROUNDS][words];
        skipFrom = new long[MAX_ROUNDS][words];
        for (int i = 0; i < positions.size(); i++) {
            if (positions.get(i).skippable()) set(skippable, 0, i);
            if (positions.get(i).repeats()) set(repeats, 0, i);
        }
        for (int word = 0; word < words; word++) prepareSkips(word);
        rounds = longestRun() == 0 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(longestRun());
        start = new long[words];
        start[0] = 1;
        skip(start, 0);
    }

    static Automaton of(List<Step> steps, Matching matching) {
        return new Automaton(steps, matching);
    }

    private void addStep(List<Step> steps, int at, Matching matching) {
        int predicate = indexOf(steps.get(at).predicate());
        boolean first = matching == Matching.FIRST && at + 1 < steps.size();
        int unless = first ? indexOf(steps.get(at + 1).predicate()) : -1;
        switch (steps.get(at).quantifier()) {
            case Quantifier.Times(int nodes) -> {
                for (int i = 0; i < nodes; i++) add(predicate, -1, false, false);
            }
            case Quantifier.Any _ -> {
                // Hatchet lets a path start at every node that fulfils a leading *, before it looks
                // at the next step.
                if (first && at == 0) add(predicate, -1, true, false);
                add(predicate, unless, true, true);
            }
            case Quantifier.Some _ -> {
                if (first) {
                    add(predicate, -1, false, false);
                    add(predicate, unless, true, true);
                } else add(predicate, -1, false, true);
            }
        }
    }

    private int indexOf(Predicate predicate) {
        Integer known = predicateIndex.putIfAbsent(predicate, predicates.size());
        if (known != null) return known;
        predicates.add(predicate);
        return predicates.size() - 1;
    }

    private void add(int predicate, int unless, boolean isSkippable, boolean isRepeated) {
        if (positions.size() == MAX_POSITIONS)
            throw new IllegalArgumentException(
                    "a path matches at most %d consecutive nodes".formatted(MAX_POSITIONS));
        positions.add(new Position(predicate, unless, isSkippable, isRepeated));
    }

    /// Where a skip of 1, 2, 4 ... positions may end, and where one may begin.
    private void prepareSkips(int word) {
        long to = skippable[word] << 1;
        long from = skippable[word];
        for (int round = 0; round < MAX_ROUNDS; round++) {
            skipTo[round][word] = to;
            skipFrom[round][word] = from;
            to &= to << (1 << round);
            from &= from >>> (1 << round);
        }
    }

    private int longestRun() {
        int longest = 0;
        int run = 0;
        for (Position position : positions) {
            run = position.skippable() ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return Math.min(longest, Long.SIZE - 1);
    }

    int words() {
        return words;
    }

    List<Position> positions() {
        return positions;
    }

    List<Predicate> predicates() {
        return predicates;
    }

    static void set(long[] sets, int at, int position) {
        sets[at + position / Long.SIZE] |= 1L << position;
    }

    /// Positions that may consume the first node of a path.
    long start(int word) {
        return start[word];
    }

    /// From the positions that consumed a node to those that may consume its child.
    void advance(long[] sets, int at) {
        long carry = 0;
        for (int word = 0; word < words; word++) {
            long bits = sets[at + word];
            sets[at + word] = (bits << 1) | carry | (bits & repeats[word]);
            carry = bits >>> (Long.SIZE - 1);
        }
        skip(sets, at);
    }

    /// Adds the positions that are reached by skipping. Distances double from round to round, so
    /// that a long row of skippable positions costs no more than a few rounds.
    private void skip(long[] sets, int at) {
        long carry = 0;
        for (int word = 0; word < words; word++) {
            long bits = sets[at + word] | carry;
            for (int round = 0; round < rounds; round++)
                bits |= skipTo[round][word] & (bits << (1 << round));
            carry = (bits & skippable[word]) >>> (Long.SIZE - 1);
            sets[at + word] = bits;
        }
    }

    /// From the positions that may consume a child, the complete path among them, back to those of
    /// the node itself. A position that repeats by being skippable is found by either way.
    void retreat(long[] sets, int at) {
        unskip(sets, at);
        long carry = 0;
        for (int word = words - 1; word >= 0; word--) {
            long bits = sets[at + word];
            sets[at + word] = (bits >>> 1) | carry | (bits & repeats[word]);
            carry = bits << (Long.SIZE - 1);
        }
    }

    private void unskip(long[] sets, int at) {
        long carry = 0;
        for (int word = words - 1; word >= 0; word--) {
            long bits = sets[at + word] | (carry & skippable[word]);
            for (int round = 0; round < rounds; round++)
                bits |= skipFrom[round][word] & (bits >>> (1 << round));
            carry = bits << (Long.SIZE - 1);
            sets[at + word] = bits;
        }
    }
}
