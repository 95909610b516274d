package treeline.app.guide;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The variables and methods that Java blocks use without declaring them: profiles and ensembles
/// read from the demo folder.
public abstract class GuideScope {
    protected final Profile profile;
    protected final Profile before;
    protected final Profile after;
    protected final Metric bytes;
    protected final Ensemble ensemble;
    protected final Ensemble first;
    protected final Ensemble second;
    protected final String pattern;
    protected final String path;
    protected final String report;
    protected final int steps = 3;

    protected GuideScope(Path folder) {
        try {
            this.profile = read(folder.resolve("run.tldb"));
            this.before = read(folder.resolve("before.tldb"));
            this.after = read(folder.resolve("after.tldb"));
            this.bytes = profile.metric("bytes");
            this.first = ensemble(folder, "gcc");
            this.second = ensemble(folder, "clang");
            this.ensemble = first;
            this.pattern = "runs/*.tldb";
            this.path = "runs/gcc-64-0.tldb";
            this.report = "report.csv";
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Ensemble ensemble(Path folder, String compiler) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int ranks : List.of(64, 128)) {
            Path file = folder.resolve("runs/%s-%d-0.tldb".formatted(compiler, ranks));
            runs.add(Run.of(file.toString(), read(file)));
        }
        return Ensemble.of(runs);
    }

    private static Profile read(Path file) throws IOException {
        try (ProfileSource source = Formats.all().open(file.toString())) {
            return source.load(Slice.everything());
        }
    }

    /// Runs the blocks of a page in their order.
    public abstract void run() throws Exception;

    protected void compute(int iteration) {}

    protected void exchange() {}

    protected void sweep() {}

    protected void residual() {}
}
