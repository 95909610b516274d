package treeline.record;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Result of a recording. Complete on rank 0, which also prints the problems; other ranks know only
/// the duration of the first phase.
///
/// @param sync duration of phase 1, agreement on call paths
/// @param gather duration of phase 2, sending values to the aggregators, on the slowest rank
/// @param write duration of phase 3, building and writing the files, on the slowest rank
/// @param problems misuse and failures, one sentence each; empty if there were none
public record RecordingReport(
        Path output,
        int ranks,
        int files,
        long bytes,
        Duration sync,
        Duration gather,
        Duration write,
        int snapshots,
        List<String> problems) {

    public RecordingReport {
        problems = List.copyOf(problems);
    }

    static RecordingReport nothing(Path output, List<String> problems) {
        return new RecordingReport(
                output, 0, 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, problems);
    }
}
