package treeline.record;

import treeline.model.Version;
import treeline.record.events.RecorderMessage;
import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;

/// Settings that rank 0 decides for all ranks, because a setting that differs between nodes could
/// leave ranks waiting for each other.
///
/// @param instant time 0 of the run
/// @param zeroNanos the clock of rank 0 at that time
record Start(
        boolean enabled,
        String name,
        Instant instant,
        long snapshotNanos,
        int firstSnapshot,
        boolean trace,
        long zeroNanos,
        OutputFolder folder,
        List<String> ignored,
        String problem) {

    Start {
        ignored = List.copyOf(ignored);
    }

    /// Collective. Overrides of options that are ignored are reported once, not by each rank, but
    /// for those that rank 0 does not have.
    ///
    /// @throws UncheckedIOException on all ranks if the output cannot be written, or if ranks run
    ///   different versions of the recorder
    static Start agree(RecorderOptions options, List<String> ignored, Communicator ranks) {
        return agree(options, ignored, ranks, Version.number());
    }

    /// All versions send their version first, and get an answer that starts with a text, empty if
    /// the versions are equal. All other messages may differ between versions.
    static Start agree(
            RecorderOptions options, List<String> ignored, Communicator ranks, String version) {
        String mixed = mixedVersions(ranks.gather(version.getBytes(StandardCharsets.UTF_8), 0));
        boolean decides = ranks.rank() == 0 && mixed.isEmpty();
        Start mine = decides ? decide(options, ignored) : null;
        byte[] own = mine == null ? new MessageWriter(96).text(mixed).message() : mine.message();
        var told = new MessageReader(ranks.broadcast(own, 0));
        String refused = told.text();
        if (!refused.isEmpty()) throw new NotStarted(refused, ranks.rank());
        Start start = mine == null ? read(told, options.output()) : mine;
        for (String each : ignored)
            if (mine != null) RecorderMessage.print(each);
            else if (!start.ignored.contains(each))
                RecorderMessage.print("rank %d: %s".formatted(ranks.rank(), each));
        if (!start.problem.isEmpty()) throw new NotStarted(start.problem, ranks.rank());
        return start;
    }

    /// @param versions of all ranks, or empty on ranks that do not know them
    private static String mixedVersions(List<byte[]> versions) {
        for (int rank = 1; rank < versions.size(); rank++)
            if (!Arrays.equals(versions.get(rank), versions.getFirst()))
                return ("ranks run different versions of the Treeline recorder: %s on rank 0, %s on"
                                + " rank %d; install one version")
                        .formatted(text(versions.getFirst()), text(versions.get(rank)), rank);
        return "";
    }

    private static String text(byte[] version) {
        return new String(version, StandardCharsets.UTF_8);
    }

    /// The directory is locked from now on.
    private static Start decide(RecorderOptions options, List<String> ignored) {
        OutputFolder folder = new OutputFolder(options.output());
        int firstSnapshot = 1;
        String problem = "";
        try {
            if (options.enabled()) {
                OutputChoice choice = OutputChoice.of(options);
                folder = choice.folder();
                firstSnapshot = folder.firstSnapshot();
                if (!choice.notice().isEmpty()) RecorderMessage.print(choice.notice());
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
                options.trace(),
                options.clock().map(LongSupplier::getAsLong).orElseGet(System::nanoTime),
                folder,
                ignored,
                problem);
    }

    private byte[] message() {
        MessageWriter message = new MessageWriter(96).text("").varint(ignored.size());
        ignored.forEach(message::text);
        return message.flag(enabled)
                .text(name)
                .varint(instant.getEpochSecond())
                .varint(instant.getNano())
                .varint(snapshotNanos)
                .varint(firstSnapshot)
                .flag(trace)
                .u64(zeroNanos)
                .text(folder.path().toString())
                .text(problem)
                .message();
    }

    private static Start read(MessageReader in, Path asked) {
        List<String> ignored = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) ignored.add(in.text());
        return new Start(
                in.flag(),
                in.text(),
                Instant.ofEpochSecond(in.varint(), in.varint()),
                in.varint(),
                in.count(),
                in.flag(),
                in.u64(),
                new OutputFolder(asked.getFileSystem().getPath(in.text())),
                ignored,
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
