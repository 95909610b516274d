package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.CommunicatorException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/// The operations that were started and are not complete. Used by one thread at a time.
final class Progress {
    private static final long SHORTEST_PAUSE_NANOS = 20_000;
    private static final long STATUS_BYTES = 64; // more than the MPI_Status of any library

    private final MpiLibrary library;
    private final MemorySegment flag = Arena.global().allocate(ValueLayout.JAVA_INT);
    private final MemorySegment status = Arena.global().allocate(STATUS_BYTES, Long.BYTES);
    private final List<Started> started = new ArrayList<>();
    private final int spins;
    private final int yields;
    private final long longestPauseNanos;
    private int idleRounds;
    private long idleSince;

    /// The failure of an operation that nobody waited for, told to whoever asks next.
    private @Nullable CommunicatorException untold;

    /// @param patient whether nobody is kept from his work by waiting for it
    private record Started(
            boolean patient,
            MemorySegment request,
            NativeBuffers own,
            @Nullable NativeBuffers lent,
            CompletableFuture<Boolean> done) {
        void end() {
            own.close();
            if (lent != null) lent.close();
        }
    }

    Progress(MpiLibrary library) {
        this.library = library;
        boolean crowded =
                MpiSearch.ofProcess().isCrowded(Runtime.getRuntime().availableProcessors());
        this.spins = crowded ? 0 : 100;
        this.yields = crowded ? 4 : 1000;
        this.longestPauseNanos = crowded ? 2_000_000 : 500_000;
    }

    boolean isEmpty() {
        return started.isEmpty();
    }

    /// Starts an operation. `lent` buffers are freed when it is complete; null leaves the buffers
    /// to the caller.
    void start(
            boolean patient,
            CompletableFuture<Boolean> done,
            @Nullable NativeBuffers lent,
            Call call,
            Object[] arguments) {
        CommunicatorException refusal = refusal();
        if (refusal != null) {
            done.completeExceptionally(refusal);
            return;
        }
        NativeBuffers own = new NativeBuffers();
        Started operation = new Started(patient, own.zero(Long.BYTES), own, lent, done);
        Object[] all = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = operation.request;
        try {
            library.call(call, all);
        } catch (CommunicatorException failure) {
            fail(operation, failure);
            return;
        }
        started.add(operation);
        if (!patient) idleRounds = 0;
    }

    /// Lets the library work and completes what is complete.
    void poll() {
        idleRounds++;
        for (int i = started.size() - 1; i >= 0; i--)
            if (isEnded(started.get(i))) started.remove(i);
    }

    private boolean isEnded(Started operation) {
        try {
            if (!library.isComplete(operation.request, flag, status)) return false;
            operation.end();
            operation.done.complete(true);
        } catch (CommunicatorException failure) {
            fail(operation, failure);
        }
        if (!operation.patient) idleRounds = 0;
        return true;
    }

    /// Why nothing can be started now, or null. A call after `MPI_Finalize` would end the process.
    private @Nullable CommunicatorException refusal() {
        if (library.integer(Call.FINALIZED) != 0)
            return new CommunicatorException(
                    "MPI was finalized by the program; close the recorder and its communicator"
                            + " before");
        CommunicatorException told = untold;
        untold = null;
        return told;
    }

    private void fail(Started operation, CommunicatorException failure) {
        operation.end();
        operation.done.completeExceptionally(failure);
        if (operation.lent != null) untold = failure;
    }

    /// Waits a little, longer the longer it has waited: ranks may share a core, and then the one
    /// that spins keeps the other from sending what it waits for. Where there are more ranks than
    /// cores, all but a few wait, and even polling now and then takes the cores from those few.
    @SuppressWarnings("ThreadPriorityCheck") // nothing else lets the other rank of this core run
    void pause() {
        if (started.stream().allMatch(Started::patient)) {
            LockSupport.parkNanos(longestPauseNanos);
            return;
        }
        if (idleRounds == 1) idleSince = System.nanoTime();
        if (idleRounds < spins) Thread.onSpinWait();
        else if (idleRounds < spins + yields) Thread.yield();
        else
            LockSupport.parkNanos(
                    Math.clamp(
                            (System.nanoTime() - idleSince) / 4,
                            SHORTEST_PAUSE_NANOS,
                            longestPauseNanos));
    }
}
