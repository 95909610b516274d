package treeline.app.commands.input;

import treeline.app.cli.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Numbers as people choose them: `0-7,12`. Ranks, threads, repetitions and iterations are chosen
/// the same way everywhere.
public record Ranges(List<Range> ranges) {

    /// From the first to the last, both included.
    public record Range(int first, int last) {}

    public static final Value<Ranges> VALUE =
            new Value<>("N-M,...", List::of, false, Ranges::parse);

    public Ranges {
        ranges = List.copyOf(ranges);
    }

    public static Ranges parse(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) ranges.add(range(part.strip()));
        return new Ranges(ranges);
    }

    private static Range range(String text) {
        int dash = text.indexOf('-');
        int first = number(dash < 0 ? text : text.substring(0, dash));
        int last = dash < 0 ? first : number(text.substring(dash + 1));
        if (last < first) throw wrong();
        return new Range(first, last);
    }

    private static int number(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) throw wrong();
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException tooLarge) {
            throw wrong();
        }
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("numbers from 0 on, such as 3 or 0-7,12");
    }

    public boolean contains(int number) {
        return ranges.stream().anyMatch(range -> number >= range.first() && number <= range.last());
    }

    public int first() {
        return ranges.getFirst().first();
    }

    public int last() {
        return ranges.getLast().last();
    }

    @Override
    public String toString() {
        return ranges.stream()
                .map(
                        range ->
                                range.first() == range.last()
                                        ? Integer.toString(range.first())
                                        : "%d-%d".formatted(range.first(), range.last()))
                .collect(Collectors.joining(","));
    }
}
