package treeline.examples;

import java.nio.file.Path;

/// Recorded programs whose file calls fail. The first argument is the name of their event.
final class FileFaults {
    /// The exit status of the programs.
    static final int STATUS = 7;

    /// With a second argument, it waits for snapshots.
    static final String PROGRAM =
            """
            static int has_snapshot(void) {
                char name[64];
                for (int number = 2; number < 99; number++) {
                    snprintf(name, sizeof name, "out/snapshot-%04d", number);
                    if (access(name, F_OK) == 0) return 1;
                }
                return 0;
            }
            int main(int count, char **values) {
                TREELINE_START("out");
                treeline_begin(values[1], 0, 0);
                if (count > 2 && treeline_get_state() == 1)
                    for (int i = 0; i < 60000 && !has_snapshot(); i++) usleep(1000);
                treeline_end(values[1]);
                TREELINE_CLOSE();
                return 7;
            }
            """;

    private static final String OF_RANKS =
            """
            int main(int count, char **values) {
                MPI_Init(&count, &values);
                treeline_option("aggregators", "2");
                TREELINE_START("out");
                treeline_begin(values[1], 0, 0);
                treeline_end(values[1]);
                MPI_Finalize();
                return 7;
            }
            """;

    private FileFaults() {}

    static NativeProgram withSnapshots(NativeProgram program) {
        return program.with("TREELINE_RECORD_SNAPSHOT_INTERVAL", "0.002")
                .with("TREELINE_RECORD_SNAPSHOT_SHARE", "1");
    }

    static NativeProgram onTwoRanks(Path folder) throws Exception {
        return NativeProgram.mpi(folder, OF_RANKS).onRanks(2);
    }
}
