package treeline.bench.formats;

import java.util.List;

/// How the functions of a generated database are called: those of a molecular dynamics program, the
/// MPI routines that it calls, and what is inside of these.
final class HpctoolkitNames {
    static final List<String> ROUTINES =
            List.of(
                    "MPI_Wait",
                    "MPI_Bcast",
                    "MPI_Send",
                    "MPI_Allreduce",
                    "MPI_Waitany",
                    "MPI_Irecv",
                    "MPI_Scan",
                    "MPI_Sendrecv");

    /// So many of the drawn functions are MPI routines; the first two are drawn most.
    private static final int DRAWN_ROUTINES = 240;

    private static final int WEIGHTS = 12;

    private static final int INSIDE_MPI = 60;

    /// The function at the root.
    static final int MAIN = DRAWN_ROUTINES + INSIDE_MPI;

    private static final List<String> CLASSES =
            List.of("PairLJCut", "Fix", "Compute", "CommBrick", "Neighbor", "AtomVec", "Verlet");
    private static final List<String> METHODS =
            List.of("compute", "post_force", "exchange", "borders", "build", "unpack", "setup");

    private HpctoolkitNames() {}

    /// A drawn function becomes one that may stand in its place.
    ///
    /// @param isSmall whether little enough is below it to be MPI
    static int function(int drawn, boolean isInsideMpi, boolean isSmall) {
        if (isInsideMpi) return DRAWN_ROUTINES + drawn % INSIDE_MPI;
        if (drawn >= DRAWN_ROUTINES || !isSmall) return Math.max(MAIN + 1, drawn);
        int weighted = drawn % WEIGHTS;
        return weighted < ROUTINES.size() ? weighted : weighted % 2;
    }

    static boolean isRoutine(int function) {
        return function < ROUTINES.size();
    }

    static boolean isOfMpi(int function) {
        return function < MAIN;
    }

    static String of(int function) {
        if (function < DRAWN_ROUTINES) return ROUTINES.get(function % ROUTINES.size());
        if (function < MAIN) return "MPIDI_progress_%02d".formatted(function - DRAWN_ROUTINES);
        if (function == MAIN) return "main";
        return "LAMMPS_NS::%s%03d::%s(int)"
                .formatted(
                        CLASSES.get(function % CLASSES.size()),
                        function / CLASSES.size(),
                        METHODS.get(function / 2 % METHODS.size()));
    }
}
