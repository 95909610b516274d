package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// No test waits for an event by sleeping: it fails on a slow machine, or wastes time on a fast
/// one. Latches, joins and [treeline.testkit.FolderWatch] return when the event happens.
class SleepsInTestsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String SLEEP = "Thread" + ".sleep(";

    /// Sleeps that are work: their duration is measured, or it is the condition that is tested.
    private static final Map<String, Integer> WORK =
            Map.ofEntries(
                    Map.entry("StopwatchTest", 1), // the task whose time is taken
                    Map.entry("MpiReportTest", 2), // computing and sending ranks
                    Map.entry("JvmService", 2), // recorded by Flight Recorder as sleep, socket read
                    Map.entry("DashboardServerTest", 2), // a slow client; a retry after a refusal
                    Map.entry("KillTest", 1), // the moment of a kill
                    Map.entry("NativeSnapshotsTest", 2), // the moments of kills
                    Map.entry("SnapshotTest", 4), // steps of programs; the moment of a kill
                    Map.entry("AgentTest", 2), // recorded methods
                    Map.entry("AgentAroundTest", 1), // a recorded method
                    Map.entry("AgentCostTest", 2), // recorded methods
                    Map.entry("UnattendedTest", 1), // a recorded event
                    Map.entry("PrototypeMistakesTest", 1), // a recorded event
                    Map.entry("RecorderTest", 1), // a recorded event
                    Map.entry("LiveRecordingTest", 1), // a recorded event
                    Map.entry("ExitTest", 4), // programs that are ended from outside, and events
                    Map.entry("Scenarios", 1), // a message that arrives late
                    Map.entry("PhasesTest", 1), // an aggregator that is late
                    Map.entry("RecordedProgram", 1), // a program that is ended from outside
                    Map.entry("ExitProgram", 1)); // a program that is ended from outside

    @Test
    void noOtherTestSleeps() throws IOException {
        assertThat(sleeps()).isEqualTo(WORK);
    }

    /// The number of sleeps by class.
    private static Map<String, Integer> sleeps() throws IOException {
        Map<String, Integer> sleeps = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) addSleeps(module.resolve("src/test/java"), sleeps);
        }
        return sleeps;
    }

    private static void addSleeps(Path sources, Map<String, Integer> sleeps) throws IOException {
        if (!Files.isDirectory(sources)) return;
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                int count =
                        Files.readString(file)
                                        .split(java.util.regex.Pattern.quote(SLEEP), -1)
                                        .length
                                - 1;
                String name = file.getFileName().toString().replace(".java", "");
                if (count > 0) sleeps.merge(name, count, Integer::sum);
            }
        }
    }
}
