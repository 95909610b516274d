package treeline;

import treeline.aggregate.MemoryBudget;
import treeline.formats.Formats;
import treeline.formats.Opened;
import treeline.model.Profile;
import treeline.question.input.MemoryFormat;
import treeline.question.input.Session;
import treeline.source.ForwardingSource;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// An open run as the session of the questions about it: they read from the source that is open,
/// and values that fit into memory are read once.
///
/// Lost values are logged once, so that a reader of a number can learn of them.
final class OpenedRun implements Session, Closeable {
    private static final System.Logger LOG = System.getLogger("treeline");

    private final String path;
    private final Opened opened;
    private final CachedSource source;
    private final Set<ReadReport.Entry> reported = new HashSet<>();

    OpenedRun(String path, Opened opened) {
        this.path = path;
        this.opened = opened;
        this.source = new CachedSource(opened.source());
    }

    /// A run in memory.
    static OpenedRun inMemory(String name, ProfileSource source) {
        return new OpenedRun(
                name, new Opened(Input.inMemory(name), new MemoryFormat(name), source));
    }

    String path() {
        return path;
    }

    String format() {
        return opened.format().name();
    }

    ProfileSource source() {
        return source;
    }

    @Override
    public Opened open(Formats formats, String asked, Optional<String> format) throws IOException {
        return asked.equals(path)
                ? new Opened(opened.input(), opened.format(), source)
                : formats.open(asked, format);
    }

    /// The session of a question about this run and another.
    ///
    /// @param name by which the question knows the other run
    Session with(String name, OpenedRun other) {
        OpenedRun first = this;
        return new Session() {
            @Override
            public Opened open(Formats formats, String asked, Optional<String> format)
                    throws IOException {
                return asked.equals(name)
                        ? other.open(formats, other.path, format)
                        : first.open(formats, asked, format);
            }

            @Override
            public Task task(String task, long total) {
                return first.task(task, total);
            }

            @Override
            public void say(String line) {
                first.say(line);
            }
        };
    }

    @Override
    public Task task(String name, long total) {
        return Task.UNSEEN;
    }

    @Override
    public void say(String line) {
        LOG.log(System.Logger.Level.INFO, line);
    }

    @Override
    public void warn(String line) {
        LOG.log(System.Logger.Level.WARNING, line);
    }

    synchronized void logLosses() {
        for (ReadReport.Entry entry : source.report().entries())
            if (entry.lossy() && reported.add(entry))
                LOG.log(System.Logger.Level.WARNING, "{0}: {1}", path, entry);
    }

    @Override
    public void close() throws IOException {
        opened.source().close();
    }

    /// A source that keeps its values once they were read, if all of them fit into memory.
    /// Questions may close it; the run stays open.
    private static final class CachedSource extends ForwardingSource {
        private Optional<Profile> whole = Optional.empty();

        CachedSource(ProfileSource source) {
            super(source);
        }

        @Override
        public synchronized Profile load(Slice slice) throws IOException {
            boolean summed = slice.iterations() instanceof Slice.Iterations.Summed;
            if (!summed || !MemoryBudget.fits(source.plan(Slice.summed())))
                return source.load(slice);
            if (whole.isEmpty()) whole = Optional.of(source.load(Slice.summed()));
            return slice.of(whole.get());
        }

        @Override
        public void close() {
            // the run closes what it opened
        }
    }
}
