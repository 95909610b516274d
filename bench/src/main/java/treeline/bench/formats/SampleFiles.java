package treeline.bench.formats;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/// Files of samples and slices of one program, as large as wanted: 20,000 call paths up to 40 deep
/// over 3,000 functions, on 8 threads. The same size gives the same file.
final class SampleFiles {
    private static final int PATHS = 20_000;
    private static final int FUNCTIONS = 3_000;
    private static final int DEEPEST = 40;
    private static final int THREADS = 8;
    private static final int PROCESS = 4242;
    private static final int BURST = 500; // slices of a thread before those of the next
    private static final int PERIOD_NANOS = 10_101_010;

    private final int[] parent = new int[PATHS];
    private final int[] depth = new int[PATHS];
    private final int[] function = new int[PATHS];
    private final String[] names = new String[FUNCTIONS];
    private final SplittableRandom random = new SplittableRandom(1);
    private final long bytes;
    private long written;

    private SampleFiles(long bytes) {
        this.bytes = bytes;
        for (int i = 0; i < FUNCTIONS; i++)
            names[i] = "app::module%d::Worker%d::step_%d".formatted(i % 40, i % 300, i);
        parent[0] = -1;
        for (int path = 1; path < PATHS; path++) {
            int above = path - 1;
            for (int up = random.nextInt(4); up > 0 && above > 0; up -= 2) above = parent[above];
            while (depth[above] >= DEEPEST - random.nextInt(20)) above = parent[above];
            parent[path] = above;
            depth[path] = depth[above] + 1;
            function[path] = random.nextInt(FUNCTIONS);
        }
    }

    /// What writes the samples of a program until the file is large enough.
    private interface Writer {
        void write(SampleFiles program, OutputStream out) throws IOException;
    }

    static Path collapsed(Path folder, long bytes) throws IOException {
        return once(folder, "stacks.folded", bytes, SampleFiles::writeCollapsed);
    }

    static Path perfScript(Path folder, long bytes) throws IOException {
        return once(folder, "perf.txt", bytes, SampleFiles::writePerfScript);
    }

    static Path chromeTrace(Path folder, long bytes) throws IOException {
        return once(folder, "trace.json", bytes, SampleFiles::writeChromeTrace);
    }

    static Path pprof(Path folder, long bytes) throws IOException {
        return once(folder, "profile.pb.gz", bytes, SampleFiles::writePprof);
    }

    private static Path once(Path folder, String name, long bytes, Writer writer)
            throws IOException {
        Path file = folder.resolve((bytes >> 20) + "-" + name);
        if (Files.exists(file)) return file;
        Path half = folder.resolve(name + ".part");
        try (OutputStream raw = Files.newOutputStream(half);
                OutputStream out =
                        name.endsWith(".gz")
                                ? new GZIPOutputStream(raw, 1 << 16)
                                : new BufferedOutputStream(raw, 1 << 16)) {
            writer.write(new SampleFiles(bytes), out);
        }
        return Files.move(half, file);
    }

    private void put(OutputStream out, byte[] text) throws IOException {
        out.write(text);
        written += text.length;
    }

