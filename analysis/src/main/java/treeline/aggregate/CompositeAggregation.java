package treeline.aggregate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/// Runs several aggregations in one pass over the data, because reading dominates the cost.
public final class CompositeAggregation
        implements Aggregation<List<Object>, Serializable[], CompositeAggregation.Answers> {
    private final List<Aggregation<?, ?, ?>> asked;

    public CompositeAggregation(List<Aggregation<?, ?, ?>> asked) {
        this.asked = List.copyOf(asked);
    }

    /// The results of the aggregations, in their order.
    public static final class Answers {
        public static final Answers NONE = new Answers(List.of(), List.of());

        private final List<Aggregation<?, ?, ?>> asked;
        private final List<Object> answers;

        private Answers(List<Aggregation<?, ?, ?>> asked, List<Object> answers) {
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
        for (Aggregation<?, ?, ?> each : asked) mapped.add(each.map(part));
        return mapped;
    }

    @Override
    public Serializable[] zero() {
        return asked.stream().map(Aggregation::zero).toArray(Serializable[]::new);
    }

    @Override
    public Serializable[] add(Serializable[] sum, List<Object> mapped) {
        for (int i = 0; i < sum.length; i++) sum[i] = add(asked.get(i), sum[i], mapped.get(i));
        return sum;
    }

    @Override
    public Serializable[] merge(Serializable[] first, Serializable[] second) {
        for (int i = 0; i < first.length; i++) first[i] = merge(asked.get(i), first[i], second[i]);
        return first;
    }

    @Override
    public Answers finish(Serializable[] sum) {
        List<Object> answers = new ArrayList<>();
        for (int i = 0; i < sum.length; i++) answers.add(finish(asked.get(i), sum[i]));
        return new Answers(asked, answers);
    }

    /// What an aggregation mapped and summed up comes back to the same one.
    @SuppressWarnings("unchecked")
    private static <P, S extends Serializable> S add(
            Aggregation<P, S, ?> aggregation, Object sum, Object mapped) {
        return aggregation.add((S) sum, (P) mapped);
    }

    @SuppressWarnings("unchecked")
    private static <S extends Serializable> S merge(
            Aggregation<?, S, ?> aggregation, Object first, Object second) {
        return aggregation.merge((S) first, (S) second);
    }

    @SuppressWarnings("unchecked")
    private static <S extends Serializable, R> R finish(
            Aggregation<?, S, R> aggregation, Object sum) {
        return aggregation.finish((S) sum);
    }
}
