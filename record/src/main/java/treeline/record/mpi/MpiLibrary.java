package treeline.record.mpi;

import treeline.record.ranks.CommunicatorException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A loaded MPI library: its functions and its constants, with every handle seen as a `long`. It
/// stays loaded until the process ends, as MPI libraries cannot be unloaded.
final class MpiLibrary {
    private static final int SUCCESS = 0;
    private static final int MAX_TEXT_LENGTH =
            8192; // MPI_MAX_LIBRARY_VERSION_STRING of MPICH, the longest of all texts

    /// Libraries load their components at run time and expect to find themselves among the global
    /// symbols.
    private static final int RTLD_NOW_GLOBAL = 0x002 | 0x100;

    private final String name;
    private final Flavour flavour;
    private final Map<Call, MethodHandle> functions = new EnumMap<>(Call.class);
    private final Map<Constant, Long> constants = new EnumMap<>(Constant.class);
    private final MethodHandle test;
    private final MethodHandle finalized;

    private MpiLibrary(String name, SymbolLookup symbols) {
        this.name = name;
        this.flavour = Flavour.of(name, symbols);
        for (Call call : Call.values())
            functions.put(call, bind(call, symbols).asSpreader(Object[].class, call.arity()));
        for (Constant constant : Constant.values())
            constants.put(constant, constant.value(flavour, symbols));
        this.test = bind(Call.TEST, symbols);
        this.finalized = bind(Call.FINALIZED, symbols);
    }

    /// Loads a library by its file name or path; empty if the dynamic linker does not find it. UCX,
    /// which MPICH and others load, would take over SIGSEGV, and with it the JVM's way to notice a
    /// null reference: it is told to leave signals alone.
    static Optional<MpiLibrary> load(String name) {
        CLibrary.setEnvironment("UCX_ERROR_SIGNALS", "");
        return CLibrary.open(name, RTLD_NOW_GLOBAL).map(symbols -> new MpiLibrary(name, symbols));
    }

    /// The function with `long` for every handle, whatever the width of the handles.
    private MethodHandle bind(Call call, SymbolLookup symbols) {
        MemorySegment address =
                symbols.find(call.symbol)
                        .orElseThrow(
                                () ->
                                        new CommunicatorException(
                                                name
                                                        + " has no function "
                                                        + call.symbol
                                                        + ": it is not an MPI 3 library"));
        MethodHandle function = CLibrary.downcall(address, call.descriptor(flavour));
        MethodType seen = function.type();
        for (int i = 0; i < call.arity(); i++)
            if (call.takesHandle(i)) seen = seen.changeParameterType(i, long.class);
        return MethodHandles.explicitCastArguments(function, seen);
    }

    String name() {
        return name;
    }

    Flavour flavour() {
        return flavour;
    }

    long constant(Constant constant) {
        return Objects.requireNonNull(constants.get(constant));
    }

    /// Calls a function and fails with the library's own words if it does not succeed.
    void call(Call call, Object... arguments) {
        int code;
        try {
            code = (int) function(call).invokeExact(arguments);
        } catch (Throwable failure) {
            throw new CommunicatorException(call.symbol + " cannot be called", failure);
        }
        if (code != SUCCESS)
            throw new CommunicatorException(call.symbol + " failed: " + errorText(code));
    }

    /// Whether a started operation is complete. Apart from [#call], as is [#isFinalized], because
    /// it is called in a loop: it takes no more code than it needs.
    boolean isComplete(MemorySegment request, Flag flag, MemorySegment status) {
        int code;
        try {
            code = (int) test.invokeExact(request, flag.memory, status);
        } catch (Throwable failure) {
            throw new CommunicatorException("MPI_Test cannot be called", failure);
        }
        if (code != SUCCESS)
            throw new CommunicatorException("MPI operation failed: " + errorText(code));
        return flag.isSet();
    }

    boolean isFinalized(Flag flag) {
        try {
            int _ = (int) finalized.invokeExact(flag.memory);
            return flag.isSet();
        } catch (Throwable failure) {
            throw new CommunicatorException("MPI_Finalized cannot be called", failure);
        }
    }

    /// An int that a function writes, for one thread.
    static final class Flag {
        private final MemorySegment memory = Arena.global().allocate(ValueLayout.JAVA_INT);

        /// Reading a buffer takes less code than reading a segment, which counts as long as it is
        /// not compiled.
        private final ByteBuffer view = memory.asByteBuffer();

        private boolean isSet() {
            return view.getInt(0) != 0;
        }
    }

    /// The int that a function writes to its only pointer.
    int integer(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
            call(call, value);
            return value.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /// What the library says it is, in one line.
    String version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MAX_TEXT_LENGTH);
            call(Call.LIBRARY_VERSION, text, arena.allocate(ValueLayout.JAVA_INT));
            return text.getString(0, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replaceAll("\\s+", " ")
                    .strip();
        }
    }

    private MethodHandle function(Call call) {
        return Objects.requireNonNull(functions.get(call));
    }

    private String errorText(int code) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MAX_TEXT_LENGTH);
            int result =
                    (int)
                            function(Call.ERROR_STRING)
                                    .invoke(
                                            new Object[] {
                                                code, text, arena.allocate(ValueLayout.JAVA_INT)
                                            });
            return result == SUCCESS ? text.getString(0) : "error " + code;
        } catch (Throwable failure) {
            return "error " + code;
        }
    }
}
