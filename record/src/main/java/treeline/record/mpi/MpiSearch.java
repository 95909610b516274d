package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.ranks.CommunicatorException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Which MPI library to load. The launcher that started the process decides, unless the user does:
/// a library of another installation would take each process for a run of its own.
///
/// @param environment the variables of the process, by name; null for none
/// @param override what the user asked for: a file name, a path, `openmpi`, `mpich`, `abi`; null
///   for nothing
record MpiSearch(UnaryOperator<@Nullable String> environment, @Nullable String override) {
    static final String PROPERTY = "treeline.mpi";
    static final String VARIABLE = "TREELINE_MPI";

    private static final List<String> ABI =
            List.of("libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi_abi.so");
    private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so");
    private static final List<String> MPICH =
            List.of("libmpi.so.12", "libmpich.so.12", "libmpich.so", "libmpi.so");

    /// How the launchers of the two families tell a process the number of ranks.
    private static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";

    private static final String MPICH_SIZE = "PMI_SIZE";

    /// And the number of those on its machine.
    private static final List<String> LOCAL_SIZES =
            List.of("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");

    /// The search of this process.
    static MpiSearch ofProcess() {
        String property = System.getProperty(PROPERTY);
        return new MpiSearch(System::getenv, property == null ? System.getenv(VARIABLE) : property);
    }

    /// The file names to try, the best first.
    List<String> candidates() {
        if (override != null) return overridden(override);
        if (isSet(OPEN_MPI_SIZE)) return OPEN_MPI;
        if (isSet(MPICH_SIZE)) return MPICH;
        return Stream.of(ABI, OPEN_MPI, MPICH).flatMap(List::stream).distinct().toList();
    }

    private static List<String> overridden(String wanted) {
        return switch (wanted) {
            case "openmpi" -> OPEN_MPI;
            case "mpich" -> MPICH;
            case "abi" -> ABI;
            default -> List.of(wanted);
        };
    }

    /// How many ranks the launcher started; empty if no launcher did.
    OptionalInt launchedRanks() {
        return Stream.of(OPEN_MPI_SIZE, MPICH_SIZE)
                .filter(this::isSet)
                .mapToInt(name -> Integer.parseInt(environment.apply(name)))
                .findFirst();
    }

    /// Whether the launcher started more ranks on this machine than it has cores.
    boolean isCrowded(int cores) {
        for (String name : LOCAL_SIZES)
            if (isSet(name)) return Integer.parseInt(environment.apply(name)) > cores;
        return false;
    }

    private boolean isSet(String name) {
        String value = environment.apply(name);
        return value != null && value.matches("\\d+");
    }

    /// The first candidate that loads.
    Optional<MpiLibrary> load() {
        for (String name : candidates()) {
            Optional<MpiLibrary> library = MpiLibrary.load(name);
            if (library.isPresent()) return library;
        }
        return Optional.empty();
    }

    CommunicatorException notFound() {
        return new CommunicatorException(
                """
                no MPI library found (tried %s).
                Debian and Ubuntu: apt-get install openmpi-bin libopenmpi-dev   or   apt-get install mpich
                Installed elsewhere: name the library with -D%s=/path/to/libmpi.so or %s, or add its folder to LD_LIBRARY_PATH.\
                """
                        .formatted(String.join(", ", candidates()), PROPERTY, VARIABLE));
    }
}
