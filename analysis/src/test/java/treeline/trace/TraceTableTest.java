package treeline.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.testkit.FakeLine;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;

class TraceTableTest {
    private static final Outline RUN = run();

    private static Outline run() {
        var builder = new ProfileBuilder();
        builder.context(Context.ofRank(0));
        return builder.build().outline();
    }

    private static Table contexts(Traces traces, long from, long to) {
        return TraceTable.contexts(
                TracePart.of(RUN, traces, Selection.ALL, new TimeWindow(from, to)));
    }

    @Test
    void aSampleAtTheLastInstantIsCounted() {
        Table table = contexts(new Traces(0, 10, List.of(FakeLine.of(0, 10, 0, 1, 10, 2))), 0, 10);
        assertThat(table.toString())
                .isEqualTo(
                        """
                        context_id  context  samples  begin         end
                                 0  rank 0         2      0  1.0000e-08
                        """);
    }

    @Test
    void samplesOfAdjacentWindowsAddUpToAllSamples() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            long end = 1L + random.nextInt(50);
            int samples = 1 + random.nextInt(20);
            long[] line =
                    random.longs(samples, 0, end + 1)
                            .sorted()
                            .flatMap(at -> LongStream.of(at, 0))
                            .toArray();
            var traces = new Traces(0, end, List.of(FakeLine.of(0, end, line)));
            var edges = new TreeSet<>(List.of(0L, end));
            for (int i = 0; i < 3; i++) edges.add(random.nextLong(end + 1));
            double counted = 0;
            long from = 0;
            for (long to : edges.tailSet(1L)) {
                counted += contexts(traces, from, to).column("samples").number(0);
                from = to;
            }
            assertThat(counted).isEqualTo(samples);
        }
    }
}
