package treeline.scaling.search;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/// What is made when it is first asked for; twice where two threads ask at once, and then alike.
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
