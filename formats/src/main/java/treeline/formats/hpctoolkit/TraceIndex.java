package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.Layout.Traces;

/// The list of traces of `trace.db`, checked: which profile each belongs to and where its samples
/// lie. Samples are not read here.
record TraceIndex(long beginNanos, long endNanos, int[] profile, long[] start, int[] samples) {

    static TraceIndex read(DatabaseFile file, int profiles) {
        long header = file.section(Layout.ONLY_SECTION, Traces.END_AT + Long.BYTES);
        int count = file.number(header + Traces.COUNT_AT, "a number of traces");
        long strideAt = header + Traces.HEADER_BYTES_AT;
        int stride = file.stride(file.u8(strideAt), Traces.HEADER_BYTES, strideAt, "traces");
        long first = file.array(header + Traces.HEADERS_AT, count, stride, "traces");
        int[] profile = new int[count];
        long[] start = new long[count];
        int[] samples = new int[count];
        for (int trace = 0; trace < count; trace++) {
            long at = first + (long) trace * stride;
            profile[trace] = file.number(at + Traces.PROFILE_AT, "a profile");
            if (profile[trace] >= profiles)
                throw file.malformed(
                        at, "one of %d profiles".formatted(profiles), "profile " + profile[trace]);
            start[trace] = file.u64(at + Traces.START_AT);
            samples[trace] = samples(file, at, start[trace]);
        }
        return new TraceIndex(
                file.u64(header + Traces.BEGIN_AT),
                file.u64(header + Traces.END_AT),
                profile,
                start,
                samples);
    }

    private static int samples(DatabaseFile file, long at, long start) {
        long stop = file.u64(at + Traces.STOP_AT);
        long bytes = stop - start;
        if (start < 0
                || bytes < 0
                || stop > file.size()
                || bytes % Traces.SAMPLE_BYTES != 0
                || bytes / Traces.SAMPLE_BYTES > Integer.MAX_VALUE)
            throw file.malformed(
                    at + Traces.START_AT,
                    "samples of %d bytes inside the file".formatted(Traces.SAMPLE_BYTES),
                    "bytes %s to %s"
                            .formatted(Long.toUnsignedString(start), Long.toUnsignedString(stop)));
        return (int) (bytes / Traces.SAMPLE_BYTES);
    }

    int traces() {
        return profile.length;
    }

    long totalSamples() {
        long total = 0;
        for (int each : samples) total += each;
        return total;
    }

    int tracesWithSamples() {
        int with = 0;
        for (int each : samples) if (each > 0) with++;
        return with;
    }
}
