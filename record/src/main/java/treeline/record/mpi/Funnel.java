package treeline.record.mpi;

import java.util.List;
import java.util.function.Supplier;

/// Where all MPI calls of a process pass, so that one thread makes them whichever thread asks.
/// Operations that wait for other ranks are started and then polled, never waited for inside MPI:
/// the program and the snapshots of the recorder may each have one under way, and if a call for one
/// of them blocked the thread, two ranks could wait for each other for ever.
sealed interface Funnel permits OwnThreadFunnel, PatientFunnel, CallerFunnel {
    /// Runs calls that return without waiting for other ranks.
    <R> R run(Supplier<R> calls);

    /// Starts an operation (its function without the request, which is its last parameter) and
    /// returns when it is complete.
    default void complete(Call call, Object... arguments) {
        completeAll(call, List.<Object[]>of(arguments));
    }

    /// The same for several operations at once. It returns when all are over, also if one has
    /// failed: no buffer may be freed while another operation writes to its own.
    void completeAll(Call call, List<Object[]> operations);

    /// The same for work beside the program, which may wait longer if that costs the program less.
    Funnel patient();

    /// Completes what was started, runs the last calls and ends.
    void close(Runnable lastCalls);
}
