package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.CommunicatorException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/// What was asked for and is not complete. Used by one thread at a time. Ranks wait here, many of
/// them on one core, and mostly in a program that Java has not compiled yet: so there is little to
/// do for a look whether something has come.
final class Progress {
    private static final long SHORTEST_PAUSE_NANOS = 20_000;
    private static final long STATUS_BYTES = 64; // more than the MPI_Status of any library

    private final MpiLibrary library;
    private final long handleBytes;
    private final MpiLibrary.Flag flag = new MpiLibrary.Flag();
    private final ArrayList<Request> started = new ArrayList<>();
    private final int spins;
    private final int yields;
    private final long longestPauseNanos;
    private int impatient;
    private int idleRounds;
    private long idleSince;

    /// The failure of a request that nobody waited for, told to whoever asks next.
    private @Nullable CommunicatorException untold;

    /// Operations that were asked for together and are complete together.
    static final class Request {
        final CompletableFuture<Boolean> done = new CompletableFuture<>();
        private final boolean patient;
        private final @Nullable NativeBuffers lent;
        private final NativeBuffers own = new NativeBuffers();
        private MemorySegment handles = MemorySegment.NULL;
        private MemorySegment statuses = MemorySegment.NULL;
        private int operations;
        private @Nullable CommunicatorException failure;

        /// Which operations are over, once one has failed.
        private final BitSet over = new BitSet();

        /// @param patient whether nobody is kept from his work by waiting for it
        /// @param lent buffers that are freed in the end; null leaves them to whoever asks
        Request(boolean patient, @Nullable NativeBuffers lent) {
            this.patient = patient;
            this.lent = lent;
        }

        private void end(@Nullable Throwable reason) {
            own.close();
            if (lent != null) lent.close();
            if (reason == null) done.complete(true);
            else done.completeExceptionally(reason);
        }
    }

    Progress(MpiLibrary library) {
        this.library = library;
        this.handleBytes = library.flavour().handle().byteSize();
        boolean crowded =
                MpiSearch.ofProcess().isCrowded(Runtime.getRuntime().availableProcessors());
        this.spins = crowded ? 0 : 100;
        this.yields = crowded ? 4 : 1000;
        this.longestPauseNanos = crowded ? 2_000_000 : 500_000;
    }

    boolean isEmpty() {
        return started.isEmpty();
    }

    /// Starts all operations of a request. Whatever goes wrong is told to whoever asked.
    void start(Request request, Call call, List<Object[]> operations) {
        try {
            CommunicatorException refusal = refusal();
            if (refusal == null) startAll(request, call, withHandles(request, operations));
            else request.end(refusal);
        } catch (RuntimeException | OutOfMemoryError failure) {
            request.end(failure);
        }
    }

    /// The arguments with the request as the last of them.
    private List<Object[]> withHandles(Request request, List<Object[]> operations) {
        int count = operations.size();
        request.handles = request.own.zero(count * handleBytes);
        request.statuses = request.own.allocate(count * STATUS_BYTES);
        started.ensureCapacity(started.size() + 1);
        List<Object[]> all = new ArrayList<>(count);
        for (Object[] arguments : operations) {
            Object[] more = Arrays.copyOf(arguments, arguments.length + 1);
            more[arguments.length] = handle(request, all.size());
            all.add(more);
        }
        return all;
    }

    private MemorySegment handle(Request request, int operation) {
        return request.handles.asSlice(operation * handleBytes, handleBytes);
    }

    /// From the first call on the request is among those that are looked at until all is over: what
    /// has begun goes on, also if the next call fails.
    private void startAll(Request request, Call call, List<Object[]> operations) {
        started.add(request);
        if (!request.patient) {
            impatient++;
            idleRounds = 0;
        }
        try {
            for (Object[] arguments : operations) {
                library.call(call, arguments);
                request.operations++;
            }
        } catch (CommunicatorException failure) {
            request.failure = failure;
        }
    }

    /// Lets the library work and completes what is complete.
    void poll() {
        idleRounds++;
        for (int i = started.size() - 1; i >= 0; i--) {
            Request request = started.get(i);
            if (!isOver(request)) continue;
            started.remove(i);
            if (!request.patient) {
                impatient--;
                idleRounds = 0;
            }
            if (request.lent != null && request.failure != null) untold = request.failure;
            request.end(request.failure);
        }
    }

    private boolean isOver(Request request) {
        if (request.failure != null) return isEachOver(request);
        try {
            return library.areComplete(request.operations, request.handles, flag, request.statuses);
        } catch (CommunicatorException failure) {
            request.failure = failure;
            return isEachOver(request);
        }
    }

    /// Each by itself: of several, of which one fails, MPI completes some.
    private boolean isEachOver(Request request) {
        for (int i = 0; i < request.operations; i++)
            if (!request.over.get(i) && isOver(request, i)) request.over.set(i);
        return request.over.cardinality() == request.operations;
    }

    private boolean isOver(Request request, int operation) {
        try {
            return library.areComplete(1, handle(request, operation), flag, request.statuses);
        } catch (CommunicatorException _) {
            return true; // the first failure is the one that is told
        }
    }

    /// Why nothing can be started now, or null. A call after `MPI_Finalize` would end the process.
    private @Nullable CommunicatorException refusal() {
        if (library.isFinalized(flag))
            return new CommunicatorException(
                    "MPI was finalized by the program; close the recorder and its communicator"
                            + " before");
        CommunicatorException told = untold;
        untold = null;
        return told;
    }

    /// Waits a little, longer the longer it has waited: ranks may share a core, and then the one
    /// that spins keeps the other from sending what it waits for. Where there are more ranks than
    /// cores, all but a few wait, and even polling now and then takes the cores from those few.
    @SuppressWarnings("ThreadPriorityCheck") // nothing else lets the other rank of this core run
    void pause() {
        if (impatient == 0) {
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
