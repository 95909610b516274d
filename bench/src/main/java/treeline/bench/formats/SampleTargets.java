package treeline.bench.formats;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.formats.chrometrace.ChromeTraceFormat;
import treeline.formats.collapsed.CollapsedFormat;
import treeline.formats.perf.PerfScriptFormat;
import treeline.formats.pprof.PprofFormat;
import treeline.source.Input;
import treeline.source.ProfileFormat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// How fast are large files of samples read, beside what has to be done to them by anyone: expand
/// them, split them into lines or JSON tokens? Both by turns, in a heap of half a gigabyte.
///
/// `[MB] [FOLDER] [NAME]`; files are generated once, and kept in a folder that is named; a name
/// chooses formats.
public final class SampleTargets {
    private static final int ROUNDS = 2;

    private SampleTargets() {}

    /// What is done to a file; returns something that depends on all of it.
    private interface Work {
        long on(Path file) throws IOException;
    }

    public static void main(String[] arguments) throws IOException {
        long bytes = (arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024) << 20;
        boolean isKept = arguments.length > 1;
        Path folder =
                isKept ? Path.of(arguments[1]) : Files.createTempDirectory("treeline-samples");
        String only = arguments.length > 2 ? arguments[2] : "";
        System.out.printf(
                "%-14s %7s %12s %8s %8s %8s %8s %7s%n",
                "file", "MB", "alone", "s", "MB/s", "ours, s", "MB/s", "ratio");
        if ("pprof".contains(only))
            compare(
                    SampleFiles.pprof(folder, bytes),
                    bytes,
                    "gunzip, walk",
                    SampleTargets::fields,
                    new PprofFormat());
        if ("collapsed".contains(only))
            compare(
                    SampleFiles.collapsed(folder, bytes),
                    bytes,
                    "lines",
                    SampleTargets::lines,
                    new CollapsedFormat());
        if ("perf-script".contains(only))
            compare(
                    SampleFiles.perfScript(folder, bytes),
                    bytes,
                    "lines",
                    SampleTargets::lines,
                    new PerfScriptFormat());
        if ("chrome-trace".contains(only))
            compare(
                    SampleFiles.chromeTrace(folder, bytes),
                    bytes,
                    "tokens",
                    SampleTargets::tokens,
                    new ChromeTraceFormat());
    }

    private static void compare(
            Path file, long bytes, String what, Work alone, ProfileFormat format)
            throws IOException {
        double least = Double.MAX_VALUE;
        double ours = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            least = Math.min(least, seconds(alone, file));
            ours = Math.min(ours, seconds(each -> Reads.nodes(format.open(Input.of(each))), file));
        }
        double megabytes = bytes / 1e6;
        System.out.printf(
                "%-14s %7.0f %12s %8.2f %8.0f %8.2f %8.0f %7.2f%n",
                format.name(),
                megabytes,
                what,
                least,
                megabytes / least,
                ours,
                megabytes / ours,
                least / ours);
    }

    /// CPU seconds of all threads, because others use the machine too.
    private static double seconds(Work work, Path file) throws IOException {
        long start = Measured.cpuNanos();
        if (work.on(file) <= 0) throw new IllegalStateException("nothing in " + file);
        return (Measured.cpuNanos() - start) / 1e9;
    }

    private static long lines(Path file) throws IOException {
        long letters = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine())
                letters += line.length();
        }
        return letters;
    }

    private static long tokens(Path file) throws IOException {
        long tokens = 0;
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser =
                        JsonFactory.builder().build().createParser(ObjectReadContext.empty(), in)) {
            while (parser.nextToken() != null) tokens++;
        }
        return tokens;
    }

    /// Expands the file and goes over the fields of its messages, byte by byte, with nothing kept.
    private static long fields(Path file) throws IOException {
        try (var in = new Fields(new GZIPInputStream(Files.newInputStream(file), 1 << 16))) {
            return in.sum();
        }
    }

    private static final class Fields implements AutoCloseable {
        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;
        private long consumed;

        Fields(InputStream in) {
            this.in = in;
        }

        private int next() throws IOException {
            if (at == end) {
                at = 0;
                end = in.read(buffer, 0, buffer.length);
                if (end < 0) return -1;
            }
            consumed++;
            return buffer[at++];
        }

        private long number() throws IOException {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                int each = next();
                value |= (long) (each & 0x7f) << shift;
                if ((each & 0x80) == 0) return value;
            }
        }

        /// Samples are entered, with their lists of numbers; all else is passed over.
        long sum() throws IOException {
            long sum = 0;
            while (true) {
                int tag = next();
                if (tag < 0 && end < 0) return sum;
                long stop = number() + consumed;
                boolean isSample = tag == (2 << 3 | 2);
                while (consumed < stop)
                    if (isSample) sum += number();
                    else next();
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
