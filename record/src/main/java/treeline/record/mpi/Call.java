package treeline.record.mpi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;

/// The MPI functions in use, with the C types of their parameters: `i` int, `p` pointer, `h` a
/// handle that is passed by value. All return an int, the error code. The functions that start
/// something take the request as their last parameter, which is what [Funnel] relies on.
enum Call {
    INITIALIZED("MPI_Initialized", "p"),
    FINALIZED("MPI_Finalized", "p"),
    INIT_THREAD("MPI_Init_thread", "ppip"),
    QUERY_THREAD("MPI_Query_thread", "p"),
    FINALIZE("MPI_Finalize", ""),
    LIBRARY_VERSION("MPI_Get_library_version", "pp"),
    ERROR_STRING("MPI_Error_string", "ipp"),
    RANK("MPI_Comm_rank", "hp"),
    SIZE("MPI_Comm_size", "hp"),
    SPLIT("MPI_Comm_split", "hiip"),
    FREE("MPI_Comm_free", "p"),
    SET_ERROR_HANDLER("MPI_Comm_set_errhandler", "hh"),
    TEST("MPI_Test", "ppp"),
    BARRIER("MPI_Ibarrier", "hp"),
    BROADCAST("MPI_Ibcast", "pihihp"),
    GATHER("MPI_Igather", "pihpihihp"),
    ALL_REDUCE("MPI_Iallreduce", "ppihhhp"),
    SEND("MPI_Isend", "pihiihp"),
    RECEIVE("MPI_Irecv", "pihiihp");

    final String symbol;
    private final String parameters;

    Call(String symbol, String parameters) {
        this.symbol = symbol;
        this.parameters = parameters;
    }

    int arity() {
        return parameters.length();
    }

    boolean takesHandle(int parameter) {
        return parameters.charAt(parameter) == 'h';
    }

    FunctionDescriptor descriptor(Flavour flavour) {
        MemoryLayout[] layouts =
                parameters
                        .chars()
                        .mapToObj(kind -> layout(kind, flavour))
                        .toArray(MemoryLayout[]::new);
        return FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
    }

    private static MemoryLayout layout(int kind, Flavour flavour) {
        return switch (kind) {
            case 'i' -> ValueLayout.JAVA_INT;
            case 'p' -> ValueLayout.ADDRESS;
            case 'h' -> flavour.handle();
            default -> throw new IllegalArgumentException("parameter kind " + (char) kind);
        };
    }
}
