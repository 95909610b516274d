package treeline.bench.formats;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Writes HPCToolkit databases (format 4) of any size, from the published notes on the format, with
/// the answers that a reader must find in them. Profiles are in shuffled order of ranks. The same
/// sizes give the same database.
public final class HpctoolkitGenerator {
    static final int SCOPES = 4; // point, function, lex_aware, execution
    private static final int VALUE_BYTES = 10;
    private static final int INDEX_BYTES = 12;
    private static final int CONTEXT_VALUE_BYTES = 12;
    private static final int METRIC_BYTES = 10;
    private static final int PROFILE_INFO_BYTES = 48;
    private static final int CONTEXT_INFO_BYTES = 32;
    private static final int TUPLE_BYTES = 8 + 3 * 16;
    private static final long SEED = 11;

    private final HpctoolkitTree tree;
    private final HpctoolkitSamples samples;
    private final int[] rankOf;

    /// By context id and scope: how many values there are and what they sum to.
    private final int[][] counts;

    private final long[][] sums;
    private long values;
    private final long[] samplesOfRank;

    private HpctoolkitGenerator(int nodes, int ranks) {
        tree = new HpctoolkitTree(nodes, SEED);
        samples = new HpctoolkitSamples(tree, SEED);
        counts = new int[tree.largestContext + 1][SCOPES];
        sums = new long[tree.largestContext + 1][SCOPES];
        samplesOfRank = new long[ranks];
        rankOf = HpctoolkitTree.shuffled(0, ranks, new SplittableRandom(SEED));
    }

