package treeline.query;

import treeline.query.Predicate.TextOperator;

import java.util.regex.Pattern;

/// Text predicates. Regular expressions are limited to a number of steps.
final class Texts {
    /// Characters that a regular expression may look at before it is given up: some take longer
    /// than the age of the universe. Counted, so that the answer does not depend on the machine.
    static final int MAX_LOOKS = 5_000_000;

    private Texts() {}

    static java.util.function.Predicate<String> test(TextOperator operator, String value) {
        return switch (operator) {
            case EQUALS -> value::equals;
            case STARTS_WITH -> text -> text.startsWith(value);
            case ENDS_WITH -> text -> text.endsWith(value);
            case CONTAINS -> text -> text.contains(value);
            case MATCHES -> matching(Pattern.compile(value));
        };
    }

    private static java.util.function.Predicate<String> matching(Pattern pattern) {
        return text -> {
            try {
                return pattern.matcher(new Watched(text)).matches();
            } catch (TooLong | StackOverflowError _) {
                throw new IllegalArgumentException(
                        "the regular expression '%s' takes too long on '%s'; avoid nested repetitions"
                                .formatted(pattern, shortened(text)));
            }
        };
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    private static final class TooLong extends RuntimeException {
        TooLong() {
            super("looked at too many characters", null, false, false);
        }
    }

    /// A character sequence that counts accesses, to limit the cost of regular expressions.
    private static final class Watched implements CharSequence {
        private final String text;
        private int looks;

        Watched(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++looks > MAX_LOOKS) throw new TooLong();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
