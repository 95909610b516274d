package treeline.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.plot.MessageMatrix;
import treeline.plot.StackedAreas;
import treeline.plot.TimelineChart;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;

import java.util.List;
import java.util.stream.IntStream;

/// Figures of traces.
class TraceFiguresTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path           rank0  rank1
                    main               1      1
                    main/MPI_Send      1      1
                    """);

    private static ProfileSource traced(Profile profile, TraceLine... lines) {
        var source = new LoadedSource(profile, ReadReport.CLEAN);
        return new ProfileSource() {
            @Override
            public Outline outline() {
                return source.outline();
            }

            @Override
            public Profile load(Slice slice) {
                return source.load(slice);
            }

            @Override
            public Traces traces() {
                return lines.length == 0 ? Traces.NONE : new Traces(0, 1000, List.of(lines));
            }

            @Override
            public ReadReport report() {
                return ReadReport.CLEAN;
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void percentagesAreSharesOfTheTracedTime() {
        TimelineChart chart =
                Figures.timeline(
                        traced(
                                RUN,
                                FakeLine.of(0, 1000, 0, 0, 750, 1),
                                FakeLine.of(1, 1000, 0, 0, 500, -1)));
        assertThat(chart.categories())
                .containsExactly(
                        new TimelineChart.Category("main", 0.625, TimelineChart.Role.NAMED, 0),
                        new TimelineChart.Category("MPI_Send", 0.125, TimelineChart.Role.NAMED, 1),
                        new TimelineChart.Category(
                                "<no activity>", 0.25, TimelineChart.Role.IDLE, 0));
        assertThat(chart.rows().get(1).stretches())
                .containsExactly(
                        new TimelineChart.Stretch(0, 360, 0),
                        new TimelineChart.Stretch(360, 720, 2));
        assertThat(chart.svg()).contains("main 62.5 %");
    }

    @Test
    void functionsWithoutAColourAreOneCategory() {
        var drawing = new StringBuilder("path rank0\n");
        long[] samples = new long[20];
        for (int i = 0; i < 10; i++) {
            drawing.append("f%d 1%n".formatted(i));
            samples[2 * i] = 10L * i * i;
            samples[2 * i + 1] = i;
        }
        TimelineChart chart =
                Figures.timeline(
                        traced(profileOf(drawing.toString()), FakeLine.of(0, 1000, samples)));
        assertThat(chart.categories()).hasSize(8);
        assertThat(chart.categories().getFirst().name()).isEqualTo("f9");
        assertThat(chart.categories().getLast().name()).isEqualTo("3 other functions");
        assertThat(chart.categories().getLast().share()).isEqualTo(0.09);
    }

    @Test
    void utilisationAddsUpToAllContexts() {
        StackedAreas areas =
                Figures.utilisation(
                        traced(
                                RUN,
                                FakeLine.of(0, 1000, 0, 0, 750, 1),
                                FakeLine.of(1, 500, 0, 0, 400, -1)));
        assertThat(areas.parts())
                .extracting(StackedAreas.Part::name)
                .containsExactly("computation", "communication", "no activity", "not traced");
        for (int bin = 0; bin < areas.edges().size() - 1; bin++) {
            int at = bin;
            assertThat(areas.parts().stream().mapToDouble(part -> part.shares().get(at)).sum())
                    .isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void aRunWithoutMessagesHasAnEmptyMatrix() {
        MessageMatrix matrix = Figures.messages(traced(RUN, FakeLine.of(0, 1000, 0, 0)));
        assertThat(matrix.names()).containsExactly("0", "1");
        assertThat(IntStream.range(0, 2).mapToDouble(i -> matrix.values().get(i).get(1 - i)).sum())
                .isZero();
        assertThat(matrix.svg()).contains("no messages");
    }

    @Test
    void aRunWithoutTracesIsRefused() {
        assertThatThrownBy(() -> Figures.timeline(traced(RUN))).hasMessage("the run has no traces");
    }
}
