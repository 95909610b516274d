package treeline.scaling;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/// What is made when it is first asked for; twice where two threads ask at once, and then alike.
final class Lazy<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T made;

    Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    T get() {
        T known = made;
        if (known == null) {
            known = maker.get();
            made = known;
        }
        return known;
    }
}
