package treeline.record.mpi;

import treeline.record.ranks.CommunicatorException;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/// The few functions of the C library that loading an MPI library needs.
/// [SymbolLookup#libraryLookup] does not do: it keeps the symbols of the library to itself.
final class CLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle DLOPEN =
            function(
                    "dlopen",
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle DLSYM =
            function(
                    "dlsym",
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle SETENV =
            function(
                    "setenv",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT));

    private static final MethodHandle MALLOC =
            function("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
            function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    private CLibrary() {}

    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return downcall(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }

    /// Every call of native code in this package starts here.
    @SuppressWarnings("restricted")
    static MethodHandle downcall(MemorySegment address, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(address, descriptor);
    }

    /// The symbols of a library that the dynamic linker finds by name or path, or nothing.
    static Optional<SymbolLookup> open(String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment library =
                    (MemorySegment) DLOPEN.invokeExact(arena.allocateFrom(name), flags);
            return library.address() == 0
                    ? Optional.empty()
                    : Optional.of(symbol -> symbol(library, symbol));
        } catch (Throwable failure) {
            throw new CommunicatorException("dlopen cannot be called", failure);
        }
    }

    private static Optional<MemorySegment> symbol(MemorySegment library, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment symbol =
                    (MemorySegment) DLSYM.invokeExact(library, arena.allocateFrom(name));
            return symbol.address() == 0 ? Optional.empty() : Optional.of(symbol);
        } catch (Throwable failure) {
            throw new CommunicatorException("dlsym cannot be called", failure);
        }
    }

    /// Changes what native code sees; [System#getenv] keeps what the process was started with.
    static void setEnvironment(String name, String value) {
        try (Arena arena = Arena.ofConfined()) {
            int code =
                    (int)
                            SETENV.invokeExact(
                                    arena.allocateFrom(name), arena.allocateFrom(value), 1);
            if (code != 0) throw new CommunicatorException("setenv refused " + name);
        } catch (CommunicatorException refused) {
            throw refused;
        } catch (Throwable failure) {
            throw new CommunicatorException("setenv cannot be called", failure);
        }
    }

    /// Memory with any content, until it is freed.
    @SuppressWarnings("restricted")
    static MemorySegment malloc(long bytes) {
        MemorySegment memory;
        try {
            memory = (MemorySegment) MALLOC.invokeExact(bytes);
        } catch (Throwable failure) {
            throw new CommunicatorException("malloc cannot be called", failure);
        }
        if (memory.address() == 0)
            throw new OutOfMemoryError(
                    String.format(
                            Locale.ROOT,
                            "cannot allocate %,d bytes of native memory for MPI",
                            bytes));
        return memory.reinterpret(bytes);
    }

    static void free(MemorySegment memory) {
        try {
            FREE.invokeExact(memory);
        } catch (Throwable failure) {
            throw new CommunicatorException("free cannot be called", failure);
        }
    }
}
