package treeline.select;

import treeline.pattern.Glob;
import treeline.query.QuerySyntaxException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A selection from a list: `0-7,12`, `0-65535:8`, `8-`, `nid00*`, or a random sample `~1024`.
/// Ranks, threads, hosts and iterations all use this syntax.
public record Items(List<Item> items) {
    /// The random seed of samples that name none: the same question has the same answer.
    public static final long DEFAULT_SEED = 0;

    private static final Pattern RANGE = Pattern.compile("(\\d+)(-(\\d*))?(:(\\d+))?");
    private static final Pattern SAMPLE = Pattern.compile("~(\\d+)(@(\\d+))?");
    private static final String NUMBERS =
            "expected non-negative numbers, such as 3, 0-7,12 or 0-63:8";

    /// One element of the selection.
    public sealed interface Item {}

    /// An inclusive range with a step.
    public record Range(long first, long last, long step) implements Item {
        boolean contains(long number) {
            return number >= first && number <= last && (number - first) % step == 0;
        }

        @Override
        public String toString() {
            String ends =
                    first == last ? "" + first : first + "-" + (last == Long.MAX_VALUE ? "" : last);
            return step == 1 ? ends : ends + ":" + step;
        }
    }

    /// A glob pattern or literal text.
    public record Texts(Glob glob) implements Item {
        @Override
        public String toString() {
            return glob.toString();
        }
    }

    /// A simple random sample of the distinct values, of a given size.
    public record Sample(int count, long seed) implements Item {
        @Override
        public String toString() {
            return "~" + count + (seed == DEFAULT_SEED ? "" : "@" + seed);
        }
    }

    public Items {
        items = List.copyOf(items);
    }

    /// Numbers only.
    ///
    /// @throws QuerySyntaxException with the place and what was expected there
    public static Items numbers(String text) {
        return parse(text, 0, text.length(), true);
    }

    /// The items of a part of a text, so that errors show the whole.
    static Items parse(String text, int from, int to, boolean numbers) {
        List<Item> items = new ArrayList<>();
        int start = from;
        while (true) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 || comma > to ? to : comma;
            items.add(item(text, start, end, numbers));
            if (end == to) break;
            start = end + 1;
        }
        if (items.size() > 1 && items.stream().anyMatch(Sample.class::isInstance))
            throw new QuerySyntaxException(
                    text,
                    text.indexOf('~', from),
                    "a random sample cannot be combined with numbers; to sample from some ranks use"
                            + " rank(0-99).rank(~10)");
        return new Items(items);
    }

    private static Item item(String text, int from, int to, boolean numbers) {
        String item = text.substring(from, to).strip();
        int at = from + text.substring(from, to).indexOf(item);
        Matcher range = RANGE.matcher(item);
        if (range.matches()) return range(text, at, range);
        Matcher sample = SAMPLE.matcher(item);
        if (sample.matches()) return sample(text, at, sample);
        if (item.equals("*")) return new Texts(Glob.of(item));
        if (item.startsWith("~"))
            throw new QuerySyntaxException(
                    text, at, "expected a random sample such as ~1024 or ~1024@7");
        if (numbers) throw new QuerySyntaxException(text, at, NUMBERS + found(item));
        if (item.isEmpty())
            throw new QuerySyntaxException(text, at, "expected a number or a name, found nothing");
        boolean quoted = item.length() > 1 && item.startsWith("\"") && item.endsWith("\"");
        return new Texts(Glob.of(quoted ? item.substring(1, item.length() - 1) : item));
    }

    private static String found(String item) {
        return item.isEmpty() ? ", found nothing" : ", found '%s'".formatted(item);
    }

    private static Range range(String text, int at, Matcher range) {
        long first = number(text, at, range.group(1));
        boolean open = range.group(2) != null && range.group(3).isEmpty();
        long last =
                open
                        ? Long.MAX_VALUE
                        : range.group(2) == null ? first : number(text, at, range.group(3));
        long step = range.group(5) == null ? 1 : number(text, at, range.group(5));
        if (last < first)
            throw new QuerySyntaxException(
                    text, at, "the range %s ends before it starts".formatted(range.group()));
        if (step == 0) throw new QuerySyntaxException(text, at, "the step must be at least 1");
        return new Range(first, last, step);
    }

    private static Sample sample(String text, int at, Matcher sample) {
        long count = number(text, at, sample.group(1));
        if (count == 0 || count > Integer.MAX_VALUE)
            throw new QuerySyntaxException(text, at, "the sample size must be from 1 to 2^31 - 1");
        long seed = sample.group(3) == null ? DEFAULT_SEED : number(text, at, sample.group(3));
        return new Sample((int) count, seed);
    }

    private static long number(String text, int at, String digits) {
        var number = new BigInteger(digits);
        if (number.bitLength() < Long.SIZE) return number.longValueExact();
        throw new QuerySyntaxException(text, at, NUMBERS + found(digits));
    }

    @Override
    public String toString() {
        return items.stream().map(Item::toString).collect(Collectors.joining(","));
    }
}
