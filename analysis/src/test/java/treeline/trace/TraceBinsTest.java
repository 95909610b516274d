package treeline.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;

import java.io.IOException;
import java.util.List;
import java.util.Random;

class TraceBinsTest {
    private static final Outline RUN =
            profileOf(
                            """
                            path        rank0  rank1
                            main            1      1
                            main/solve      1      1
                            main/io         1      1
                            """)
                    .outline();

    private static TracePart part(long from, long to, TraceLine... lines) {
        return TracePart.of(
                RUN, new Traces(0, 100, List.of(lines)), Selection.ALL, new TimeWindow(from, to));
    }

    @Test
    void stretchesAreDividedAtEdges() {
        TraceBins bins = TraceBins.of(part(0, 10, FakeLine.of(0, 100, 0, 1, 5, 2, 9, -1)), 3, 10);
        assertThat(bins.edges()).containsExactly(0L, 3L, 6L, 10L);
        assertThat(bins.functions()).containsExactly("solve", "io", "<no activity>");
        assertThat(bins.nanos())
                .containsExactly(List.of(3L, 2L, 0L), List.of(0L, 1L, 3L), List.of(0L, 0L, 1L));
    }

    @Test
    void whatIsNotListedIsOther() {
        TraceBins bins = TraceBins.of(part(0, 10, FakeLine.of(0, 100, 0, 1, 5, 2, 9, 0)), 1, 1);
        assertThat(bins.functions()).containsExactly("solve", "(other)");
        assertThat(bins.nanos()).containsExactly(List.of(5L), List.of(5L));
        assertThatThrownBy(() -> TraceBins.of(part(0, 2, FakeLine.of(0, 100, 0, 1)), 3, 1))
                .hasMessage("3 bins of 2 ns: a bin has a nanosecond or more");
    }

    @Test
    void binsAddUpToTheWindow() {
        var random = new Random(7);
        for (int i = 0; i < 200; i++) {
            long[] samples = new long[20];
            for (int at = 0, time = 0; at < samples.length; at += 2, time += random.nextInt(9)) {
                samples[at] = time;
                samples[at + 1] = random.nextInt(4) - 1L;
            }
            long from = random.nextInt(50);
            long to = from + 1 + random.nextInt(50);
            int count = 1 + random.nextInt((int) (to - from));
            TraceBins bins =
                    TraceBins.of(
                            part(from, to, FakeLine.of(0, 100, samples)),
                            count,
                            1 + random.nextInt(4));
            for (int bin = 0; bin < count; bin++) {
                int at = bin;
                long width = bins.edges().get(bin + 1) - bins.edges().get(bin);
                assertThat(bins.nanos().stream().mapToLong(row -> row.get(at)).sum())
                        .isEqualTo(width);
            }
        }
    }

    @Test
    void theTableHasARowPerBinAndFunction() throws IOException {
        TraceBins bins = TraceBins.of(part(1, 7, FakeLine.of(0, 100, 0, 1, 5, 2)), 2, 10);
        assertThat(bins.bins()).isEqualTo(2);
        var csv = new StringBuilder();
        bins.table().toCsv(csv);
        assertThat(csv.toString())
                .isEqualTo(
                        """
                        begin,end,function,seconds
                        1.0E-9,4.0E-9,solve,3.0E-9
                        1.0E-9,4.0E-9,io,0.0
                        4.0E-9,7.0E-9,solve,1.0E-9
                        4.0E-9,7.0E-9,io,2.0E-9
                        """);
    }

    @Test
    void functionsOfEqualTimeAreInTheOrderOfTheirNames() {
        TraceBins bins = TraceBins.of(part(0, 10, FakeLine.of(0, 100, 0, 1, 5, 2)), 10, 2);
        assertThat(bins.functions()).containsExactly("io", "solve");
    }

    @Test
    void onlyChosenContextsAreReadAndOthersAreNoted() {
        var traces = new Traces(0, 100, List.of(FakeLine.of(0, 100, 0, 1)));
        TracePart first = TracePart.of(RUN, traces, Selection.of(0), new TimeWindow(0, 100));
        assertThat(first.lines()).hasSize(1);
        assertThat(first.report()).isEqualTo(ReadReport.CLEAN);
        TracePart second = TracePart.of(RUN, traces, Selection.of(1), new TimeWindow(0, 100));
        assertThat(second.lines()).isEmpty();
        assertThat(second.report().entries())
                .extracting(ReadReport.Entry::toString)
                .containsExactly("a context was not traced (first: rank 1)");
    }
}
