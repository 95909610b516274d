package treeline.select;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.text.NameList;
import treeline.text.NaturalOrder;

import java.util.BitSet;
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

/// One attribute of all contexts of a run as text: rank, host, or a label. Empty if a context lacks
/// it.
///
/// @param textOf the number of a rank, thread or stream, or the text of another attribute
/// @param nameOf the text that selectors match: threads and streams can have names in addition to
///   numbers
record ContextPart(
        String noun, int contexts, IntFunction<String> textOf, IntFunction<String> nameOf) {
    static final List<String> OWN =
            List.of("host", "rank", "thread", "stream", "gpustream", "repetition");
    private static final int MAX_NAMED = 8;

    private static final List<String> NUMBERED = List.of("rank", "repetition");

    /// Whether all texts of a kind are numbers, so that others are mistakes.
    static boolean isNumbered(String kind) {
        return NUMBERED.contains(kind);
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
        Optional<ContextPart> own = own(outline, kind);
        if (own.isPresent()) return own;
        List<Context> contexts = outline.contexts();
        for (Label label : outline.contextLabels())
            if (label.name().equals(kind))
                return Optional.of(new ContextPart(kind, contexts.size(), label::at));
        return kind.equals("node")
                ? Optional.of(new ContextPart(kind, contexts.size(), i -> contexts.get(i).host()))
                : Optional.empty();
    }

    /// The parts that contexts themselves have. A label called so is the name of one.
    private static Optional<ContextPart> own(Outline outline, String kind) {
        List<Context> contexts = outline.contexts();
        int count = contexts.size();
        return switch (kind.toLowerCase(Locale.ROOT)) {
            case "host" -> Optional.of(new ContextPart(kind, count, i -> contexts.get(i).host()));
            case "rank" ->
                    Optional.of(new ContextPart(kind, count, i -> text(contexts.get(i).rank())));
            case "thread" -> {
                var names = ContextNames.of(outline);
                yield Optional.of(
                        new ContextPart(
                                kind,
                                count,
                                i -> text(contexts.get(i).thread()),
                                i ->
                                        contexts.get(i).thread() == Context.NONE
                                                ? ""
                                                : names.threadName(i)));
            }
            case "stream", "gpustream" -> {
                var names = ContextNames.of(outline);
                yield Optional.of(
                        new ContextPart(
                                kind,
                                count,
                                i -> text(names.stream(i)),
                                i ->
                                        contexts.get(i).stream() == Context.NONE
                                                ? ""
                                                : names.threadName(i)));
            }
            case "repetition" ->
                    Optional.of(
                            new ContextPart(kind, count, i -> text(contexts.get(i).repetition())));
            default -> Optional.empty();
        };
    }

    /// A part that has no names in addition to its texts.
    private ContextPart(String noun, int contexts, IntFunction<String> textOf) {
        this(noun, contexts, textOf, textOf);
    }

    private static String text(int index) {
        return index == Context.NONE ? "" : Integer.toString(index);
    }

    private static String names(Outline outline) {
        String names =
                Stream.concat(
                                OWN.stream().filter(each -> !each.equals("stream")),
                                outline.contextLabels().stream()
                                        .map(Label::name)
                                        .filter(each -> !OWN.contains(each)))
                        .filter(kind -> of(outline, kind).isThere())
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "no parts: the profile has one context, the whole program" : names;
    }

    boolean isThere() {
        return IntStream.range(0, contexts).anyMatch(this::has);
    }

    boolean has(int context) {
        return !textOf.apply(context).isEmpty();
    }

    /// The different texts, as people count.
    List<String> values(IntStream of) {
        return distinct(textOf, of);
    }

    private static List<String> distinct(IntFunction<String> texts, IntStream of) {
        var values = new TreeSet<>(NaturalOrder.NATURAL);
        of.mapToObj(texts).filter(text -> !text.isEmpty()).forEach(values::add);
        return List.copyOf(values);
    }

    /// The contexts that an item stands for.
    BitSet contexts(Items.Item item) {
        IntFunction<String> by =
                switch (item) {
                    case Items.Range _ -> textOf;
                    case Items.Sample _ -> textOf;
                    case Items.Texts(var glob) -> glob.matches("") ? textOf : nameOf;
                };
        Map<String, Boolean> known = new HashMap<>();
        var chosen = new BitSet();
        for (int i = 0; i < contexts; i++) {
            String text = by.apply(i);
            if (!text.isEmpty() && known.computeIfAbsent(text, each -> isChosen(item, each)))
                chosen.set(i);
        }
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

    /// An item that selects nothing is an error.
    IllegalArgumentException none(String item) {
        String asked = item.isEmpty() ? "no %ss".formatted(noun) : "no %s %s".formatted(noun, item);
        return new IllegalArgumentException(
                isThere()
                        ? "%s; available: %s".formatted(asked, present())
                        : "%s; the profile is not divided into %ss".formatted(asked, noun));
    }

    private String present() {
        List<String> numbers = values(IntStream.range(0, contexts));
        if (!numbers.stream().allMatch(ContextPart::isWhole)) return some(numbers);
        String range = "%s to %s".formatted(numbers.getFirst(), numbers.getLast());
        List<String> names = distinct(nameOf, IntStream.range(0, contexts));
        return names.equals(numbers) || names.isEmpty()
                ? range
                : "%s, called %s".formatted(range, some(names));
    }

    private static String some(List<String> values) {
        return NameList.shortened(values, MAX_NAMED);
    }
}
