package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.TestData;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Traces of GPU streams in databases of HPCToolkit: a sample at the start of each operation, and
/// one outside all nodes at its end.
class StreamLinesTest {
    @Test
    void linesOfStreamsAlternateBetweenWorkAndIdleTime() throws IOException {
        for (String name : List.of("loops-cuda-nvidiapc-t.d", "loops-hip-amd-t.d")) {
            var path = TestData.require("hpctoolkit-v4/" + name);
            try (ProfileSource source = new HpctoolkitFormat().open(Input.of(path.toString()))) {
                Traces traces = source.traces();
                assertThat(traces.detail()).isEqualTo(Traces.Detail.SAMPLES);
                List<TraceLine> streams = streams(source, traces);
                assertThat(streams).as(name).isNotEmpty();
                long busy = 0;
                for (TraceLine line : streams) busy += busyNanos(line, traces, name);
                assertThat(busy / 1e9)
                        .as("%s, GPU operations in the profile", name)
                        .isCloseTo(gpuSeconds(source), within(1e-9));
            }
        }
    }

    private static List<TraceLine> streams(ProfileSource source, Traces traces) {
        List<TraceLine> streams = new ArrayList<>();
        for (TraceLine line : traces.lines()) {
            Context context = source.outline().contexts().get(line.context());
            if (context.stream() != Context.NONE) streams.add(line);
        }
        return streams;
    }

    private static double gpuSeconds(ProfileSource source) throws IOException {
        Profile profile = source.load(Slice.everything());
        Metric metric = profile.outline().metric("GPUOP").in(Metric.Scope.EXCLUSIVE);
        SparseRows rows = profile.column(metric).byContext();
        double sum = 0;
        for (int cell = 0; cell < rows.cells(); cell++) sum += rows.value(cell);
        return sum;
    }

    private static long busyNanos(TraceLine line, Traces traces, String name) {
        long[] busyAndIdle = new long[2];
        line.between(
                0,
                traces.endNanos(),
                (begin, end, node) ->
                        busyAndIdle[node == TraceLine.NO_NODE ? 1 : 0] += end - begin);
        assertThat(busyAndIdle[1]).as("%s, idle", name).isPositive();
        return busyAndIdle[0];
    }
}
