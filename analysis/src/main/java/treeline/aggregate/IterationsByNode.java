package treeline.aggregate;

import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.numbers.IterationSums;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;

import java.util.List;

/// Time per rank and iteration of selected loops, with the slowest rank of each iteration. Parts
/// are loaded with iterations; a rank is identified by its first context in the source.
public final class IterationsByNode
        implements Aggregation<IterationsByNode.Mapped, IterationSums, IterationSums> {
    private final Metric metric;

    /// @param metric in the scope that is wanted
    public IterationsByNode(Metric metric) {
        this.metric = metric;
    }

    /// The measurements of the ranks in one part.
    ///
    /// @param firstContext the first context of each rank, as an index in the source
    public record Mapped(List<Iterations.Measured> measured, ImmutableInts firstContext) {
        public Mapped {
            measured = List.copyOf(measured);
        }
    }

    @Override
    public Mapped map(SourcePart part) {
        Numbers numbers = part.numbers(metric);
        return new Mapped(
                Iterations.measured(numbers, metric.scope()), part.firstContexts(numbers.ranks()));
    }

    @Override
    public IterationSums zero() {
        return new IterationSums();
    }

    @Override
    public IterationSums add(IterationSums sum, Mapped mapped) {
        sum.add(mapped.measured(), mapped.firstContext()::at);
        return sum;
    }

    @Override
    public IterationSums merge(IterationSums first, IterationSums second) {
        first.merge(second);
        return first;
    }

    @Override
    public IterationSums finish(IterationSums sum) {
        return sum;
    }
}
