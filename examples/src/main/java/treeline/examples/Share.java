package treeline.examples;

import java.util.Arrays;

/// Block distribution of items over ranks: each rank owns a range, and rank 0 owns `1 + imbalance`
/// times as many as the others.
final class Share {
    private final int[] starts;

    private Share(int[] starts) {
        this.starts = starts;
    }

    static Share of(int items, int ranks, double imbalance) {
        if (imbalance < 0)
            throw new IllegalArgumentException("imbalance is negative: " + imbalance);
        double weight = ranks + imbalance;
        int[] starts = new int[ranks + 1];
        for (int rank = 1; rank <= ranks; rank++)
            starts[rank] = (int) Math.round(items * (rank + imbalance) / weight);
        return new Share(starts);
    }

    int start(int rank) {
        return starts[rank];
    }

    int end(int rank) {
        return starts[rank + 1];
    }

    int count(int rank) {
        return end(rank) - start(rank);
    }

    int owner(int item) {
        int found = Arrays.binarySearch(starts, item);
        if (found < 0) return -found - 2;
        while (starts[found + 1] == item)
            found++; // ranks without items start where the next one starts
        return found;
    }
}
