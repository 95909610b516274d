package treeline.formats.chrometrace;

import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Opens the traces of a job as one run. Their times are system clock times, using the offset that
/// PyTorch stores.
final class JobTraces {
    /// The largest gap in time between traces of one job: ranks may be profiled one after the
    /// other, and clocks of hosts differ.
    private static final long MAX_GAP_NANOS = 60_000_000_000L;

    private JobTraces() {}

    /// @param input the files of the job, and others beside them
    static ProfileSource open(TraceJob job, Input input) throws IOException {
        List<ProfileSource> sources = new ArrayList<>();
        List<String> names = new ArrayList<>();
        var log = new ReadReport.Log();
        Set<Path> traces = new HashSet<>();
        for (TraceJob.RankFile each : job.files()) traces.add(each.file());
        for (Path file : input.files())
            if (!traces.contains(file)) log.note("a file is not part of the job", file.toString());
        try {
            List<TraceSpan> spans = new ArrayList<>();
            Map<String, Integer> groupSizes = new ConcurrentHashMap<>();
            for (TraceJob.RankFile each : job.files()) {
                var span = new TraceSpan(each.file().toString());
                sources.add(ChromeTraceReader.open(each.file(), span, groupSizes));
                spans.add(span);
                names.add(each.file().toString());
            }
            requireOneTime(spans);
            if (!job.missing().isEmpty()) log.lost(missing(job), "");
            return new JobCollectives(Parts.join(sources, names, log), job, groupSizes, log);
        } catch (IOException | RuntimeException failed) {
            for (ProfileSource source : sources) source.close();
            throw failed;
        }
    }

    private static String missing(TraceJob job) {
        int missing = job.worldSize() - job.files().size();
        return String.format(
                Locale.ROOT,
                "traces of %,d of %,d ranks are missing: %s %s",
                missing,
                job.worldSize(),
                missing == 1 ? "rank" : "ranks",
                job.missing());
    }

    /// Traces of one job overlap, or nearly so.
    private static void requireOneTime(List<TraceSpan> spans) {
        List<TraceSpan> known = new ArrayList<>(spans);
        known.removeIf(span -> !span.isKnown());
        known.sort(TraceSpan.BY_BEGIN);
        long end = Long.MAX_VALUE;
        for (TraceSpan span : known) {
            if (end != Long.MAX_VALUE && span.beginNanos() - end > MAX_GAP_NANOS)
                throw MalformedProfileException.of(
                        span.file(),
                        "a trace of the same job as " + known.getFirst().file(),
                        String.format(
                                Locale.ROOT,
                                "one that starts %,d s after it ended",
                                (span.beginNanos() - end) / 1_000_000_000L));
            end = end == Long.MAX_VALUE ? span.endNanos() : Math.max(end, span.endNanos());
        }
    }
}
