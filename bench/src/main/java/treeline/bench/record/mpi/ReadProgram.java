package treeline.bench.record.mpi;

import treeline.bench.Reads;
import treeline.model.Profile;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// How long does it take to load a whole recording, all values decoded? A process of its own:
/// prints `read FIRST MIN MEDIAN`, in seconds; the first load is that of a cold JVM.
final class ReadProgram {
    private ReadProgram() {}

    public static void main(String[] arguments) throws IOException {
        int loads = Integer.parseInt(arguments[1]);
        double[] seconds = new double[loads];
        for (int i = 0; i < loads; i++) {
            long start = System.nanoTime();
            Profile profile = Reads.profile(new DatabaseFormat(), Path.of(arguments[0]));
            seconds[i] = (System.nanoTime() - start) / 1e9;
            if (profile.contexts().isEmpty()) throw new IOException("nothing was loaded");
        }
        Sample all = Sample.of(seconds);
        System.out.println(
                String.format(
                        Locale.ROOT, "read %.6f %.6f %.6f", seconds[0], all.min(), all.median()));
    }
}