    private void put(OutputStream out, StringBuilder text) throws IOException {
        put(out, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /// The path of the next sample. Half of all samples are of an eighth of the paths.
    private int sampled() {
        return (int) (Math.pow(random.nextDouble(), 3) * PATHS);
    }

    /// Sorted, as tools write them, again and again with other counts.
    private void writeCollapsed(OutputStream out) throws IOException {
        var line = new StringBuilder();
        while (written < bytes)
            for (int path = 0; path < PATHS && written < bytes; path++) {
                line.setLength(0);
                appendStack(line, path);
                put(out, line.append(' ').append(1 + random.nextInt(999)).append('\n'));
            }
    }

    private void appendStack(StringBuilder line, int path) {
        int[] stack = new int[DEEPEST + 1];
        int frames = 0;
        for (int at = path; at >= 0; at = parent[at]) stack[frames++] = function[at];
        while (frames > 0) line.append(names[stack[--frames]]).append(frames > 0 ? ";" : "");
    }

    private void writePerfScript(OutputStream out) throws IOException {
        var text = new StringBuilder();
        for (long sample = 0; written < bytes; sample++) {
            text.setLength(0);
            text.append("worker ").append(PROCESS).append('/').append(PROCESS + sample % THREADS);
            text.append(" [00").append(sample % THREADS).append("] ").append(1000 + sample / 1000);
            text.append('.').append(100_000 + sample % 1000 * 100).append(":   ");
            text.append(PERIOD_NANOS).append(" cpu-clock:u: \n");
            for (int at = sampled(); at >= 0; at = parent[at]) {
                text.append("\t    55d0")
                        .append(Integer.toHexString(0x1000000 + function[at] * 64));
                text.append(' ').append(names[function[at]]).append("+0x");
                text.append(Integer.toHexString(16 + at % 4 * 8)).append(" (/opt/app/bin/app)\n");
            }
            put(out, text.append('\n'));
        }
    }

    /// Calls and returns of each thread, by turns a few of each; a slice is written when it begins.
    private void writeChromeTrace(OutputStream out) throws IOException {
        var text = new StringBuilder("{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n");
        long[] now = new long[THREADS];
        for (int thread = 0; written < bytes; thread = (thread + 1) % THREADS) {
            int first = random.nextInt(PATHS / BURST) * BURST;
            for (int path = first; path < first + BURST; path++) {
                int below = path + 1;
                while (below < first + BURST && depth[below] > depth[path]) below++;
                text.append("{\"ph\": \"X\", \"cat\": \"function\", \"name\": \"");
                text.append(names[function[path]]).append("\", \"pid\": ").append(PROCESS);
                text.append(", \"tid\": ").append(PROCESS + thread).append(", \"ts\": ");
                text.append(now[thread] + (path - first) * 10L).append(".125, \"dur\": ");
                text.append((below - path) * 10).append("},\n");
            }
            now[thread] += BURST * 10;
            put(out, text);
            text.setLength(0);
        }
        put(out, text.append("{}]}\n"));
    }

    private static final class Message extends ByteArrayOutputStream {
        void number(long number) {
            long rest = number;
            for (; (rest & ~0x7fL) != 0; rest >>>= 7) write((int) ((rest & 0x7f) | 0x80));
            write((int) rest);
        }

        Message field(int field, long number) {
            number(field << 3);
            number(number);
            return this;
        }

        Message field(int field, byte[] content) {
            number(field << 3 | 2);
            number(content.length);
            writeBytes(content);
            return this;
        }

        Message field(int field, Message content) {
            return field(field, content.toByteArray());
        }
    }

    /// The numbers of fields are those of `profile.proto`.
    private void writePprof(OutputStream out) throws IOException {
        var tables = new Message();
        tables.field(1, new Message().field(1, 1).field(2, 2));
        tables.field(1, new Message().field(1, 3).field(2, 4));
        for (String text : new String[] {"", "samples", "count", "cpu", "nanoseconds", "thread_id"})
            tables.field(6, text.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < FUNCTIONS; i++) {
            tables.field(6, names[i].getBytes(StandardCharsets.UTF_8));
            tables.field(5, new Message().field(1, i + 1).field(2, 6 + i));
            for (int line = 0; line < 4; line++) {
                var site = new Message().field(1, i + 1).field(2, 10 + line);
                tables.field(4, new Message().field(1, i * 4 + line + 1).field(4, site));
            }
        }
        put(out, tables.toByteArray());
        for (long sample = 0; written < bytes; sample++) {
            var locations = new Message();
            for (int at = sampled(); at >= 0; at = parent[at])
                locations.number(function[at] * 4 + at % 4 + 1);
            var values = new Message();
            values.number(1);
            values.number(PERIOD_NANOS);
            var thread = new Message().field(1, 5).field(3, PROCESS + sample % THREADS);
            var message = new Message().field(1, locations).field(2, values).field(3, thread);
            put(out, new Message().field(2, message).toByteArray());
        }
    }
}
