package treeline.bench.record.mpi;

import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One run of an example, as it tells itself.
///
/// @param seconds from before the recorder starts to after it is closed, all ranks
/// @param phaseSeconds of writing the recording at the end; 0 if it is not recorded
record ExampleRun(double seconds, double phaseSeconds, int snapshots) {
    private static final Pattern TIME = Pattern.compile(" ranks, ([0-9.]+) s: ");
    private static final Pattern PHASES =
            Pattern.compile(
                    "([0-9.]+) ms to agree, ([0-9.]+) ms to gather, ([0-9.]+) ms to write"
                            + "(?:, (\\d+) snapshots)?");

    /// How an example is run.
    enum Recording {
        OFF,
        ON,
        SNAPSHOTS
    }

    static ExampleRun of(
            Recording recording, int ranks, Class<?> main, Path output, List<String> options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("--output", output.toString()));
        if (recording == Recording.SNAPSHOTS) arguments.addAll(List.of("--snapshot", "2"));
        String printed =
                Launch.output(
                        Launch.ranks(ranks, main, arguments.toArray(String[]::new)),
                        Map.of("TREELINE_RECORD_ENABLED", "" + (recording != Recording.OFF)));
        Matcher time = TIME.matcher(printed);
        if (!time.find()) throw new IOException("expected a time, found:%n%s".formatted(printed));
        double seconds = Double.parseDouble(time.group(1));
        Matcher phases = PHASES.matcher(printed);
        if (!phases.find()) return new ExampleRun(seconds, 0, 0);
        double millis = 0;
        for (int phase = 1; phase <= 3; phase++) millis += Double.parseDouble(phases.group(phase));
        String snapshots = phases.group(4);
        return new ExampleRun(
                seconds, millis / 1e3, snapshots == null ? 0 : Integer.parseInt(snapshots));
    }

    /// The events that a recording holds, per rank.
    static double eventsPerRank(Path recording, int ranks) throws IOException {
        Profile profile = ReadProgram.load(recording.toString());
        SparseRows calls = profile.column("calls").byContext();
        double events = 0;
        for (int cell = 0; cell < calls.cells(); cell++) events += calls.value(cell);
        return events / ranks;
    }
}
