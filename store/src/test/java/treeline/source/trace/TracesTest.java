package treeline.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.CheckedSource;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.source.join.UnmarkedSource;
import treeline.testkit.FakeLine;

import java.util.List;

class TracesTest {

    /// A source of a drawn profile and one line.
    private record Traced(Profile profile, Traces traces) implements ProfileSource {
        @Override
        public Outline outline() {
            return profile.outline();
        }

        @Override
        public Profile load(Slice slice) {
            return slice.of(profile);
        }

        @Override
        public ReadReport report() {
            return ReadReport.CLEAN;
        }

        @Override
        public void close() {}
    }

    private static Traced traced(String drawing, long origin, long end, long... samples) {
        return new Traced(
                profileOf(drawing), new Traces(origin, end, List.of(FakeLine.of(0, end, samples))));
    }

    @Test
    void aRunThatWasNotTracedHasNone() {
        var source = new LoadedSource(profileOf("path rank0\nmain 1"), ReadReport.CLEAN);
        assertThat(source.traces().isEmpty()).isTrue();
        assertThat(new CheckedSource(source, "run").traces()).isEqualTo(Traces.NONE);
        assertThat(new UnmarkedSource(source, new ReadReport.Log()).traces())
                .isEqualTo(Traces.NONE);
    }

    @Test
    void whatAsksASourceForItsTracesReadsNothing() {
        FakeLine line = FakeLine.of(0, 10, 0, 0, 5, 0);
        var source = new Traced(profileOf("path rank0\nmain 1"), new Traces(0, 10, List.of(line)));
        Traces checked = new CheckedSource(source, "run").traces();
        assertThat(checked.samples()).isEqualTo(2);
        assertThat(line.reads()).hasValue(0);
        assertThat(checked.lines().getFirst().nanos(1)).isEqualTo(5);
    }

    /// `main/b` is node 1 in the second tree and node 2 in the joined one; the second part began
    /// 100 ns after the first.
    @Test
    void joinedLinesHaveContextsNodesAndTimesOfTheWhole() {
        Traced first = traced("path rank1\nmain 1\nmain/a 2", 1000, 50, 0, 1);
        Traced second = traced("path rank0\nmain 1\nmain/b 2", 1100, 60, 7, 1, 9, -1);
        ProfileSource joined = Parts.join(List.of(first, second), List.of("x", "y"));
        Traces traces = joined.traces();
        assertThat(traces.originNanos()).isEqualTo(1000);
        assertThat(traces.endNanos()).isEqualTo(160);
        assertThat(traces.lines()).extracting(TraceLine::context).containsExactly(0, 1);
        TraceLine rank0 = traces.lines().getFirst();
        assertThat(rank0.nanos(0)).isEqualTo(107);
        assertThat(rank0.endNanos()).isEqualTo(160);
        assertThat(rank0.node(0)).isEqualTo(joined.outline().tree().at("main/b"));
        assertThat(rank0.node(1)).isEqualTo(TraceLine.NO_NODE);
        int[] nodes = new int[4];
        rank0.nodesAt(new long[] {106, 107, 159, 160}, nodes);
        assertThat(nodes)
                .containsExactly(
                        TraceLine.NOT_TRACED,
                        rank0.node(0),
                        TraceLine.NO_NODE,
                        TraceLine.NOT_TRACED);
        assertThat(rank0.firstFrom(108)).isEqualTo(1);
    }
}
