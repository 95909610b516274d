package treeline.record;

import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/// What rank 0 decides for all: a setting that differs between nodes must not leave ranks waiting
/// for each other.
record Start(
        boolean enabled,
        String name,
        Instant instant,
        long snapshotNanos,
        int firstSnapshot,
        OutputFolder folder,
        String problem) {

    /// Collective.
    ///
    /// @throws UncheckedIOException on all ranks if the output cannot be written
    static Start agree(RecorderOptions options, Communicator ranks) {
        Start mine = ranks.rank() == 0 ? decide(options) : null;
        byte[] told = ranks.broadcast(mine == null ? new byte[0] : mine.message(), 0);
        Start start = mine == null ? read(new MessageReader(told)) : mine;
        if (!start.problem.isEmpty()) throw new NotStarted(start.problem, ranks.rank());
        return start;
    }

    /// The directory is locked from now on.
    private static Start decide(RecorderOptions options) {
        OutputFolder folder = new OutputFolder(options.output());
        int firstSnapshot = 1;
        String problem = "";
        try {
            if (options.enabled()) {
                OutputChoice choice = OutputChoice.of(options);
                folder = choice.folder();
                firstSnapshot = folder.firstSnapshot();
                if (!choice.notice().isEmpty()) System.err.println("treeline: " + choice.notice());
            }
        } catch (IOException failed) {
            problem = WritePhase.messageOf(failed);
            folder.unlock();
        }
        return new Start(
                options.enabled(),
                UUID.randomUUID().toString(),
                Instant.now(),
                options.snapshotInterval().toNanos(),
                firstSnapshot,
                folder,
                problem);
    }

    private byte[] message() {
        return new MessageWriter(96)
                .flag(enabled)
                .text(name)
                .varint(instant.getEpochSecond())
                .varint(instant.getNano())
                .varint(snapshotNanos)
                .varint(firstSnapshot)
                .text(folder.path().toString())
                .text(problem)
                .message();
    }

    private static Start read(MessageReader in) {
        return new Start(
                in.flag(),
                in.text(),
                Instant.ofEpochSecond(in.varint(), in.varint()),
                in.varint(),
                in.count(),
                new OutputFolder(Path.of(in.text())),
                in.text());
    }

    /// Ends a program that does not catch it with one line: what is wrong is not in the program,
    /// and every rank would print the same stack.
    private static final class NotStarted extends UncheckedIOException {
        NotStarted(String problem, int rank) {
            super(
                    rank == 0 ? problem : "rank %d: %s".formatted(rank, problem),
                    new IOException(problem));
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public void printStackTrace(PrintStream to) {
            to.println(line());
        }

        @Override
        public void printStackTrace(PrintWriter to) {
            to.println(line());
        }

        private String line() {
            return "treeline: " + getMessage();
        }
    }
}
