package treeline.query;

/// The number of consecutive nodes that a step matches.
public sealed interface Quantifier {
    /// Exactly one node: `.`
    Quantifier ONE = new Times(1);

    /// Any number of nodes, also none: `*`
    Quantifier ANY = new Any();

    /// At least one node: `+`
    Quantifier SOME = new Some();

    record Times(int nodes) implements Quantifier {
        public Times {
            if (nodes < 1)
                throw new IllegalArgumentException(
                        "a step matches at least one node, found " + nodes);
        }
    }

    record Any() implements Quantifier {}

    record Some() implements Quantifier {}

    static Quantifier times(int nodes) {
        return new Times(nodes);
    }

    /// The quantifier that is written `.`, `*` or `+`.
    static Quantifier of(String written) {
        return switch (written) {
            case "." -> ONE;
            case "*" -> ANY;
            case "+" -> SOME;
            default ->
                    throw new IllegalArgumentException(
                            "expected a quantifier (\".\", \"*\", \"+\" or a number), found \"%s\""
                                    .formatted(written));
        };
    }
}
