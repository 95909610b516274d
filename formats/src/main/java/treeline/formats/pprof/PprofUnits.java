package treeline.formats.pprof;

import treeline.model.Unit;

import java.util.Map;

/// Unit names of pprof.
final class PprofUnits {
    private static final Map<String, Unit> KNOWN =
            Map.ofEntries(
                    Map.entry("nanoseconds", Unit.NANOSECONDS),
                    Map.entry("nanosecond", Unit.NANOSECONDS),
                    Map.entry("microseconds", Unit.of("us")),
                    Map.entry("microsecond", Unit.of("us")),
                    Map.entry("milliseconds", Unit.of("ms")),
                    Map.entry("millisecond", Unit.of("ms")),
                    Map.entry("seconds", Unit.SECONDS),
                    Map.entry("second", Unit.SECONDS),
                    Map.entry("bytes", Unit.BYTES),
                    Map.entry("byte", Unit.BYTES),
                    Map.entry("kilobytes", Unit.of("KiB")),
                    Map.entry("megabytes", Unit.of("MiB")),
                    Map.entry("gigabytes", Unit.of("GiB")),
                    Map.entry("count", Unit.COUNT));

    private PprofUnits() {}

    static Unit of(String name) {
        Unit known = KNOWN.get(name);
        return known != null ? known : Unit.of(name);
    }
}
