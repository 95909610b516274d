package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.source.ProfileExporter;
import treeline.store.db.DatabaseExporter;
import treeline.store.text.CompactTextExporter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;

/// Options of a recording. Each can be overridden without changing the program, by the system
/// property `treeline.record.NAME` or the environment variable `TREELINE_RECORD_NAME`.
///
/// @param output directory of the recording; `%p`, `%h` and `%t` in its name are replaced by
///   process id, host and time of rank 0. If it contains a recording, or another program is
///   recording into it, the next free name (`out-2`) is used
/// @param replace whether to replace an earlier recording in the directory when this one is
///   complete
/// @param snapshotInterval time between snapshots, zero for none
/// @param snapshotShare maximum fraction of the run time spent on snapshots; intervals are skipped
///   until it is met
/// @param aggregators number of files; 0 for one per 16 ranks, and a single file if few ranks have
///   few values
/// @param exitLimit maximum delay of JVM exit to write the recording of a program that did not
///   close its recorder; zero discards it
/// @param repetitionLimit maximum number of separate repetitions of a root event; further ones are
///   added to the last; 1 merges all
/// @param depthLimit maximum nesting of events on a thread; deeper events are not recorded
/// @param jfr whether to also emit every event to JDK Flight Recorder, as `treeline.Event`
/// @param trace whether to also store the begin and end time of every event, in a trace file per
///   rank. Repetitions are then not separated
/// @param traceEvents maximum number of events in the trace of a thread; later ones are counted
/// @param commandLine whether to store the program's command line in the metadata
/// @param clock clock in nanoseconds instead of `System.nanoTime()`, for tests and simulated time
public record RecorderOptions(
        Path output,
        boolean replace,
        Duration snapshotInterval,
        double snapshotShare,
        int aggregators,
        List<DeclaredMetric> metrics,
        List<BuiltIn> builtIns,
        ProfileExporter format,
        Metadata metadata,
        boolean commandLine,
        boolean enabled,
        Duration exitLimit,
        int repetitionLimit,
        int depthLimit,
        boolean jfr,
        boolean trace,
        int traceEvents,
        Optional<LongSupplier> clock) {

    static final int RANKS_PER_FILE = 16;

    /// Up to this number of values, a second file costs few ranks more than it saves.
    private static final long VALUES_FOR_ONE_FILE =
            (long) SyncPhase.FEW_RANKS * SyncPhase.FEW_VALUES;

    public RecorderOptions {
        metrics = List.copyOf(metrics);
        builtIns = List.copyOf(builtIns);
        if (snapshotInterval.isNegative())
            throw new IllegalArgumentException(
                    "snapshot-interval must not be negative, found " + snapshotInterval);
        if (exitLimit.isNegative())
            throw new IllegalArgumentException(
                    "exit-limit must not be negative, found " + exitLimit);
        if (!(snapshotShare > 0 && snapshotShare <= 1))
            throw new IllegalArgumentException(
                    "snapshot-share must be greater than 0 and at most 1, found " + snapshotShare);
        if (aggregators < 0)
            throw new IllegalArgumentException(
                    "aggregators must be 0 or more, found %d".formatted(aggregators));
        if (repetitionLimit < 1)
            throw new IllegalArgumentException(
                    "repetition-limit must be at least 1, found %d".formatted(repetitionLimit));
        if (depthLimit < 1)
            throw new IllegalArgumentException(
                    "depth-limit must be at least 1, found %d".formatted(depthLimit));
        if (traceEvents < 1)
            throw new IllegalArgumentException(
                    "trace-events must be at least 1, found %d".formatted(traceEvents));
        List<String> names = new ArrayList<>();
        metrics.forEach(metric -> names.add(metric.name()));
        builtIns.forEach(builtIn -> names.add(builtIn.metricName));
        for (String name : names)
            if (names.indexOf(name) != names.lastIndexOf(name))
                throw new IllegalArgumentException("metric '%s' is declared twice".formatted(name));
    }

    /// Default options with an output directory.
    public static RecorderOptions to(String output) {
        return builder(output).build();
    }

    public static Builder builder(String output) {
        return new Builder(Path.of(output));
    }

    public Builder with() {
        var builder = new Builder(output);
        builder.replace = replace;
        builder.snapshotInterval = snapshotInterval;
        builder.snapshotShare = snapshotShare;
        builder.aggregators = aggregators;
        builder.metrics.addAll(metrics);
        builder.builtIns.addAll(builtIns);
        builder.format = format;
        builder.metadata = metadata;
        builder.commandLine = commandLine;
        builder.enabled = enabled;
        builder.exitLimit = exitLimit;
        builder.repetitionLimit = repetitionLimit;
        builder.depthLimit = depthLimit;
        builder.jfr = jfr;
        builder.trace = trace;
        builder.traceEvents = traceEvents;
        builder.clock = clock.orElse(null);
        return builder;
    }

    /// A copy with one option changed, by the name that properties and variables use.
    ///
    /// @throws IllegalArgumentException if the option is unknown or the value is invalid
    public RecorderOptions with(String name, String text) {
        return OptionOverrides.changed(this, name, text);
    }

    /// The names for [#with(String, String)], such as `snapshot-interval`.
    public static List<String> names() {
        return OptionOverrides.names();
    }

    /// The number of files for a number of ranks and values.
    int aggregatorsFor(int ranks, long values) {
        if (aggregators > 0) return aggregators;
        boolean isLittle = ranks <= SyncPhase.FEW_RANKS && values <= VALUES_FOR_ONE_FILE;
        return isLittle ? 1 : Math.ceilDiv(ranks, RANKS_PER_FILE);
    }

    static ProfileExporter exporterNamed(String name) {
        List<ProfileExporter> known = new ArrayList<>();
        known.add(new DatabaseExporter());
        known.add(new CompactTextExporter());
        ServiceLoader.load(ProfileExporter.class).forEach(known::add);
        for (ProfileExporter exporter : known) if (exporter.name().equals(name)) return exporter;
        throw new IllegalArgumentException(
                "unknown format '%s'; available: %s"
                        .formatted(
                                name,
                                String.join(
                                        ", ", known.stream().map(ProfileExporter::name).toList())));
    }

    /// A builder of options.
    public static final class Builder {
        private Path output;
        private boolean replace;
        private Duration snapshotInterval = Duration.ZERO;
        private double snapshotShare = 0.01;
        private int aggregators;
        private final List<DeclaredMetric> metrics = new ArrayList<>();
        private final List<BuiltIn> builtIns = new ArrayList<>();
        private ProfileExporter format = new DatabaseExporter();
        private Metadata metadata = Metadata.NONE;
        private boolean commandLine = true;
        private boolean enabled = true;
        private Duration exitLimit = Duration.ofSeconds(10);
        private int repetitionLimit = 10_000;
        private int depthLimit = Integer.MAX_VALUE;
        private boolean jfr;
        private boolean trace;
        private int traceEvents = 1_000_000;
        private @Nullable LongSupplier clock;

        private Builder(Path output) {
            this.output = output;
        }

        public Builder output(Path directory) {
            output = directory;
            return this;
        }

        public Builder replace(boolean earlier) {
            replace = earlier;
            return this;
        }

        public Builder snapshotEvery(Duration interval) {
            snapshotInterval = interval;
            return this;
        }

        public Builder snapshotShare(double ofRun) {
            snapshotShare = ofRun;
            return this;
        }

        public Builder aggregators(int files) {
            aggregators = files;
            return this;
        }

        public Builder metric(DeclaredMetric metric) {
            metrics.add(metric);
            return this;
        }

        /// Replaces all declared metrics by TinyProf's list, such as `tag:0;mem:1`.
        public Builder metrics(String list) {
            metrics.clear();
            metrics.addAll(DeclaredMetric.parse(list));
            return this;
        }

        public Builder builtIn(BuiltIn... more) {
            builtIns.addAll(List.of(more));
            return this;
        }

        Builder onlyBuiltIns(List<BuiltIn> all) {
            builtIns.clear();
            builtIns.addAll(all);
            return this;
        }

        public Builder format(ProfileExporter exporter) {
            format = exporter;
            return this;
        }

        /// A format by name: `database`, or one that a service provides.
        public Builder format(String name) {
            return format(exporterNamed(name));
        }

        public Builder metadata(String key, String text) {
            metadata = metadata.with(key, text);
            return this;
        }

        public Builder metadata(String key, long number) {
            metadata = metadata.with(key, number);
            return this;
        }

        public Builder commandLine(boolean recorded) {
            commandLine = recorded;
            return this;
        }

        public Builder enabled(boolean on) {
            enabled = on;
            return this;
        }

        public Builder exitLimit(Duration limit) {
            exitLimit = limit;
            return this;
        }

        public Builder repetitionLimit(int kept) {
            repetitionLimit = kept;
            return this;
        }

        public Builder depthLimit(int levels) {
            depthLimit = levels;
            return this;
        }

        public Builder jfr(boolean on) {
            jfr = on;
            return this;
        }

        public Builder trace(boolean on) {
            trace = on;
            return this;
        }

        public Builder traceEvents(int perThread) {
            traceEvents = perThread;
            return this;
        }

        public Builder clock(LongSupplier nanos) {
            clock = nanos;
            return this;
        }

        public RecorderOptions build() {
            return new RecorderOptions(
                    output,
                    replace,
                    snapshotInterval,
                    snapshotShare,
                    aggregators,
                    metrics,
                    builtIns,
                    format,
                    metadata,
                    commandLine,
                    enabled,
                    exitLimit,
                    repetitionLimit,
                    depthLimit,
                    jfr,
                    trace,
                    traceEvents,
                    Optional.ofNullable(clock));
        }
    }
}
