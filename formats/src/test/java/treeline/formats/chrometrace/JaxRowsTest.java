package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A device of JAX has several rows for the same work, which counts once.
class JaxRowsTest {
    @TempDir Path folder;

    /// Each row has one slice of 600 us.
    private ProfileSource open(String... rows) throws IOException {
        var text = new StringBuilder("{\"traceEvents\": [\n");
        text.append(
                """
                {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
                {"ph": "M", "pid": 7, "name": "process_name", "args": {"name": "/host:CPU"}},
                """);
        for (int row = 0; row < rows.length; row++)
            text.append(
                    """
                    {"ph": "M", "pid": 1, "tid": %d, "name": "thread_name", "args": {"name": "%s"}},
                    """
                            .formatted(10 + row, rows[row]));
        for (int row = 0; row < rows.length; row++)
            text.append(
                    """
                    {"ph": "X", "pid": 1, "tid": %d, "ts": 100, "dur": 600, "name": "work"},
                    """
                            .formatted(10 + row));
        text.append(
                """
                {"ph": "X", "pid": 7, "tid": 5, "ts": 0, "dur": 900, "name": "step"}]}
                """);
        Path file = Files.writeString(folder.resolve("jax.json"), text);
        return Formats.all().open(file.toString());
    }

    private static double gpuTime(Profile profile) {
        Metric metric = profile.outline().metric("gpu time").in(Metric.Scope.EXCLUSIVE);
        int node = profile.tree().at(List.of("work"));
        double sum = 0;
        for (int context = 0; context < profile.contexts().size(); context++) {
            double value = profile.column(metric).at(context, node);
            if (value > 0) sum += value;
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({
        "Stream #10(Compute);XLA Modules;XLA Ops, 600",
        "Steps;XLA Modules;Framework Ops;Stream #10(Compute);Stream #11(MemcpyH2D), 1200",
        "Steps;XLA Modules;XLA Ops;Framework Name Scope;Source code, 600",
        "Stream #10, 600",
        "XLA Ops, 600",
        "queue a;queue b, 1200"
    })
    void workOfDevicesCountsOnce(String rows, double micros) throws IOException {
        try (ProfileSource source = open(rows.split(";"))) {
            assertThat(gpuTime(source.load(Slice.everything()))).isEqualTo(micros);
        }
    }

    @Test
    void ignoredRowsAreReported() throws IOException {
        try (ProfileSource source = open("Stream #10(Compute)", "XLA Modules", "XLA Ops")) {
            assertThat(source.report().isLossy()).isFalse();
            assertThat(source.report().entries().toString())
                    .contains(
                            "rows of a device that repeat work of other rows are ignored, 2 times"
                                    + " (first: XLA Modules)");
        }
    }
}
