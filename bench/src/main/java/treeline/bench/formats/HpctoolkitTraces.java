package treeline.bench.formats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Writes the `trace.db` of a generated database: samples of all ranks at jittered intervals of 5
/// ms. A rank stays in a call path for three samples on average, and its call paths change with the
/// phase of the run. The same sizes give the same file.
public final class HpctoolkitTraces {
    /// Mean distance of two samples in nanoseconds.
    public static final long PERIOD = 5_000_000;

    private static final long BEGIN = 1_700_000_000_000_000_000L; // nanoseconds since 1970
    private static final int SECTION = 0x20;
    private static final int HEADERS = SECTION + 0x20;
    private static final int HEADER_BYTES = 24;
    private static final int SAMPLE_BYTES = 12;
    private static final int PATHS_OF_PHASE = 40;
    private static final int PHASE_SAMPLES = 1_000;
    private static final long SEED = 11;

    private HpctoolkitTraces() {}

    /// Writes the file into a folder with a database of the same numbers of nodes and ranks.
    public static void write(Path folder, int nodes, int ranks, int samples) throws IOException {
        var tree = new HpctoolkitTree(nodes, SEED);
        int[] contexts =
                IntStream.range(0, nodes)
                        .filter(node -> tree.kind[node] == HpctoolkitTree.LINE)
                        .map(node -> tree.context[node])
                        .toArray();
        try (FileChannel file =
                FileChannel.open(
                        folder.resolve("trace.db"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            write(file, head(ranks, samples));
            ByteBuffer buffer = HpctoolkitGenerator.buffer(samples * SAMPLE_BYTES);
            for (int rank = 0; rank < ranks; rank++) {
                fill(buffer.clear(), rank, contexts);
                write(file, buffer.flip());
            }
            write(file, ByteBuffer.wrap("trace.db".getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static ByteBuffer head(int ranks, int samples) {
        int bytes = HEADERS + ranks * HEADER_BYTES;
        ByteBuffer head = HpctoolkitGenerator.buffer(bytes);
        head.put(0, "HPCTOOLKITtrce".getBytes(StandardCharsets.US_ASCII)).put(0x0e, (byte) 4);
        head.putLong(0x10, bytes - SECTION).putLong(0x18, SECTION);
        head.putLong(SECTION, HEADERS).putInt(SECTION + 8, ranks);
        head.put(SECTION + 0x0c, (byte) HEADER_BYTES);
        head.putLong(SECTION + 0x10, BEGIN).putLong(SECTION + 0x18, BEGIN + samples * PERIOD);
        for (int rank = 0; rank < ranks; rank++) {
            int at = HEADERS + rank * HEADER_BYTES;
            long start = bytes + (long) rank * samples * SAMPLE_BYTES;
            head.putInt(at, rank + 1).putLong(at + 8, start);
            head.putLong(at + 16, start + (long) samples * SAMPLE_BYTES);
        }
        return head;
    }

    private static void fill(ByteBuffer buffer, int rank, int[] contexts) {
        var random = new SplittableRandom(SEED + rank);
        int context = contexts[0];
        for (int sample = 0; buffer.hasRemaining(); sample++) {
            int drawn = random.nextInt();
            if ((drawn & 0xff) < 85) {
                int phase = sample / PHASE_SAMPLES * PATHS_OF_PHASE;
                context = contexts[(phase + (drawn >>> 8) % PATHS_OF_PHASE) % contexts.length];
            }
            long jitter = (drawn & 0x3fffff) % PERIOD;
            buffer.putLong(BEGIN + sample * PERIOD + jitter).putInt(context);
        }
    }

    private static void write(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) file.write(bytes);
    }
}
