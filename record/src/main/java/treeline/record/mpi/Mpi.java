package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.CommunicatorException;
import treeline.record.ranks.SoloCommunicator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The MPI library of this process.
///
/// **Initialisation.** If the program (or another library) has called `MPI_Init`, MPI is used as
/// initialised and not finalized. Otherwise [#world] initialises MPI, and closing that communicator
/// finalizes it.
///
/// **Threads.** One platform thread makes all MPI calls, whichever thread requests them:
///
/// | MPI was initialised by | with | calls are made by |
/// |---|---|---|
/// | Treeline | `MPI_THREAD_FUNNELED` | a thread of Treeline; any thread may request calls |
/// | the program | `MPI_THREAD_MULTIPLE` | a thread of Treeline; any thread may request calls |
/// | the program | a lower level | the thread that called [#world], which alone may request calls |
///
/// In the first two cases the recorder takes snapshots in the background. In the last case
/// snapshots fail and are reported, because MPI forbids calls from a second thread (`FUNNELED`) or
/// concurrent with those of the program (`SERIALIZED`).
///
/// A program with its own MPI binding must initialise MPI before it uses this class. Otherwise it
/// finds MPI initialised for a thread of Treeline.
public final class Mpi {
    private static @Nullable Mpi running;

    /// The closed world communicator of a program that initialised MPI itself.
    private static @Nullable NativeComm formerWorld;

    private final MpiLibrary library;
    private final Funnel funnel;
    private final boolean initialisedHere;
    private final CreationOrder creationOrder = new CreationOrder();
    private @Nullable MpiCommunicator first;

    private Mpi(MpiLibrary library, boolean initialisedHere, Funnel funnel) {
        this.library = library;
        this.initialisedHere = initialisedHere;
        this.funnel = funnel;
    }

    /// A communicator of all ranks. Collective.
    ///
    /// @throws CommunicatorException if there is no MPI library, it does not belong to the
    ///   launcher, or MPI has been finalized
    public static synchronized Communicator world() {
        MpiSearch search = MpiSearch.ofProcess();
        Mpi mpi = running;
        if (mpi == null) mpi = start(search, search.load().orElseThrow(search::notFound));
        running = mpi;
        return mpi.openWorld();
    }

    /// The same, or a single rank if no MPI library is installed.
    public static synchronized Communicator worldOrSerial() {
        if (running == null && MpiSearch.ofProcess().load().isEmpty())
            return new SoloCommunicator();
        return world();
    }

    /// Whether an MPI launcher started this process.
    public static boolean isLaunched() {
        return MpiSearch.ofProcess().launchedRanks().isPresent();
    }

    private static Mpi start(MpiSearch search, MpiLibrary library) {
        if (library.integer(Call.FINALIZED) != 0)
            throw new CommunicatorException(
                    "MPI has been finalized, and cannot be started a second time in one process");
        boolean initialised = library.integer(Call.INITIALIZED) != 0;
        Mpi mpi = initialised ? join(library) : initialise(library);
        mpi.checkLauncher(search);
        return mpi;
    }

    private static Mpi initialise(MpiLibrary library) {
        OwnThreadFunnel funnel = new OwnThreadFunnel(library);
        funnel.run(() -> initialiseFor(library, library.flavour().threadFunnelled));
        return new Mpi(library, true, funnel);
    }

    private static int initialiseFor(MpiLibrary library, int level) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
            library.call(Call.INIT_THREAD, MemorySegment.NULL, MemorySegment.NULL, level, provided);
            return provided.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private static Mpi join(MpiLibrary library) {
        boolean anyThread = library.integer(Call.QUERY_THREAD) >= library.flavour().threadMultiple;
        return new Mpi(
                library,
                false,
                anyThread ? new OwnThreadFunnel(library) : new CallerFunnel(library));
    }

    /// With a library of another MPI installation than the launcher's, every process would be a run
    /// of one rank.
    private void checkLauncher(MpiSearch search) {
        long world = library.constant(Constant.WORLD);
        int ranks = funnel.run(() -> integer(Call.SIZE, world));
        search.launchedRanks()
                .ifPresent(
                        launched -> {
                            if (launched != ranks)
                                throw new CommunicatorException(
                                        "%d ranks were launched, but %s sees %d: launcher and library belong to different MPI installations; name the launcher's library with -D%s"
                                                .formatted(
                                                        launched,
                                                        library.name(),
                                                        ranks,
                                                        MpiSearch.PROPERTY));
                        });
    }

    private Communicator openWorld() {
        MpiCommunicator world = first;
        if (world != null) return world.duplicate();
        long all = library.constant(Constant.WORLD);
        var traffic = new MpiCommunicator.Traffic();
        world = funnel.run(() -> split(all, funnel, 0, 0, "world", traffic));
        if (formerWorld != null) world.own.add(formerWorld);
        formerWorld = null;
        first = world;
        return world;
    }

    MpiLibrary library() {
        return library;
    }

    Funnel funnel() {
        return funnel;
    }

    CreationOrder creationOrder() {
        return creationOrder;
    }

    /// For the thread of the funnel, as is [#giveBack].
    MpiCommunicator split(
            long origin,
            Funnel way,
            int color,
            int key,
            String group,
            MpiCommunicator.Traffic traffic) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
            library.call(Call.SPLIT, origin, color, key, out);
            long made = library.flavour().readHandle(out);
            library.call(Call.SET_ERROR_HANDLER, made, library.constant(Constant.ERRORS_RETURN));
            int rank = integer(Call.RANK, made);
            int size = integer(Call.SIZE, made);
            return new MpiCommunicator(this, way, new NativeComm(made), rank, size, group, traffic);
        }
    }

    /// Frees communicators that all their ranks have closed. Collective.
    void giveBack(List<NativeComm> closed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
            for (NativeComm each : closed) {
                library.flavour().writeHandle(handle, each.handleOfClosed());
                library.call(Call.FREE, handle);
            }
        }
    }

    private int integer(Call call, long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
            library.call(call, communicator, value);
            return value.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /// Closing the world ends the use of MPI; other communicators are only marked, see
    /// [NativeComm].
    void close(NativeComm communicator) {
        synchronized (Mpi.class) {
            if (first == null || !communicator.equals(first.own) || running != this) {
                communicator.close();
                return;
            }
            running = null;
            if (!initialisedHere) {
                communicator.close();
                formerWorld = communicator;
            }
        }
        funnel.close(this::finish);
    }

    private void finish() {
        if (initialisedHere && library.integer(Call.FINALIZED) == 0) library.call(Call.FINALIZE);
    }
}
