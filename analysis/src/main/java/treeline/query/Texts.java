package treeline.query;

import treeline.pattern.UserPattern;
import treeline.query.Predicate.TextOperator;

/// Text predicates.
final class Texts {
    private Texts() {}

    static java.util.function.Predicate<String> test(TextOperator operator, String value) {
        return switch (operator) {
            case EQUALS -> value::equals;
            case STARTS_WITH -> text -> text.startsWith(value);
            case ENDS_WITH -> text -> text.endsWith(value);
            case CONTAINS -> text -> text.contains(value);
            case MATCHES -> UserPattern.of(value)::matches;
        };
    }
}
