package treeline.bench.record.mpi;

import java.util.Arrays;
import java.util.List;

/// Times of the same work, in ascending order. On a busy machine the smallest is close to what the
/// work costs, the median is what one gets.
record Sample(List<Double> values) {
    Sample {
        if (values.isEmpty()) throw new IllegalArgumentException("a sample without values");
        values = values.stream().sorted().toList();
    }

    static Sample of(double... values) {
        return new Sample(Arrays.stream(values).boxed().toList());
    }

    double min() {
        return values.getFirst();
    }

    double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1
                ? values.get(middle)
                : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    /// How far the middle half of the values is apart: a difference below it is noise.
    double spread() {
        int quarter = values.size() / 4;
        return values.get(values.size() - 1 - quarter) - values.get(quarter);
    }
}
