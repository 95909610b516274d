package treeline.record;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What became of a recording. Complete on rank 0, which also prints the problems; other ranks know
/// the time of the first phase only.
///
/// @param sync agreeing on the call paths (phase 1)
/// @param gather bringing the values to the aggregators (phase 2), on the slowest
/// @param write building and writing the files (phase 3), on the slowest
/// @param problems misuse and failures, a sentence each; empty if all is well
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
