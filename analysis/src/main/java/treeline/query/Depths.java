package treeline.query;

/// Support for Hatchet's depth of -1, which selects leaves.
final class Depths {
    static final String NAME = "depth";
    private static final double OF_LEAVES = -1;

    private Depths() {}

    static Predicate equal(Attribute attribute, double number) {
        boolean leaves = attribute.name().equals(NAME) && number == OF_LEAVES;
        return leaves ? Predicate.leaf() : attribute.is(number);
    }
}
