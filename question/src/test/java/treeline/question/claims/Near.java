package treeline.question.claims;

/// Comparisons of recomputed numbers.
final class Near {
    private static final double RELATIVE = 1e-9;

    private Near() {}

    /// The same up to rounding, also if both are infinite.
    static void same(double claimed, double expected) {
        double size = Math.max(1, Math.max(Math.abs(claimed), Math.abs(expected)));
        boolean isSame =
                Double.compare(claimed, expected) == 0
                        || Math.abs(claimed - expected) <= RELATIVE * size;
        require(isSame, "claimed %s, recomputed %s", claimed, expected);
    }

    static void same(Object claimed, Object expected) {
        require(claimed.equals(expected), "claimed %s, recomputed %s", claimed, expected);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is not on the test class path
    static void require(boolean isTrue, String problem, Object... arguments) {
        if (!isTrue) throw new AssertionError(problem.formatted(arguments));
    }

    /// At least, up to rounding.
    static boolean reaches(double value, double limit) {
        return value >= limit - RELATIVE * Math.max(1, Math.abs(limit));
    }
}
