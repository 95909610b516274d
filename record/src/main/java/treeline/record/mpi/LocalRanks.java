package treeline.record.mpi;

import treeline.record.InProcessRanks;

/// Runs a program written against [Comm] with all its ranks in this JVM, on virtual threads.
public final class LocalRanks {
    private LocalRanks() {}

    /// What one rank does.
    @FunctionalInterface
    public interface Program {
        void run(Comm comm) throws Exception;
    }

    /// Returns when all ranks have ended.
    ///
    /// @throws treeline.record.CommunicatorException if a rank threw: what the others wait for is
    ///   aborted
    public static void run(int size, Program program) {
        Mailboxes mailboxes = new Mailboxes();
        InProcessRanks.run(
                size,
                ranks -> {
                    try {
                        program.run(new LocalComm(ranks, mailboxes));
                    } catch (Throwable thrown) {
                        mailboxes.abort("rank %d failed: %s".formatted(ranks.rank(), thrown));
                        throw thrown;
                    }
                });
    }
}
