package treeline.scaling.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// The candidate terms of the model search: Extra-P's, in its order. In a tie, the first one wins.
public final class SearchSpace {
    /// Its default: constants and what grows.
    static final List<Exponents> GROWING =
            terms(
                    """
                    0:1 0:2 1/4:0 1/3:0 1/4:1 1/3:1 1/4:2 1/3:2 1/2:0 1/2:1 1/2:2
                    2/3:0 3/4:0 2/3:1 3/4:1 4/5:0 2/3:2 3/4:2 1:0 1:1 1:2
                    5/4:0 5/4:1 4/3:0 4/3:1 3/2:0 3/2:1 3/2:2 5/3:0 7/4:0 2:0 2:1 2:2
                    9/4:0 7/3:0 5/2:0 5/2:1 5/2:2 8/3:0 11/4:0 3:0 3:1
                    """);

    /// With its option for negative exponents: what grows, what falls with a logarithm, what falls
    /// without. Logarithms below a fraction bar are infinite at 1.
    public static final List<Exponents> ALSO_FALLING = alsoFalling();

    /// The same without terms that are infinite at 1.
    public static final List<Exponents> FINITE_FALLING =
            ALSO_FALLING.stream().filter(term -> term.log() >= 0).toList();

    private SearchSpace() {}

    static List<Exponents> terms(String text) {
        return Arrays.stream(text.strip().split("\\s+")).map(Exponents::of).toList();
    }

    private static List<Exponents> alsoFalling() {
        List<Exponents> all = new ArrayList<>(GROWING);
        Predicate<Exponents> logarithm = term -> term.log() != 0;
        GROWING.stream().filter(logarithm).map(Exponents::negated).forEach(all::add);
        GROWING.stream().filter(logarithm.negate()).map(Exponents::negated).forEach(all::add);
        return List.copyOf(all);
    }
}
