package treeline.archive;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// A job that adds runs to an archive, for tests that start several at once or kill them:
/// `AddingProgram ARCHIVE JOB RUNS`. It prints a line per run.
final class AddingProgram {
    private AddingProgram() {}

    public static void main(String[] arguments) throws IOException {
        Archive archive = Archive.atOrNew(Path.of(arguments[0]));
        int job = Integer.parseInt(arguments[1]);
        int runs = Integer.parseInt(arguments[2]);
        for (int run = 0; run < runs; run++) {
            archive.add(
                    run(job * 1000 + run),
                    new RunLabel(Instant.ofEpochSecond(run), "main", "c" + job));
            System.out.println("run " + run);
        }
        System.out.println("added");
    }

    /// A run whose total says which one it is.
    static Profile run(int number) {
        return profileOf(
                """
                path        rank0  rank1
                main            0      0
                main/solve     %d     %d
                """
                        .formatted(number, number));
    }
}
