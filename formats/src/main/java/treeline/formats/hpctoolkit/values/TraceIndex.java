package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Traces;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;

/// The trace table of `trace.db`, validated: the profile and the sample positions of each trace.
/// [StoredTrace] reads the samples.
public final class TraceIndex {
    private final DatabaseFile file;
    private final long beginNanos;
    private final long endNanos;
    private final int[] profile;
    private final long[] start;
    private final int[] samples;

    /// A trace that lies outside the file is reported and has no samples.
    public TraceIndex(DatabaseFile file, int profiles, ReadReport.Log log) {
        this.file = file;
        long header = file.section(HpctoolkitLayout.ONLY_SECTION, Traces.END_AT + Long.BYTES);
        beginNanos = file.u64(header + Traces.BEGIN_AT);
        endNanos = file.u64(header + Traces.END_AT);
        DatabaseFile.Table headers = file.table(header, Traces.HEADER_BYTES, "traces");
        profile = new int[headers.count()];
        start = new long[headers.count()];
        samples = new int[headers.count()];
        for (int trace = 0; trace < headers.count(); trace++)
            try {
                read(trace, headers.at(trace), profiles);
            } catch (MalformedProfileException damaged) {
                log.lost("skipped a damaged trace", String.valueOf(damaged.getMessage()));
            }
    }

    private void read(int trace, long at, int profiles) {
        profile[trace] = file.number(at + Traces.PROFILE_AT, "a profile");
        if (profile[trace] >= profiles)
            throw file.malformed(
                    at, "one of %d profiles".formatted(profiles), "profile " + profile[trace]);
        start[trace] = file.u64(at + Traces.START_AT);
        samples[trace] = samplesBetween(start[trace], file.u64(at + Traces.STOP_AT), at);
    }

    private int samplesBetween(long from, long to, long at) {
        long bytes = to - from;
        if (from < 0
                || bytes < 0
                || to > file.size()
                || bytes % Traces.SAMPLE_BYTES != 0
                || bytes / Traces.SAMPLE_BYTES > Integer.MAX_VALUE)
            throw file.malformed(
                    at + Traces.START_AT,
                    "samples of %d bytes inside the file".formatted(Traces.SAMPLE_BYTES),
                    "bytes %s to %s"
                            .formatted(Long.toUnsignedString(from), Long.toUnsignedString(to)));
        return (int) (bytes / Traces.SAMPLE_BYTES);
    }

    DatabaseFile file() {
        return file;
    }

    public long beginNanos() {
        return beginNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    public int traces() {
        return profile.length;
    }

    public int profile(int trace) {
        return profile[trace];
    }

    long start(int trace) {
        return start[trace];
    }

    public int samples(int trace) {
        return samples[trace];
    }

    public long totalSamples() {
        long total = 0;
        for (int each : samples) total += each;
        return total;
    }

    public int tracesWithSamples() {
        int with = 0;
        for (int each : samples) if (each > 0) with++;
        return with;
    }
}
