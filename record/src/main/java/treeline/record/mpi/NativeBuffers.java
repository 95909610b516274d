package treeline.record.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The memory of one MPI operation, freed together. MPI reads and writes it while Java threads go
/// on, so it cannot be on the heap. It is not an [Arena]: the one that may be closed by another
/// thread stops every thread of the program to do so, and all of them clear memory that is about to
/// be overwritten.
final class NativeBuffers implements AutoCloseable {
    private final List<MemorySegment> owned = new ArrayList<>();

    /// Memory with any content.
    MemorySegment allocate(long bytes) {
        MemorySegment memory = CLibrary.malloc(Math.max(bytes, Long.BYTES));
        owned.add(memory);
        return memory.asSlice(0, bytes);
    }

    MemorySegment zero(long bytes) {
        return allocate(bytes).fill((byte) 0);
    }

    MemorySegment copyOf(byte[] values) {
        return allocate(values.length).copyFrom(MemorySegment.ofArray(values));
    }

    MemorySegment copyOf(long[] values) {
        return allocate((long) values.length * Long.BYTES).copyFrom(MemorySegment.ofArray(values));
    }

    @Override
    public void close() {
        for (MemorySegment memory : owned) CLibrary.free(memory);
        owned.clear();
    }
}
