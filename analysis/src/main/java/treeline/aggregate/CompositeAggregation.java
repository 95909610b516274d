package treeline.aggregate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/// Runs several aggregations in one pass over the data, because reading dominates the cost.
public final class CompositeAggregation
        implements Aggregation<List<Object>, Serializable[], CompositeAggregation.Answers> {
    private final List<Aggregation<Object, Serializable, ?>> asked;

    @SuppressWarnings("unchecked") // what an aggregation mapped and summed up comes back to itself
    public CompositeAggregation(List<Aggregation<?, ?, ?>> asked) {
        this.asked = (List<Aggregation<Object, Serializable, ?>>) (List<?>) List.copyOf(asked);
    }

    /// The results of the aggregations, in their order.
    public static final class Answers {
        public static final Answers NONE = new Answers(List.of(), List.of());

        private final List<? extends Aggregation<?, ?, ?>> asked;
        private final List<Object> answers;

        private Answers(List<? extends Aggregation<?, ?, ?>> asked, List<Object> answers) {
            this.asked = asked;
            this.answers = answers;
        }

        /// The answer of one of the aggregations, the very object that was asked.
        @SuppressWarnings({"unchecked", "ReferenceEquality"})
        public <R> R of(Aggregation<?, ?, R> aggregation) {
            for (int i = 0; i < asked.size(); i++)
                if (asked.get(i) == aggregation) return (R) answers.get(i);
            throw new IllegalArgumentException("an aggregation that was not asked");
        }
    }

    @Override
    public List<Object> map(SourcePart part) {
        List<Object> mapped = new ArrayList<>();
        for (Aggregation<Object, ?, ?> each : asked) mapped.add(each.map(part));
        return mapped;
    }

    @Override
    public Serializable[] zero() {
        return asked.stream().map(Aggregation::zero).toArray(Serializable[]::new);
    }

    @Override
    public Serializable[] add(Serializable[] sum, List<Object> mapped) {
        for (int i = 0; i < sum.length; i++) sum[i] = asked.get(i).add(sum[i], mapped.get(i));
        return sum;
    }

    @Override
    public Serializable[] merge(Serializable[] first, Serializable[] second) {
        for (int i = 0; i < first.length; i++) first[i] = asked.get(i).merge(first[i], second[i]);
        return first;
    }

    @Override
    public Answers finish(Serializable[] sum) {
        List<Object> answers = new ArrayList<>();
        for (int i = 0; i < sum.length; i++) answers.add(asked.get(i).finish(sum[i]));
        return new Answers(asked, answers);
    }
}
