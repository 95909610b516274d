package treeline.bench.record.agent;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Programs with a known amount of work, from tiny methods to large kernels. Arguments: the name of
/// a program and its number of rounds. Prints the CPU time of the main thread in nanoseconds.
public final class Workloads {
    private Workloads() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[1]);
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long result = 0;
        for (int round = 0; round < rounds; round++)
            result +=
                    switch (arguments[0]) {
                        case "fib" -> Fib.round();
                        case "words" -> Words.round(round);
                        case "json" -> Json.round(round);
                        case "blocks" -> Blocks.round(round);
                        case "phases" -> round % 2 == 0 ? Json.round(round) : Matrix.round(round);
                        case "matrix" -> Matrix.round(round);
                        default -> throw new IllegalArgumentException(arguments[0]);
                    };
        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        System.out.println("cpu " + nanos + " result " + result);
    }

    /// Recursion: two calls per addition.
    static final class Fib {
        private Fib() {}

        static long round() {
            return of(24);
        }

        static long of(int n) {
            if (n < 2) return n;
            return of(n - 1) + of(n - 2);
        }
    }

    /// A tokenizer with a method per character class, and counts in a map.
    static final class Words {
        private final byte[] text;
        private int at;
        private final Map<String, Integer> counts = new HashMap<>();

        Words(byte[] text) {
            this.text = text;
        }

        static long round(int seed) {
            return new Words(text(seed)).count();
        }

        static byte[] text(int seed) {
            var random = new SplittableRandom(seed);
            byte[] text = new byte[50_000];
            for (int i = 0; i < text.length; i++)
                text[i] = (byte) (random.nextInt(6) == 0 ? ' ' : 'a' + random.nextInt(4));
            return text;
        }

        long count() {
            for (String word = next(); !word.isEmpty(); word = next()) add(word);
            return counts.size();
        }

        /// The next word, or an empty text at the end.
        String next() {
            skipSpaces();
            int start = at;
            while (at < text.length && isLetter(text[at])) advance();
            return word(start, at);
        }

        void skipSpaces() {
            while (at < text.length && !isLetter(text[at])) advance();
        }

        static boolean isLetter(byte character) {
            return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
        }

        void advance() {
            if (at < text.length) at = at + 1;
        }

        String word(int from, int to) {
            return new String(text, from, to - from, java.nio.charset.StandardCharsets.ISO_8859_1);
        }

        void add(String word) {
            counts.merge(word, 1, Integer::sum);
        }
    }

    /// A recursive-descent parser.
    static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        static long round(int seed) {
            String text = text(new SplittableRandom(seed), 6);
            return size(new Json(text).value());
        }

        static String text(SplittableRandom random, int depth) {
            var out = new StringBuilder();
            write(out, random, depth);
            return out.toString();
        }

        private static void write(StringBuilder out, SplittableRandom random, int depth) {
            if (depth == 0) {
                out.append(random.nextInt(1_000_000));
                return;
            }
            out.append(depth % 2 == 0 ? '{' : '[');
            for (int i = 0; i < 4; i++) {
                if (i > 0) out.append(", ");
                if (depth % 2 == 0) out.append("\"key").append(i).append("\": ");
                write(out, random, depth - 1);
            }
            out.append(depth % 2 == 0 ? '}' : ']');
        }

        static long size(Object value) {
            return switch (value) {
                case Map<?, ?> map -> map.values().stream().mapToLong(Json::size).sum();
                case List<?> list -> list.stream().mapToLong(Json::size).sum();
                default -> 1;
            };
        }

        Object value() {
            skipSpaces();
            return switch (text.charAt(at)) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                default -> number();
            };
        }

        Map<String, Object> object() {
            Map<String, Object> members = new HashMap<>();
            expect('{');
            while (!accept('}')) {
                skipSpaces();
                String key = string();
                expect(':');
                members.put(key, value());
                accept(',');
            }
            return members;
        }

        List<Object> array() {
            List<Object> items = new ArrayList<>();
            expect('[');
            while (!accept(']')) {
                items.add(value());
                accept(',');
            }
            return items;
        }

        String string() {
            expect('"');
            int start = at;
            while (text.charAt(at) != '"') at++;
            return text.substring(start, at++);
        }

        Double number() {
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
            return Double.valueOf(text.substring(start, at));
        }

        void skipSpaces() {
            while (at < text.length() && text.charAt(at) == ' ') at++;
        }

        void expect(char wanted) {
            if (!accept(wanted)) throw new IllegalArgumentException("at " + at);
        }

        boolean accept(char wanted) {
            skipSpaces();
            if (text.charAt(at) != wanted) return false;
            at++;
            return true;
        }
    }

    /// Compression of blocks as in bzip2, without its sort: run lengths, move to front, bits.
    static final class Blocks {
        private final byte[] front = new byte[256];
        private long bits;
        private int bitCount;
        private int written;

        static long round(int seed) {
            byte[] block = new byte[30_000];
            var random = new SplittableRandom(seed);
            int value = 0;
            for (int i = 0; i < block.length; i++) {
                if (random.nextInt(8) == 0) value = random.nextInt(256);
                block[i] = (byte) value;
            }
            return new Blocks().compress(block);
        }

        long compress(byte[] block) {
            for (int i = 0; i < front.length; i++) front[i] = (byte) i;
            for (int at = 0; at < block.length; ) {
                int run = run(block, at);
                put(moveToFront(block[at]));
                if (run > 1) put(run);
                at += run;
            }
            Arrays.sort(block);
            return written;
        }

        int run(byte[] block, int at) {
            int end = at + 1;
            while (end < block.length && end - at < 255 && block[end] == block[at]) end++;
            return end - at;
        }

        int moveToFront(byte value) {
            int at = 0;
            while (front[at] != value) at++;
            System.arraycopy(front, 0, front, 1, at);
            front[0] = value;
            return at;
        }

        void put(int symbol) {
            int width = 32 - Integer.numberOfLeadingZeros(symbol | 1);
            write(width, 5);
            write(symbol, width);
        }

        void write(int value, int width) {
            bits = (bits << width) | value;
            bitCount += width;
            while (bitCount >= 8) {
                bitCount -= 8;
                written++;
            }
        }
    }

    /// Kernels of about a millisecond.
    static final class Matrix {
        private static final int N = 160;

        private Matrix() {}

        static long round(int seed) {
            double[] a = filled(seed);
            double[] b = filled(seed + 1);
            return (long) trace(product(a, b));
        }

        static double[] filled(int seed) {
            double[] values = new double[N * N];
            for (int i = 0; i < values.length; i++) values[i] = (i * 31 + seed) % 17;
            return values;
        }

        static double[] product(double[] a, double[] b) {
            double[] c = new double[N * N];
            for (int i = 0; i < N; i++)
                for (int k = 0; k < N; k++)
                    for (int j = 0; j < N; j++) c[i * N + j] += a[i * N + k] * b[k * N + j];
            return c;
        }

        static double trace(double[] c) {
            double sum = 0;
            for (int i = 0; i < N; i++) sum += c[i * N + i];
            return sum;
        }
    }
}
