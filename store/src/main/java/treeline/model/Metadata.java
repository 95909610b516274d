package treeline.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Typed metadata of a run, such as command, host, rank count, compiler and problem size. Ensembles
/// group and filter by it. Keys keep the order in which they were recorded.
public final class Metadata {

    /// A typed value; `toString` formats it for people.
    public sealed interface Value {
        record Text(String value) implements Value {
            @Override
            public String toString() {
                return value;
            }
        }

        record Whole(long value) implements Value {
            @Override
            public String toString() {
                return Long.toString(value);
            }
        }

        record Real(double value) implements Value {
            @Override
            public String toString() {
                return Double.toString(value);
            }
        }

        record Flag(boolean value) implements Value {
            @Override
            public String toString() {
                return Boolean.toString(value);
            }
        }
    }

    public static final Metadata NONE = new Metadata(Map.of());

    private final Map<String, Value> values;

    private Metadata(Map<String, Value> values) {
        this.values = values;
    }

    public static Metadata of(Map<String, Value> values) {
        return values.isEmpty() ? NONE : new Metadata(new LinkedHashMap<>(values));
    }

    public Metadata with(String key, Value value) {
        if (key.isBlank()) throw new IllegalArgumentException("metadata key is blank");
        var more = new LinkedHashMap<>(values);
        more.put(key, value);
        return new Metadata(more);
    }

    public Metadata with(String key, String text) {
        return with(key, new Value.Text(text));
    }

    public Metadata with(String key, long number) {
        return with(key, new Value.Whole(number));
    }

    /// A copy with these entries appended.
    public Metadata with(Map<String, Value> others) {
        var more = new LinkedHashMap<>(values);
        more.putAll(others);
        return Metadata.of(more);
    }

    public Metadata without(String key) {
        if (!values.containsKey(key)) return this;
        var fewer = new LinkedHashMap<>(values);
        fewer.remove(key);
        return new Metadata(fewer);
    }

    /// The value of a key, or empty if the run lacks it.
    public Optional<Value> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    public Set<String> keys() {
        return java.util.Collections.unmodifiableSet(values.keySet());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Metadata that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
