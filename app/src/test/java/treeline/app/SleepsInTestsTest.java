package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
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
                    Map.entry("JvmService", 2), // recorded by Flight Recorder as sleep, socket read
                    Map.entry("DashboardServerTest", 2), // a slow client; a retry after a refusal
                    Map.entry("KillTest", 1), // the moment of a kill
                    Map.entry("NativeSnapshotsTest", 2), // the moments of kills
                    Map.entry("SnapshotTest", 4), // steps of programs; the moment of a kill
                    Map.entry("AgentTest", 2), // recorded methods
                    Map.entry("AgentAroundTest", 1), // a recorded method
                    Map.entry("AgentCostTest", 3), // recorded methods
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

    /// Limits that end a hang do not end a test on a busy machine.
    @Test
    void limitsArePatient() throws IOException {
        assertThat(matches(Pattern.compile("@Time" + "out\\((?!2 \\* Patience|Patience|3_600\\))")))
                .isEmpty();
    }

    /// `Dashboard.settle` waits for answers. A page is idle for the network only once.
    @Test
    void noTestWaitsForAPageByTime() throws IOException {
        assertThat(matches(Pattern.compile("waitForTime" + "out\\(|LoadState\\.NETWORK" + "IDLE")))
                .isEmpty();
    }

    private static Map<String, Integer> sleeps() throws IOException {
        return matches(Pattern.compile(Pattern.quote(SLEEP)));
    }

    /// How often a pattern matches, by class.
    private static Map<String, Integer> matches(Pattern pattern) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList())
                addMatches(pattern, module.resolve("src/test/java"), counts);
        }
        return counts;
    }

    private static void addMatches(Pattern pattern, Path sources, Map<String, Integer> counts)
            throws IOException {
        if (!Files.isDirectory(sources)) return;
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                int count = (int) pattern.matcher(Files.readString(file)).results().count();
                String name = file.getFileName().toString().replace(".java", "");
                if (count > 0) counts.merge(name, count, Integer::sum);
            }
        }
    }
}
