package treeline.testkit;

import com.sun.management.OperatingSystemMXBean;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Writes the CPU time of each test class, of the child processes that ended in it as well, to a
/// file that `build/TestSummary.java` reads: wall-clock time says little on a machine that runs
/// several test JVMs.
///
/// A class is charged for everything since the class before it ended, so the times of a JVM add up
/// to its total. The folder is that of system property `treeline.test.times`; without it nothing is
/// written.
public final class ClassTimes implements TestExecutionListener {
    private static final long NANOS_PER_TICK = 10_000_000; // of /proc, on every Linux since 2.6
    private static final int CHILDREN_USER =
            13; // the field after the name of the program, from 0: proc_pid_stat(5), cutime
    private static final int CHILDREN_SYSTEM = 14; // cstime

    private long cpuBefore;
    private long wallBefore;

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test)) wallBefore = System.nanoTime();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        String folder = System.getProperty("treeline.test.times", "");
        if (folder.isEmpty() || !isClass(test)) return;
        long cpu = cpuNanos();
        String line =
                className(test)
                        + "\t"
                        + (cpu - cpuBefore) / 1_000_000
                        + "\t"
                        + (System.nanoTime() - wallBefore) / 1_000_000
                        + "\n";
        cpuBefore = cpu;
        append(Path.of(folder, ProcessHandle.current().pid() + ".tsv"), line);
    }

    /// A test class that is not nested in another one.
    private static boolean isClass(TestIdentifier test) {
        return test.getSource().orElse(null) instanceof ClassSource source
                && !source.getClassName().contains("$");
    }

    private static String className(TestIdentifier test) {
        return ((ClassSource) test.getSource().orElseThrow()).getClassName();
    }

    private static void append(Path file, String line) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long cpuNanos() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() + childrenCpuNanos();
    }

    /// Of children that ended; 0 where there is no `/proc`.
    private static long childrenCpuNanos() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]))
                    * NANOS_PER_TICK;
        } catch (IOException e) {
            return 0;
        }
    }
}
