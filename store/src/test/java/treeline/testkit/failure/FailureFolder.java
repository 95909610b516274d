package treeline.testkit.failure;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Everything that a failed test leaves is in one folder, `target/failures/CLASS.METHOD` below the
/// root of the repository: its exception and output, the small files of its temporary folders, and
/// what its fixtures added to [Evidence]. JUnit finds this listener as a service.
public final class FailureFolder implements TestExecutionListener {
    /// A folder to be used instead of `target/failures`.
    static final String PROPERTY = "treeline.failures";

    private static final int MAX_NAME = 150;

    /// What tests printed, by their ids.
    private final Map<String, Map<String, String>> printed = new TreeMap<>();

    private Runnable resume = () -> {};

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        resume = Evidence.suspended();
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        resume.run();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        Evidence.start();
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        printed.computeIfAbsent(test.getUniqueId(), _ -> new TreeMap<>())
                .putAll(entry.getKeyValuePairs());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Map<String, String> texts = printed.remove(test.getUniqueId());
        try {
            if (result.getStatus() == TestExecutionResult.Status.FAILED)
                write(test, result, texts == null ? Map.of() : texts);
        } catch (IOException failed) {
            System.err.println("no folder for the failure of " + name(test) + ": " + failed);
        } finally {
            Evidence.end();
        }
    }

    private static void write(
            TestIdentifier test, TestExecutionResult result, Map<String, String> texts)
            throws IOException {
        Path root = Path.of(System.getProperty(PROPERTY, "../target/failures"));
        Path folder = Evidence.unused(Files.createDirectories(root), name(test));
        Files.createDirectory(folder);
        try (var report = new PrintWriter(Files.newBufferedWriter(folder.resolve("failure.txt")))) {
            report.println(test.getUniqueId());
            report.println(facts());
            result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(report));
        }
        for (var each : texts.entrySet())
            Files.writeString(folder.resolve(each.getKey() + ".txt"), each.getValue());
        for (Evidence.Writer each : Evidence.writers()) {
            try {
                each.writeTo(folder);
            } catch (Exception failed) {
                Files.writeString(Evidence.unused(folder, "lost.txt"), failed.toString());
            }
        }
    }

    /// What a repetition needs, besides the seeds that tests fix: other seeds and sizes are system
    /// properties.
    private static String facts() {
        var chosen = new TreeMap<String, String>();
        for (String key : System.getProperties().stringPropertyNames())
            if (key.startsWith("treeline.") || key.startsWith("fuzz."))
                chosen.put(key, System.getProperty(key));
        return "Java %s, %d processors, load %.1f, locale %s, %s"
                .formatted(
                        Runtime.version(),
                        Runtime.getRuntime().availableProcessors(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                        Locale.getDefault(),
                        chosen);
    }

    /// `package.Class.method`, and the number of the invocation if there are several.
    private static String name(TestIdentifier test) {
        String name =
                switch (test.getSource().orElse(null)) {
                    case MethodSource method ->
                            method.getClassName() + "." + method.getMethodName();
                    case ClassSource type -> type.getClassName();
                    case null, default -> test.getDisplayName();
                };
        String last = test.getUniqueIdObject().getLastSegment().getValue();
        String safe = (last.matches("#\\d+") ? name + last : name).replaceAll("[^\\w.#$-]", "_");
        return safe.substring(0, Math.min(safe.length(), MAX_NAME));
    }
}
