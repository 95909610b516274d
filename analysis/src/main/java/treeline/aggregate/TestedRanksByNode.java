package treeline.aggregate;

import treeline.query.RankTest;
import treeline.query.TestedRanks;

import java.util.List;

/// Of each node, how many ranks pass the comparisons of a query. Two numbers per node and
/// comparison.
public final class TestedRanksByNode
        implements Aggregation<List<TestedRanks>, TestedRanks[], List<TestedRanks>> {
    private final List<RankTest> tests;

    public TestedRanksByNode(List<RankTest> tests) {
        this.tests = List.copyOf(tests);
    }

    @Override
    public List<TestedRanks> map(SourcePart part) {
        return tests.stream().map(test -> test.on(part.numbers(test.metric()))).toList();
    }

    @Override
    public TestedRanks[] zero() {
        return new TestedRanks[0];
    }

    @Override
    public TestedRanks[] add(TestedRanks[] sum, List<TestedRanks> mapped) {
        return merge(sum, mapped.toArray(TestedRanks[]::new));
    }

    @Override
    public TestedRanks[] merge(TestedRanks[] first, TestedRanks[] second) {
        if (first.length == 0) return second;
        for (int i = 0; i < second.length; i++) first[i].add(second[i]);
        return first;
    }

    @Override
    public List<TestedRanks> finish(TestedRanks[] sum) {
        return List.of(sum);
    }
}
