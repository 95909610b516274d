package treeline.plot.draw;

import treeline.model.Unit;

import java.util.List;

/// The unit prefix that makes a number short: milliseconds for 0.02 s.
///
/// @param size the number of metric units per prefixed unit
/// @param symbol with a leading space, or empty
record Magnitude(double size, String symbol) {
    private static final List<Magnitude> TIME =
            List.of(
                    new Magnitude(1, " s"),
                    new Magnitude(1e-3, " ms"),
                    new Magnitude(1e-6, " µs"),
                    new Magnitude(1e-9, " ns"));
    private static final List<Magnitude> BYTES =
            List.of(
                    new Magnitude(0x1p50, " PiB"),
                    new Magnitude(0x1p40, " TiB"),
                    new Magnitude(0x1p30, " GiB"),
                    new Magnitude(0x1p20, " MiB"),
                    new Magnitude(0x1p10, " KiB"),
                    new Magnitude(1, " B"));
    private static final List<Magnitude> COUNT =
            List.of(
                    new Magnitude(1e18, " E"),
                    new Magnitude(1e15, " P"),
                    new Magnitude(1e12, " T"),
                    new Magnitude(1e9, " G"),
                    new Magnitude(1e6, " M"),
                    new Magnitude(1, ""));

    static Magnitude of(double largest, Unit unit) {
        return switch (unit.dimension()) {
            case TIME -> fitting(largest, unit.scale(), TIME);
            case BYTES -> fitting(largest, unit.scale(), BYTES);
            case COUNT -> fitting(largest, unit.scale(), COUNT);
            case OTHER -> new Magnitude(1, " " + unit.symbol());
        };
    }

    private static Magnitude fitting(double largest, double scale, List<Magnitude> steps) {
        if (largest == 0) return of(steps, 1, scale);
        for (Magnitude step : steps)
            if (largest * scale >= step.size * (1 - 1e-9))
                return new Magnitude(step.size / scale, step.symbol);
        Magnitude least = steps.getLast();
        return new Magnitude(least.size / scale, least.symbol);
    }

    private static Magnitude of(List<Magnitude> steps, double size, double scale) {
        Magnitude one = steps.stream().filter(step -> step.size == size).findFirst().orElseThrow();
        return new Magnitude(one.size / scale, one.symbol);
    }
}
