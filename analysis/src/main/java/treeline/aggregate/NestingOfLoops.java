package treeline.aggregate;

import treeline.transform.LoopNesting;

/// Which nodes keep values in some iterations of loops, over all contexts of a run. Parts are
/// loaded with iterations. Its size depends on the number of nodes with iterations.
///
/// @param from the first iteration
/// @param to the one behind the last
public record NestingOfLoops(int from, int to)
        implements Aggregation<LoopNesting, LoopNesting, LoopNesting> {
    @Override
    public LoopNesting map(SourcePart part) {
        return LoopNesting.of(part.profile(), from, to);
    }

    @Override
    public LoopNesting zero() {
        return LoopNesting.none(from, to);
    }

    @Override
    public LoopNesting add(LoopNesting sum, LoopNesting mapped) {
        return sum.merge(mapped);
    }

    @Override
    public LoopNesting merge(LoopNesting first, LoopNesting second) {
        return first.merge(second);
    }

    @Override
    public LoopNesting finish(LoopNesting sum) {
        return sum;
    }
}
