package treeline.testkit.files;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.EnumSet;
import java.util.Set;

/// Fails the first call of a scenario, in the next run the second one, and so on until the scenario
/// ends before the chosen call: the out-of-memory and I/O error loops of SQLite's tests.
public final class Faults {
    private static final Set<Call.Kind> GROWTH =
            EnumSet.of(
                    Call.Kind.CREATE,
                    Call.Kind.WRITE,
                    Call.Kind.FORCE,
                    Call.Kind.CLOSE,
                    Call.Kind.RENAME,
                    Call.Kind.LINK,
                    Call.Kind.MAKE_DIRECTORY);
    private static final Set<Call.Kind> BY_CHANNEL =
            EnumSet.of(Call.Kind.READ, Call.Kind.WRITE, Call.Kind.RESIZE, Call.Kind.FORCE);
    private static final Set<Call.Kind> WITHOUT_NAME =
            EnumSet.of(
                    Call.Kind.READ,
                    Call.Kind.WRITE,
                    Call.Kind.RESIZE,
                    Call.Kind.FORCE,
                    Call.Kind.CLOSE,
                    Call.Kind.LOCK);
    private static final Set<Call.Kind> BY_PATH =
            EnumSet.of(
                    Call.Kind.CREATE,
                    Call.Kind.OPEN,
                    Call.Kind.RENAME,
                    Call.Kind.DELETE,
                    Call.Kind.LINK,
                    Call.Kind.LIST,
                    Call.Kind.MAKE_DIRECTORY);

    /// What fails, and how.
    public enum Fault {
        /// One call of any kind.
        INPUT_OUTPUT_ERROR("Input/output error"),
        /// One call that may need space; on network file systems that includes `close`.
        NO_SPACE("No space left on device"),
        /// From a call on, all that may need space.
        DISK_FULL("No space left on device"),
        /// One call that names a file.
        ACCESS_DENIED("Permission denied"),
        /// The thread is interrupted, which closes the channel that it uses.
        INTERRUPT("interrupted");

        private final String reason;

        Fault(String reason) {
            this.reason = reason;
        }

        private boolean concerns(Call call) {
            return switch (this) {
                case INPUT_OUTPUT_ERROR -> true;
                case NO_SPACE, DISK_FULL -> GROWTH.contains(call.kind());
                case ACCESS_DENIED -> BY_PATH.contains(call.kind());
                case INTERRUPT -> BY_CHANNEL.contains(call.kind());
            };
        }

        /// As `sun.nio.fs` and `sun.nio.ch` report it: files are named only by calls with a path.
        private IOException exception(Call call) {
            String file = call.path().toString();
            if (this == ACCESS_DENIED) return new AccessDeniedException(file);
            if (this == INTERRUPT) {
                Thread.currentThread().interrupt();
                return new ClosedByInterruptException();
            }
            return WITHOUT_NAME.contains(call.kind())
                    ? new IOException(reason)
                    : new FileSystemException(file, null, reason);
        }
    }

    /// The code under test.
    @FunctionalInterface
    public interface Scenario {
        void run(WatchedFileSystem system) throws Exception;
    }

    /// Makes the folder in which a scenario starts.
    @FunctionalInterface
    public interface Setup {
        WatchedFileSystem system() throws Exception;
    }

    /// Checks what a fault has left. The file system does not fail any more.
    @FunctionalInterface
    public interface Check {
        /// Throws if what is there is not permitted.
        ///
        /// @param thrown by the scenario; null if it returned
        void check(WatchedFileSystem system, Call failed, @Nullable Exception thrown)
                throws Exception;
    }

    private Faults() {}

    /// Runs a scenario once for each of its calls, which fails; returns the number of faults.
    public static int each(Fault fault, Setup setup, Scenario scenario, Check check)
            throws Exception {
        for (int n = 1; ; n++) {
            WatchedFileSystem system = setup.system();
            var failing = new Failing(fault, n);
            system.watch(failing);
            Exception thrown = thrownBy(scenario, system);
            system.watchNoLonger();
            Call failed = failing.failed;
            if (failed == null) {
                if (thrown != null) throw thrown;
                return n - 1;
            }
            try {
                check.check(system, failed, thrown);
            } catch (Exception | AssertionError wrong) {
                throw new AssertionError(
                        "%s at call %d, %s: %s".formatted(fault, n, failed, wrong), wrong);
            }
        }
    }

    private static @Nullable Exception thrownBy(Scenario scenario, WatchedFileSystem system) {
        try {
            scenario.run(system);
            return null;
        } catch (Exception thrown) {
            return thrown;
        } finally {
            boolean _ = Thread.interrupted();
        }
    }

    /// Thread-safe, because ranks write at the same time.
    private static final class Failing implements Watcher {
        private final Fault fault;
        private int left;
        private volatile @Nullable Call failed;

        Failing(Fault fault, int n) {
            this.fault = fault;
            this.left = n;
        }

        @Override
        public synchronized void before(Call call) throws IOException {
            if (!fault.concerns(call)) return;
            if (--left > 0) return;
            if (left < 0 && fault != Fault.DISK_FULL) return;
            if (failed == null) failed = call;
            throw fault.exception(call);
        }
    }
}
