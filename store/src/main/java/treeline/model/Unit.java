package treeline.model;

import java.io.Serializable;
import java.util.Map;
import java.util.Objects;

/// The unit of a metric and its conversion. Two units of one dimension differ by a scale only, so a
/// run recorded in nanoseconds can be compared with one in seconds. Unknown units keep their symbol
/// and are not converted.
public record Unit(String symbol, Dimension dimension, double scale) implements Serializable {

    /// The physical dimension; `scale` converts to its base unit.
    public enum Dimension {
        /// base: second
        TIME,
        /// base: byte
        BYTES,
        /// base: one
        COUNT,
        /// base: the unit itself
        OTHER
    }

    public static final Unit SECONDS = new Unit("s", Dimension.TIME, 1);
    public static final Unit NANOSECONDS = new Unit("ns", Dimension.TIME, 1e-9);
    public static final Unit BYTES = new Unit("B", Dimension.BYTES, 1);
    public static final Unit COUNT = new Unit("", Dimension.COUNT, 1);

    private static final Map<String, Unit> KNOWN =
            Map.ofEntries(
                    Map.entry("s", SECONDS),
                    Map.entry("sec", SECONDS),
                    Map.entry("ms", new Unit("ms", Dimension.TIME, 1e-3)),
                    Map.entry("us", new Unit("us", Dimension.TIME, 1e-6)),
                    Map.entry("ns", NANOSECONDS),
                    Map.entry("B", BYTES),
                    Map.entry("KiB", new Unit("KiB", Dimension.BYTES, 1L << 10)),
                    Map.entry("MiB", new Unit("MiB", Dimension.BYTES, 1L << 20)),
                    Map.entry("GiB", new Unit("GiB", Dimension.BYTES, 1L << 30)),
                    Map.entry("", COUNT));

    public Unit {
        Objects.requireNonNull(symbol, "symbol");
        Objects.requireNonNull(dimension, "dimension");
        if (!(scale > 0))
            throw new IllegalArgumentException("unit scale must be positive: " + scale);
    }

    /// The unit of this symbol: a known one with its scale, or an opaque one.
    public static Unit of(String symbol) {
        Unit known = KNOWN.get(symbol);
        return known != null ? known : new Unit(symbol, Dimension.OTHER, 1);
    }

    /// Whether values can be converted: `ms` and `s`.
    public boolean convertsTo(Unit other) {
        return equals(other) || (dimension == other.dimension && dimension != Dimension.OTHER);
    }

    /// The factor that converts values of this unit to `other`.
    public double factorTo(Unit other) {
        if (!convertsTo(other))
            throw new IllegalArgumentException(
                    "unit '%s' does not convert to '%s'".formatted(symbol, other.symbol));
        return scale / other.scale;
    }
}