    /// What a reader of the database must find.
    ///
    /// @param values how many values the threads have, in all scopes and for the whole program too
    /// @param seconds the inclusive time of the whole run
    /// @param hottest context ids by falling inclusive time
    /// @param hottestSeconds their times over all ranks
    /// @param secondsOfRank the inclusive time of every rank
    public record Answers(
            int nodes,
            int ranks,
            long values,
            double seconds,
            ImmutableInts hottest,
            ImmutableDoubles hottestSeconds,
            ImmutableDoubles secondsOfRank) {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Answers answers = write(folder, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        System.out.printf(
                "%s: %d nodes, %d ranks, %,d values, %.3f s%n",
                folder, answers.nodes, answers.ranks, answers.values, answers.seconds);
    }

    /// Writes a database and `answers.txt` beside it.
    public static Answers write(Path folder, int nodes, int ranks) throws IOException {
        Files.createDirectories(folder);
        var generator = new HpctoolkitGenerator(nodes, ranks);
        generator.writeProfiles(folder.resolve("profile.db"));
        generator.writeContexts(folder.resolve("cct.db"));
        Files.write(folder.resolve("meta.db"), new HpctoolkitMeta(generator.tree).bytes());
        Answers answers = generator.answers();
        Files.writeString(folder.resolve("answers.txt"), text(answers));
        return answers;
    }

    private static String text(Answers answers) {
        var text = new StringBuilder();
        text.append(
                "nodes %d%nranks %d%nvalues %d%nseconds %s%n"
                        .formatted(answers.nodes, answers.ranks, answers.values, answers.seconds));
        for (int i = 0; i < answers.hottest.size(); i++)
            text.append(
                    "context %d %s%n"
                            .formatted(answers.hottest.at(i), answers.hottestSeconds.at(i)));
        for (int rank = 0; rank < answers.ranks; rank++)
            text.append("rank %d %s%n".formatted(rank, answers.secondsOfRank.at(rank)));
        return text.toString();
    }

    /// The answers that were written with a database.
    public static Answers answersOf(Path folder) throws IOException {
        var lines = Files.readAllLines(folder.resolve("answers.txt"));
        String[][] words = lines.stream().map(line -> line.split(" ")).toArray(String[][]::new);
        String[][] contexts =
                Arrays.stream(words).filter(w -> w[0].equals("context")).toArray(String[][]::new);
        String[][] ranks =
                Arrays.stream(words).filter(w -> w[0].equals("rank")).toArray(String[][]::new);
        return new Answers(
                Integer.parseInt(words[0][1]),
                Integer.parseInt(words[1][1]),
                Long.parseLong(words[2][1]),
                Double.parseDouble(words[3][1]),
                ImmutableInts.owning(
                        Arrays.stream(contexts).mapToInt(w -> Integer.parseInt(w[1])).toArray()),
                ImmutableDoubles.owning(
                        Arrays.stream(contexts)
                                .mapToDouble(w -> Double.parseDouble(w[2]))
                                .toArray()),
                ImmutableDoubles.owning(
                        Arrays.stream(ranks).mapToDouble(w -> Double.parseDouble(w[2])).toArray()));
    }

    private Answers answers() {
        int[] hottest =
                java.util.stream.IntStream.rangeClosed(1, tree.largestContext)
                        .boxed()
                        .sorted((a, b) -> Long.compare(sums[b][SCOPES - 1], sums[a][SCOPES - 1]))
                        .limit(1_000)
                        .mapToInt(Integer::intValue)
                        .toArray();
        return new Answers(
                tree.nodes,
                rankOf.length,
                values,
                sums[0][SCOPES - 1] * HpctoolkitSamples.PERIOD,
                ImmutableInts.owning(hottest),
                ImmutableDoubles.owning(
                        Arrays.stream(hottest)
                                .mapToDouble(id -> sums[id][SCOPES - 1] * HpctoolkitSamples.PERIOD)
                                .toArray()),
                ImmutableDoubles.owning(
                        Arrays.stream(samplesOfRank)
                                .mapToDouble(n -> n * HpctoolkitSamples.PERIOD)
                                .toArray()));
    }

    /// The samples of the current rank at a context in a scope; context 0 is the whole program.
    private int at(int context, int scope) {
        if (context == 0) return scope == SCOPES - 1 ? samples.execution[0] : 0;
        int node = tree.nodeOf[context];
        if (node < 0) return 0;
        return switch (scope) {
            case 0 -> samples.point[node];
            case 1, 2 -> samples.function[node];
            default -> samples.execution[node];
        };
    }

    private void writeProfiles(Path file) throws IOException {
        int profiles = rankOf.length + 1;
        long infos = 0x40;
        long tuples = infos + (long) PROFILE_INFO_BYTES * profiles;
        long end = tuples + (long) TUPLE_BYTES * rankOf.length;
        ByteBuffer head = buffer((int) end);
        header(
                head,
                "prof",
                0x30,
                0x10 + (long) PROFILE_INFO_BYTES * profiles,
                tuples,
                end - tuples);
        head.putLong(0x30, infos).putInt(0x38, profiles).put(0x3c, (byte) PROFILE_INFO_BYTES);
        try (var out = new Output(file, end)) {
            for (int i = 0; i < rankOf.length; i++) {
                samples.sample(rankOf[i]);
                samplesOfRank[rankOf[i]] = samples.execution[0];
                int tuple = (int) tuples + TUPLE_BYTES * i;
                writeTuple(head, tuple, rankOf[i]);
                int info = (int) infos + PROFILE_INFO_BYTES * (i + 1);
                head.putLong(info + 0x20, tuple);
                writeProfile(out, head, info, this::at, true);
            }
            head.putInt((int) infos + 0x28, 1);
            writeProfile(out, head, (int) infos, (context, scope) -> sums[context][scope], false);
            out.footer("_prof.db");
            out.writeAt(0, head);
        }
    }

    private interface Source {
        long at(int context, int scope);
    }

    private void writeProfile(Output out, ByteBuffer head, int info, Source source, boolean count)
            throws IOException {
        head.putLong(info + 8, out.align(4));
        long written = 0;
        int contexts = 0;
        int[] ids = new int[tree.largestContext + 1];
        long[] starts = new long[tree.largestContext + 1];
        for (int context = 0; context <= tree.largestContext; context++) {
            if (source.at(context, SCOPES - 1) == 0) continue;
            ids[contexts] = context;
            starts[contexts++] = written;
            for (int scope = 0; scope < SCOPES; scope++) {
                long ticks = source.at(context, scope);
                if (ticks == 0) continue;
                out.room(VALUE_BYTES)
                        .putShort((short) scope)
                        .putDouble(ticks * HpctoolkitSamples.PERIOD);
                written++;
                if (!count) continue;
                counts[context][scope]++;
                sums[context][scope] += ticks;
            }
        }
        if (count) values += written;
        head.putLong(info, written)
                .putInt(info + 0x10, contexts)
                .putLong(info + 0x18, out.align(4));
        for (int i = 0; i < contexts; i++) out.room(INDEX_BYTES).putInt(ids[i]).putLong(starts[i]);
    }

    private static void writeTuple(ByteBuffer head, int at, int rank) {
        head.putShort(at, (short) 3);
        writeId(head, at + 8, 1, 0xa8c0_0000L + rank / 64);
        writeId(head, at + 24, 2, rank);
        writeId(head, at + 40, 3, 0);
    }

    private static void writeId(ByteBuffer head, int at, int kind, long id) {
        head.put(at, (byte) kind).putInt(at + 4, (int) id).putLong(at + 8, id);
    }

    /// Writes the same values by context: places are known from the counts, so the ranks are
    /// sampled again and each value goes straight to its place.
    private void writeContexts(Path file) throws IOException {
        int contexts = tree.largestContext + 1;
        long infos = 0x40;
        long end = infos + (long) CONTEXT_INFO_BYTES * contexts;
        long[][] next = new long[contexts][];
        long[] metricsAt = new long[contexts];
        for (int context = 0; context < contexts; context++) {
            end = (end + 3) / 4 * 4;
            next[context] = new long[SCOPES];
            for (int scope = 0; scope < SCOPES; scope++) {
                next[context][scope] = end;
                end += (long) CONTEXT_VALUE_BYTES * counts[context][scope];
            }
            metricsAt[context] = end;
            end += (long) METRIC_BYTES * SCOPES;
        }
        try (var out = new MappedOutput(file, end + 8)) {
            out.header("ctxt", 0x30, 0x10 + (long) CONTEXT_INFO_BYTES * contexts);
            out.putLong(0x30, infos).putInt(0x38, contexts).putByte(0x3c, CONTEXT_INFO_BYTES);
            for (int context = 0; context < contexts; context++)
                writeContextInfo(out, infos, context, next[context][0], metricsAt[context]);
            for (int i = 0; i < rankOf.length; i++) {
                samples.sample(rankOf[i]);
                for (int context = 0; context < contexts; context++) {
                    if (at(context, SCOPES - 1) == 0) continue;
                    for (int scope = 0; scope < SCOPES; scope++) {
                        int ticks = at(context, scope);
                        if (ticks == 0) continue;
                        long to = next[context][scope];
                        out.putInt(to, i + 1).putDouble(to + 4, ticks * HpctoolkitSamples.PERIOD);
                        next[context][scope] += CONTEXT_VALUE_BYTES;
                    }
                }
            }
            out.ascii(end, "__ctx.db");
        }
    }

    private void writeContextInfo(
            MappedOutput out, long infos, int context, long valuesAt, long metricsAt) {
        long info = infos + (long) CONTEXT_INFO_BYTES * context;
        long start = 0;
        int metrics = 0;
        for (int scope = 0; scope < SCOPES; scope++) {
            if (counts[context][scope] == 0) continue;
            out.putShort(metricsAt + (long) METRIC_BYTES * metrics, scope);
            out.putLong(metricsAt + (long) METRIC_BYTES * metrics + 2, start);
            start += counts[context][scope];
            metrics++;
        }
        out.putLong(info, start).putLong(info + 8, valuesAt);
        out.putShort(info + 0x10, metrics).putLong(info + 0x18, metricsAt);
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void header(
            ByteBuffer head, String kind, long first, long size, long second, long secondSize) {
        head.put(0, ("HPCTOOLKIT" + kind).getBytes(StandardCharsets.US_ASCII)).put(0x0e, (byte) 4);
        head.putLong(0x10, size)
                .putLong(0x18, first)
                .putLong(0x20, secondSize)
                .putLong(0x28, second);
    }

    /// A file that is appended to in large pieces.
    private static final class Output implements AutoCloseable {
        private final FileChannel channel;
        private final ByteBuffer pending = buffer(1 << 22);
        private long flushed;

        Output(Path file, long start) throws IOException {
            channel =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING);
            flushed = start;
        }

        ByteBuffer room(int bytes) throws IOException {
            if (pending.remaining() < bytes) flush();
            return pending;
        }

        long align(int bytes) throws IOException {
            while ((flushed + pending.position()) % bytes != 0) room(1).put((byte) 0);
            return flushed + pending.position();
        }

        void footer(String text) throws IOException {
            room(8).put(text.getBytes(StandardCharsets.US_ASCII));
        }

        private void flush() throws IOException {
            pending.flip();
            while (pending.hasRemaining()) flushed += channel.write(pending, flushed);
            pending.clear();
        }

        void writeAt(long at, ByteBuffer bytes) throws IOException {
            ByteBuffer left = bytes.duplicate().rewind();
            for (long to = at; left.hasRemaining(); ) to += channel.write(left, to);
        }

        @Override
        public void close() throws IOException {
            flush();
            channel.close();
        }
    }
}
