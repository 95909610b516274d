package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.source.ForwardingSource;
import treeline.source.LoadedSource;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A profile in memory whose traces are read from the file on demand: a trace needs much more
/// memory than a profile, and few commands use it.
public final class TracedSource extends ForwardingSource {
    private final Tracing tracing;
    private @Nullable Traces traces;

    /// Reads traces, whose nodes and contexts are those of the profile.
    @FunctionalInterface
    public interface Tracing {
        Traces traces() throws IOException;
    }

    public TracedSource(LoadedSource loaded, Tracing tracing) {
        super(loaded);
        this.tracing = tracing;
    }

    @Override
    public synchronized Traces traces() {
        Traces known = traces;
        if (known != null) return known;
        try {
            Traces made = tracing.traces();
            traces = made;
            return made;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
