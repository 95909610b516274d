package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.record.ranks.InProcessRanks;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

class TransitiveClosureTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "4, 0.5", "5, 0.9"})
    void theClosureHasThePathsThatWarshallFinds(int ranks, double skew) {
        int nodes = 47;
        Set<Long> found = new ConcurrentSkipListSet<>();
        InProcessRanks.run(
                ranks, comm -> found.addAll(TransitiveClosure.closed(comm, nodes, skew)));
        assertThat(found).isEqualTo(byWarshall(nodes));
    }

    private static Set<Long> byWarshall(int nodes) {
        boolean[][] reaches = new boolean[nodes][nodes];
        for (int[] edge : TransitiveClosure.edges(nodes)) reaches[edge[0]][edge[1]] = true;
        for (int middle = 0; middle < nodes; middle++)
            for (int from = 0; from < nodes; from++)
                for (int to = 0; to < nodes; to++)
                    reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
        Set<Long> paths = new TreeSet<>();
        for (int from = 0; from < nodes; from++)
            for (int to = 0; to < nodes; to++)
                if (reaches[from][to]) paths.add((long) from << 32 | to);
        return paths;
    }
}
