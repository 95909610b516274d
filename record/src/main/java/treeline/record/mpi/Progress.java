package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.ranks.CommunicatorException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final MpiLibrary.Flag flag = new MpiLibrary.Flag();
    private final MemorySegment status = Arena.global().allocate(STATUS_BYTES, Long.BYTES);
    private final ArrayList<Request> started = new ArrayList<>();
    private final int spins;
    private final int yields;
    private final long longestPauseNanos;
    private int impatient;
    private int idleRounds;
    private long idleSince;

    /// Operations that were asked for together and are complete together.
    static final class Request {
        final CompletableFuture<Boolean> done = new CompletableFuture<>();
        private final boolean patient;
        private final NativeBuffers own = new NativeBuffers();

        /// Those that have begun.
        private final List<MemorySegment> handles = new ArrayList<>();

        /// How many of them are over, from the first on.
        private int over;

        private @Nullable CommunicatorException failure;

        /// @param patient whether nobody is kept from his work by waiting for it
        Request(boolean patient) {
            this.patient = patient;
        }

        private void end(@Nullable Throwable reason) {
            own.close();
            if (reason == null) done.complete(true);
            else done.completeExceptionally(reason);
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

    /// Starts all operations of a request. Whatever goes wrong is told to whoever asked.
    void start(Request request, Call call, List<Object[]> operations) {
        try {
            if (!library.isFinalized(flag))
                startAll(request, call, withHandles(request, operations));
            else request.end(finalized());
        } catch (RuntimeException | OutOfMemoryError failure) {
            request.end(failure);
        }
    }

    /// The arguments with the handle of the operation as the last of them.
    private static List<Object[]> withHandles(Request request, List<Object[]> operations) {
        MemorySegment handles = request.own.zero((long) operations.size() * Long.BYTES);
        List<Object[]> all = new ArrayList<>(operations.size());
        for (Object[] arguments : operations) {
            Object[] more = Arrays.copyOf(arguments, arguments.length + 1);
            more[arguments.length] = handles.asSlice((long) all.size() * Long.BYTES, Long.BYTES);
            all.add(more);
        }
        return all;
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
                request.handles.add((MemorySegment) arguments[arguments.length - 1]);
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
            request.end(request.failure);
        }
    }

    /// The library works on all operations whichever it is asked for: so one that is not over is
    /// enough to know.
    private boolean isOver(Request request) {
        for (; request.over < request.handles.size(); request.over++)
            if (!isOver(request, request.handles.get(request.over))) return false;
        return true;
    }

    /// The first failure is the one that is told, when all are over.
    private boolean isOver(Request request, MemorySegment handle) {
        try {
            return library.isComplete(handle, flag, status);
        } catch (CommunicatorException failure) {
            if (request.failure == null) request.failure = failure;
            return true;
        }
    }

    /// A call after `MPI_Finalize` would end the process.
    private static CommunicatorException finalized() {
        return new CommunicatorException(
                "the program has already called MPI_Finalize; close the recorder and its"
                        + " communicator first");
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
