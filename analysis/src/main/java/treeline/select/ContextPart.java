package treeline.select;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.Label;
import treeline.model.NaturalOrder;
import treeline.model.Outline;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One part of all contexts of a run, as text: their ranks, their hosts, a label. Empty where a
/// context does not have it.
record ContextPart(String noun, int contexts, IntFunction<String> textOf) {
    static final List<String> OWN =
            List.of("host", "rank", "thread", "stream", "gpustream", "repetition");
    private static final int MOST_NAMED = 8;

    /// Whether all texts of a kind are numbers, so that others are mistakes.
    static boolean isNumbered(String kind) {
        return OWN.contains(kind) && !kind.equals("host");
    }

    /// @throws IllegalArgumentException that names the parts there are
    static ContextPart of(Outline outline, String kind) {
        return find(outline, kind)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "contexts have no '%s'; they have %s"
                                                .formatted(kind, names(outline))));
    }

    private static Optional<ContextPart> find(Outline outline, String kind) {
        List<Context> contexts = outline.contexts();
        int count = contexts.size();
        for (Label label : outline.contextLabels())
            if (label.name().equals(kind))
                return Optional.of(new ContextPart(kind, count, label::at));
        @Nullable IntFunction<String> texts =
                switch (kind.toLowerCase(Locale.ROOT)) {
                    case "host", "node" -> i -> contexts.get(i).host();
                    case "rank" -> i -> text(contexts.get(i).rank());
                    case "thread" -> i -> text(contexts.get(i).thread());
                    case "stream", "gpustream" -> i -> text(contexts.get(i).stream());
                    case "repetition" -> i -> text(contexts.get(i).repetition());
                    default -> null;
                };
        return Optional.ofNullable(texts).map(each -> new ContextPart(kind, count, each));
    }

    private static String text(int index) {
        return index == Context.NONE ? "" : Integer.toString(index);
    }

    private static String names(Outline outline) {
        String names =
                Stream.concat(
                                OWN.stream().filter(each -> !each.equals("stream")),
                                outline.contextLabels().stream().map(Label::name))
                        .filter(kind -> of(outline, kind).isThere())
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "no parts: they are one whole program" : names;
    }

    boolean isThere() {
        return IntStream.range(0, contexts).anyMatch(this::has);
    }

    boolean has(int context) {
        return !textOf.apply(context).isEmpty();
    }

    /// The different texts, as people count.
    List<String> values(IntStream of) {
        var values = new TreeSet<>(NaturalOrder.NATURAL);
        of.mapToObj(textOf).filter(text -> !text.isEmpty()).forEach(values::add);
        return List.copyOf(values);
    }

    /// Which texts an item stands for.
    Map<String, Boolean> chosen(Items.Item item) {
        Map<String, Boolean> chosen = new HashMap<>();
        for (String value : values(IntStream.range(0, contexts)))
            chosen.put(value, isChosen(item, value));
        return chosen;
    }

    private static boolean isChosen(Items.Item item, String value) {
        return switch (item) {
            case Items.Range range -> isWhole(value) && range.contains(Long.parseLong(value));
            case Items.Texts(var glob) -> glob.matches(value);
            case Items.Sample _ -> true;
        };
    }

    private static boolean isWhole(String text) {
        return text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /// Nothing is left out without a word.
    IllegalArgumentException none(String item) {
        String asked = item.isEmpty() ? "no %ss".formatted(noun) : "no %s %s".formatted(noun, item);
        return new IllegalArgumentException(
                isThere()
                        ? "%s; there are %s".formatted(asked, present())
                        : "%s; the profile is not divided into %ss".formatted(asked, noun));
    }

    private String present() {
        List<String> values = values(IntStream.range(0, contexts));
        if (values.stream().allMatch(ContextPart::isWhole))
            return "%s to %s".formatted(values.getFirst(), values.getLast());
        String named = values.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        int more = values.size() - MOST_NAMED;
        return more <= 0 ? named : "%s and %d more".formatted(named, more);
    }
}
