package treeline.formats.perfetto;

import treeline.formats.slices.SliceProfile;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values of counters by track, kept until the descriptors of all tracks are known.
final class CounterTracks {
    private final TrackTable tracks;
    private final SliceProfile slices;
    private final Map<Long, List<Value>> byTrack = new LinkedHashMap<>();

    private record Value(double at, double value) {}

    CounterTracks(TrackTable tracks, SliceProfile slices) {
        this.tracks = tracks;
        this.slices = slices;
    }

    /// Values of incremental counters are differences on their sequence.
    void add(Sequence sequence, long track, double at, double value) {
        if (!slices.isTraced() || !Double.isFinite(value)) return;
        TrackTable.CounterUnit unit = tracks.counter(track);
        boolean incremental = unit != null && unit.incremental();
        double now = incremental ? sequence.counterSums.merge(track, value, Double::sum) : value;
        byTrack.computeIfAbsent(track, _ -> new ArrayList<>()).add(new Value(at, now));
    }

    /// The file has ended.
    void finish() {
        byTrack.forEach(
                (track, values) -> {
                    TrackTable.CounterUnit known = tracks.counter(track);
                    Unit unit = known == null ? Unit.COUNT : known.unit();
                    double multiplier = known == null ? 1 : known.multiplier();
                    String name = tracks.counterName(track);
                    String owner = tracks.process(TrackTable.Key.ofTrack(track));
                    for (Value value : values)
                        slices.count(owner, name, unit, value.at, value.value * multiplier);
                });
    }
}
