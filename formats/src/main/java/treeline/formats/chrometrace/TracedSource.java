package treeline.formats.chrometrace;

import org.jspecify.annotations.Nullable;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.MappedFile;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.Traces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;

/// A profile in memory, and what its contexts did over time, for which the file is read again when
/// somebody asks: a trace takes much more memory than a profile, and few commands need it.
final class TracedSource implements ProfileSource {
    private final LoadedSource loaded;
    private final Path file;
    private final Function<MappedFile, Traces> tracing;
    private @Nullable Traces traces;

    /// @param tracing makes traces of the file
    TracedSource(LoadedSource loaded, Path file, Function<MappedFile, Traces> tracing) {
        this.loaded = loaded;
        this.file = file;
        this.tracing = tracing;
    }

    @Override
    public synchronized Traces traces() {
        Traces known = traces;
        if (known != null) return known;
        try (MappedFile again = MappedFile.open(file)) {
            Traces made = tracing.apply(again);
            traces = made;
            return made;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Outline outline() {
        return loaded.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return loaded.load(slice);
    }

    @Override
    public ReadPlan plan(Slice slice) {
        return loaded.plan(slice);
    }

    @Override
    public ReadReport report() {
        return loaded.report();
    }

    @Override
    public void close() {}
}
