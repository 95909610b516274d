package treeline.source;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Profile;
import treeline.source.files.FileChangedException;
import treeline.source.trace.CheckedLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// A source that checks loaded values for contradictions and adds a warning to its report. Every
/// format is opened through it, so no reader can omit the check. Each metric is checked once, in
/// linear time, when all its nodes are loaded for the first time.
///
/// Treeline's own databases are not checked again, because that would take three times as long as
/// loading them. Recorded events are nested by construction, and a converted profile stores the
/// warnings of the original.
public final class CheckedSource extends ForwardingSource {
    private final String name;
    private final ReadReport remembered;
    private final boolean isLookedThrough;
    private final ReadReport.Log log = new ReadReport.Log();
    private final Set<Metric> checked = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean empty = new AtomicBoolean();
    private Optional<Reopening> reopening = Optional.empty();

    /// A source of what another program wrote.
    ///
    /// @param name what the user opened
    public CheckedSource(ProfileSource source, String name) {
        this(source, name, false);
    }

    private CheckedSource(ProfileSource source, String name, boolean isOurs) {
        super(source);
        this.name = name;
        this.remembered = ReadReport.remembered(source.outline().metadata());
        this.isLookedThrough = isOurs || !remembered.entries().isEmpty();
    }

    /// A source of what Treeline wrote.
    public static CheckedSource ofOurs(ProfileSource source, String name) {
        return new CheckedSource(source, name, true);
    }

    /// The same source, which other processes can open too.
    public CheckedSource reopenedBy(Reopening opening) {
        reopening = Optional.of(opening);
        return this;
    }

    @Override
    public Optional<Reopening> reopening() {
        return reopening;
    }

    /// Adds what is known about the source from outside it.
    public void note(String reason, String place) {
        log.note(reason, place);
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        Profile profile = read(() -> source.load(slice));
        if (!slice.nodes().isAll()) return profile; // the rest of each node's value is not there
        boolean isWhole = slice.metrics().isAll() && slice.contexts().isAll();
        if (isWhole && isEmpty(profile) && !empty.getAndSet(true))
            log.note("the profile has no values", "");
        if (isLookedThrough) return profile;
        var contradictions = new Contradictions(source.outline(), profile, log);
        for (Metric metric : profile.metrics())
            if (checked.add(metric)) contradictions.note(metric);
        return profile;
    }

    private static boolean isEmpty(Profile profile) {
        return profile.metrics().stream().allMatch(metric -> profile.column(metric).cells() == 0);
    }

    @Override
    public ReadPlan plan(Slice slice) throws IOException {
        return read(() -> source.plan(slice));
    }

    @Override
    public boolean mayHaveIterations(Metric metric) throws IOException {
        return read(() -> source.mayHaveIterations(metric));
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) throws IOException {
        return read(() -> source.sums(metric));
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read() throws IOException;
    }

    /// Here and not where mapped memory is touched: the runtime may notice a fault a few calls
    /// later, or in another thread.
    private <T> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (InternalError failed) {
            if (!FileChangedException.isMeantBy(failed)) throw failed;
            throw new FileChangedException(name, failed);
        }
    }

    @Override
    public Traces traces() {
        return CheckedLine.of(source.traces(), name);
    }

    @Override
    public ReadReport report() {
        return source.report().and(remembered).and(log.report());
    }
}
