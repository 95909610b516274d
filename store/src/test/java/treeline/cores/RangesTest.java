package treeline.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.SparseRows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

class RangesTest {
    @Test
    void resultsComeInTheOrderOfTheRows() {
        assertThat(Ranges.map(10, 4, (from, to) -> from + "-" + to))
                .containsExactly("0-4", "4-8", "8-10");
        assertThat(Ranges.map(0, 4, (from, to) -> from + "-" + to)).isEmpty();
    }

    @Test
    void theFirstRangeThatFailsIsReportedWhateverTheCores() {
        for (int i = 0; i < 200; i++)
            assertThatThrownBy(() -> Ranges.map(1000, 1, RangesTest::failing))
                    .isInstanceOf(IOException.class)
                    .hasMessage("row 7");
    }

    private static int failing(int from, int to) throws IOException {
        if (from >= 7) throw new IOException("row " + from);
        return to;
    }

    @Test
    void anInterruptOfTheCallerEndsTheLoopAndStays() {
        Thread caller = Thread.currentThread();
        var done = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                Ranges.each(
                                        1_000_000,
                                        1,
                                        (_, _) -> {
                                            if (done.incrementAndGet() == 5) caller.interrupt();
                                        }))
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted: nobody waits for the answer any more");
        assertThatThrownBy(() -> Ranges.each(1, 1, (_, _) -> done.set(0)))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done.get()).isBetween(5, 1_000);
    }

    @Test
    void wavesTogetherAreAllRangesInOrder() {
        List<Integer> starts = new ArrayList<>();
        List<Integer> waves = new ArrayList<>();
        Ranges.inWaves(
                1000,
                100L << 20,
                (from, _) -> from,
                some -> {
                    starts.addAll(some);
                    waves.add(some.size());
                });
        assertThat(starts).hasSize(1000).isSorted().doesNotHaveDuplicates();
        assertThat(waves).hasSize(25).containsOnly(40);
    }

    @Test
    void littleWorkIsOneTask() {
        assertThat(Ranges.rowsPerTask(1000, Ranges.CELLS_PER_TASK)).isEqualTo(1000);
        assertThat(Ranges.rowsPerTask(1000, 4L * Ranges.CELLS_PER_TASK)).isEqualTo(250);
        assertThat(Ranges.rowsPerTask(2, 1000L * Ranges.CELLS_PER_TASK)).isEqualTo(1);
        assertThat(Ranges.rowsPerTask(0, 0)).isEqualTo(1);
    }

    @Test
    void rowsTurnedByManyTasksAreThoseTurnedByOne() {
        int contexts = 700;
        int nodes = 500;
        var rows = new SparseRows.Builder();
        for (int context = 0; context < contexts; context++) {
            for (int node = context % 3; node < nodes; node += 1 + context % 2)
                if (node % 5 == 0) rows.addSeries(node, new double[] {context, node}, 0, 2);
                else rows.add(node, context * 1000.0 + node);
            rows.endRow();
        }
        SparseRows byContext = rows.build();
        SparseRows byNode = byContext.transposed(nodes);
        for (int node = 0; node < nodes; node++)
            for (int cell = byNode.start(node); cell < byNode.end(node); cell++) {
                int from = byContext.find(byNode.index(cell), node);
                assertThat(byNode.value(cell)).isEqualTo(byContext.value(from));
                assertThat(byNode.series(cell)).isEqualTo(byContext.series(from));
            }
        assertThat(byNode.cells()).isEqualTo(byContext.cells());
        assertThat(byNode.transposed(contexts)).isEqualTo(byContext);
    }
}
