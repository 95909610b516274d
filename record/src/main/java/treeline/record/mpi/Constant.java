package treeline.record.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;

/// The predefined MPI objects this binding passes to calls, and what each [Flavour] has for them:
/// Open MPI the address of a global variable, MPICH a number with the kind of object in its upper
/// bits, the ABI of the MPI 5.0 standard a small number.
enum Constant {
    WORLD("ompi_mpi_comm_world", 0x44000000, 0x101),
    BYTE("ompi_mpi_byte", 0x4c00010d, 0x247),
    INT64("ompi_mpi_int64_t", 0x4c00083a, 0x258),
    SUM("ompi_mpi_op_sum", 0x58000003, 0x21),
    MAX("ompi_mpi_op_max", 0x58000001, 0x23),
    ERRORS_RETURN("ompi_mpi_errors_return", 0x54000001, 0x142);

    private final String openMpiSymbol;
    private final int mpich;
    private final int standardAbi;

    Constant(String openMpiSymbol, int mpich, int standardAbi) {
        this.openMpiSymbol = openMpiSymbol;
        this.mpich = mpich;
        this.standardAbi = standardAbi;
    }

    static boolean areOpenMpi(SymbolLookup library) {
        return library.find(WORLD.openMpiSymbol).isPresent();
    }

    long value(Flavour flavour, SymbolLookup library) {
        return switch (flavour) {
            case OPEN_MPI -> library.find(openMpiSymbol).map(MemorySegment::address).orElseThrow();
            case MPICH -> mpich;
            case STANDARD_ABI -> standardAbi;
        };
    }
}
