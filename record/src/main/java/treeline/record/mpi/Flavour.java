package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/// The families of MPI libraries by their binary form. Programs compiled in C get these facts from
/// `mpi.h`; a binding without a compiler has to know them.
enum Flavour {
    OPEN_MPI(false, 1, 3),
    /// Also Intel MPI, MVAPICH and Cray MPICH.
    MPICH(true, 1, 3),
    /// The ABI of the MPI 5.0 standard.
    STANDARD_ABI(false, 1024, 4096);

    private final boolean handlesAreInts;

    /// `MPI_THREAD_FUNNELED`: the thread that initialised calls.
    final int threadFunnelled;

    /// `MPI_THREAD_MULTIPLE`: any thread calls at any time. The largest of the levels.
    final int threadMultiple;

    Flavour(boolean handlesAreInts, int threadFunnelled, int threadMultiple) {
        this.handlesAreInts = handlesAreInts;
        this.threadFunnelled = threadFunnelled;
        this.threadMultiple = threadMultiple;
    }

    /// The flavour of a loaded library. That a plain `libmpi` has the entry points of the ABI does
    /// not mean that its other entry points follow it, so the ABI is recognised by its file name
    /// alone.
    static Flavour of(String fileName, SymbolLookup library) {
        if (fileName.contains("mpi_abi")) return STANDARD_ABI;
        return Constant.areOpenMpi(library) ? OPEN_MPI : MPICH;
    }

    /// How a handle is passed and stored. Java code sees `long` for all of them.
    ValueLayout handle() {
        return handlesAreInts ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG;
    }

    /// A handle that a function wrote.
    long readHandle(MemorySegment memory) {
        return handlesAreInts
                ? memory.get(ValueLayout.JAVA_INT, 0)
                : memory.get(ValueLayout.JAVA_LONG, 0);
    }

    /// A handle for a function that changes it.
    void writeHandle(MemorySegment memory, long value) {
        if (handlesAreInts) memory.set(ValueLayout.JAVA_INT, 0, (int) value);
        else memory.set(ValueLayout.JAVA_LONG, 0, value);
    }
}
