package treeline.trace;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.source.Selection;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.testkit.FakeLine;

import java.io.IOException;
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

    private static String csv(Table table) throws IOException {
        var text = new StringBuilder();
        table.toCsv(text);
        return text.toString();
    }

    private static final Outline CALLS =
            profileOf(
                            """
                            path        rank0  rank1
                            main            1      1
                            main/solve      1      1
                            """)
                    .outline();

    private static TracePart calls(long from, long to, TraceLine... lines) {
        var traces = new Traces(0, 4_000, List.of(lines));
        return TracePart.of(CALLS, traces, Selection.ALL, new TimeWindow(from, to));
    }

    @Test
    void stretchesHaveTheirNodeAndTheirTime() throws IOException {
        Table table =
                TraceTable.samples(
                        calls(
                                2,
                                9,
                                FakeLine.of(0, 4_000, 0, 0, 3, 1, 5, 1, 6, TraceLine.NO_NODE),
                                FakeLine.of(1, 4_000, 8, 1)));
        assertThat(csv(table))
                .isEqualTo(
                        """
                        context_id,context,node_id,path,begin,end
                        0,rank 0,0,main,2.0E-9,3.0E-9
                        0,rank 0,1,main/solve,3.0E-9,6.0E-9
                        0,rank 0,,<no activity>,6.0E-9,9.0E-9
                        1,rank 1,1,main/solve,8.0E-9,9.0E-9
                        """);
    }

    @Test
    void manyStretchesAreKept() {
        long[] samples = new long[6_000];
        for (int i = 0; i < 3_000; i++) {
            samples[2 * i] = i;
            samples[2 * i + 1] = i % 2;
        }
        Table table = TraceTable.samples(calls(0, 3_000, FakeLine.of(1, 4_000, samples)));
        assertThat(table.rows()).isEqualTo(3_000);
        for (int row = 0; row < 3_000; row++) {
            assertThat(table.column("context_id").number(row)).isEqualTo(1);
            assertThat(table.column("node_id").number(row)).isEqualTo(row % 2);
            assertThat(table.column("begin").number(row)).isEqualTo(row / 1e9);
            assertThat(table.column("end").number(row)).isEqualTo((row + 1) / 1e9);
        }
    }

    @Test
    void contextsBeginAndEndWithinTheWindow() throws IOException {
        Table table =
                TraceTable.contexts(
                        calls(
                                5,
                                50,
                                FakeLine.of(0, 40, 10, 0, 20, 1),
                                FakeLine.of(1, 4_000, 2, 0, 30, 1),
                                FakeLine.of(1, 4_000, 60, 0)));
        assertThat(csv(table))
                .isEqualTo(
                        """
                        context_id,context,samples,begin,end
                        0,rank 0,2,1.0E-8,4.0E-8
                        1,rank 1,1,5.0E-9,5.0E-8
                        1,rank 1,0,,
                        """);
    }
}
