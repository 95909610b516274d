package treeline.scaling.search;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/// A lazily computed value. Two threads that race may both compute it, so the supplier must be
/// pure.
public final class LazyValue<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T made;

    public LazyValue(Supplier<T> maker) {
        this.maker = maker;
    }

    public T get() {
        T known = made;
        if (known == null) {
            known = maker.get();
            made = known;
        }
        return known;
    }
}
