package treeline.select;

import treeline.model.Outline;
import treeline.query.SelectorText;
import treeline.source.Selection;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A context selector in the syntax of hpcanalysis: `rank(0-65535:8).thread(1,5-7)`. Parts joined
/// by a dot must all match; alternatives are separated by commas or `|`. It is parsed once and can
/// be applied to any run; docs/reference/select.md has the grammar.
public record ContextSelector(List<Alternative> alternatives) {

    /// Parts that must all match; without parts, all contexts match.
    public record Alternative(List<Part> parts) {
        public Alternative {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return parts.isEmpty()
                    ? "*"
                    : parts.stream().map(Part::toString).collect(Collectors.joining("."));
        }
    }

    /// A condition on one attribute of a context.
    ///
    /// @param items if empty, contexts only need to have the attribute
    public record Part(String kind, Optional<Items> items) {

        @Override
        public String toString() {
            return kind + items.map("(%s)"::formatted).orElse("");
        }

        private Optional<Items.Sample> sample() {
            return items.map(all -> all.items().getFirst())
                    .filter(Items.Sample.class::isInstance)
                    .map(Items.Sample.class::cast);
        }
    }

    public ContextSelector {
        alternatives = List.copyOf(alternatives);
    }

    /// All contexts.
    public static ContextSelector all() {
        return new ContextSelector(List.of(new Alternative(List.of())));
    }

    /// All contexts of which one part is among these.
    public static ContextSelector of(String kind, Items items) {
        return new ContextSelector(
                List.of(new Alternative(List.of(new Part(kind, Optional.of(items))))));
    }

    /// Reads the text of a user.
    ///
    /// @throws treeline.query.QuerySyntaxException with the place and what was expected there
    public static ContextSelector parse(String text) {
        return new ContextSelector(
                SelectorText.parse(text).stream().map(ContextSelector::alternative).toList());
    }

    private static Alternative alternative(List<SelectorText.Part> parts) {
        List<Part> read = new ArrayList<>();
        for (SelectorText.Part part : parts) {
            boolean everything = part.kind().equals("*");
            if (everything && (parts.size() > 1 || part.hasArgument()))
                throw part.wrong("* selects all contexts and cannot be combined");
            if (everything) continue;
            Optional<Items> items =
                    part.hasArgument()
                            ? Optional.of(
                                    Items.parse(
                                            part.text(),
                                            part.from(),
                                            part.to(),
                                            ContextPart.isNumbered(part.kind())))
                            : Optional.empty();
            read.add(new Part(part.kind(), items));
        }
        return new Alternative(read);
    }

    /// What both mean.
    public ContextSelector and(ContextSelector other) {
        List<Alternative> both = new ArrayList<>();
        for (Alternative one : alternatives)
            for (Alternative two : other.alternatives) {
                List<Part> parts = new ArrayList<>(one.parts);
                parts.addAll(two.parts);
                both.add(new Alternative(parts));
            }
        return new ContextSelector(both);
    }

    /// The contexts of a run, by their index.
    ///
    /// @throws IllegalArgumentException where a part or an item of it means nothing in this run
    public Selection of(Outline outline) {
        if (alternatives.stream().allMatch(each -> each.parts.isEmpty())) return Selection.ALL;
        var chosen = new BitSet();
        for (Alternative each : alternatives) chosen.or(of(outline, each));
        return Selection.where(outline.contexts().size(), chosen::get);
    }

    /// Samples are drawn of what the other parts leave, from the first to the last.
    private static BitSet of(Outline outline, Alternative alternative) {
        var chosen = new BitSet();
        chosen.set(0, outline.contexts().size());
        for (Part part : alternative.parts) keep(chosen, ContextPart.of(outline, part.kind), part);
        for (Part part : alternative.parts)
            part.sample()
                    .ifPresent(each -> sample(chosen, ContextPart.of(outline, part.kind), each));
        if (chosen.isEmpty())
            throw new IllegalArgumentException("no context matches all parts of " + alternative);
        return chosen;
    }

    private static void keep(BitSet chosen, ContextPart of, Part part) {
        if (!of.isThere()) throw of.none(part.items.map(Items::toString).orElse(""));
        if (part.items.isEmpty()) {
            keepWhere(chosen, of, _ -> true);
            return;
        }
        var meant = new BitSet();
        for (Items.Item item : part.items.get().items()) {
            BitSet some = of.contexts(item);
            if (some.isEmpty()) throw of.none(item.toString());
            meant.or(some);
        }
        chosen.and(meant);
    }

    private static void keepWhere(
            BitSet chosen, ContextPart of, java.util.function.Predicate<String> test) {
        for (int i : chosen.stream().toArray())
            if (!of.has(i) || !test.test(of.textOf().apply(i))) chosen.clear(i);
    }

    private static void sample(BitSet chosen, ContextPart of, Items.Sample sample) {
        List<String> values = new ArrayList<>(of.values(chosen.stream()));
        if (values.size() <= sample.count()) return;
        var random = new SplittableRandom(sample.seed());
        IntStream.range(0, sample.count())
                .forEach(i -> Collections.swap(values, i, i + random.nextInt(values.size() - i)));
        keepWhere(chosen, of, new HashSet<>(values.subList(0, sample.count()))::contains);
    }

    @Override
    public String toString() {
        return alternatives.stream().map(Alternative::toString).collect(Collectors.joining(","));
    }
}
