package treeline.formats.speedscope;

import treeline.formats.reading.IdNumbers;
import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.SampleCells;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a file in two passes, because the frames shared by all its profiles may follow them. Each
/// profile is a context.
final class SpeedscopeReader {
    private static final Map<String, Unit> TIMES =
            Map.of(
                    "nanoseconds", Unit.of("ns"),
                    "microseconds", Unit.of("us"),
                    "milliseconds", Unit.of("ms"),
                    "seconds", Unit.of("s"));

    private final MappedFile file;
    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Metric, SampleCells> sums = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private Metadata metadata = Metadata.NONE;
    private Optional<Unit> time = Optional.empty();

    SpeedscopeReader(MappedFile file) {
        this.file = file;
    }

    LoadedSource read() {
        try (var json = new JsonCursor(file, log)) {
            json.requireObject("the file");
            while (json.nextField()) readFact(json);
        }
        try (var json = new JsonCursor(file, new ReadReport.Log())) {
            while (json.nextField()) if (json.name().equals("profiles")) readProfiles(json);
            if (names.isEmpty()) throw json.malformed("profiles", "none");
        }
        int[] contexts = contexts();
        sums.forEach(
                (metric, cells) ->
                        cells.moveTo(builder, at -> contexts[at], builder.metric(metric)));
        return new LoadedSource(builder.metadata(metadata).build(), log.report());
    }

    private int[] contexts() {
        int[] contexts = new int[names.size()];
        for (int i = 0; i < contexts.length; i++) {
            boolean alone = contexts.length == 1;
            contexts[i] =
                    builder.context(alone ? Context.WHOLE : Context.ofThread(Context.NONE, i));
            if (!names.get(i).isEmpty()) builder.contextLabel("profile", contexts[i], names.get(i));
        }
        return contexts;
    }

    private void readFact(JsonCursor json) {
        switch (json.name()) {
            case "shared" -> readShared(json);
            case "profiles", "$schema", "activeProfileIndex" -> {}
            default -> metadata = json.addedTo(metadata, "");
        }
    }

    private void readShared(JsonCursor json) {
        json.requireObject("what profiles share");
        while (json.nextField()) {
            if (!json.name().equals("frames")) continue;
            json.requireArray("frames");
            while (json.nextElement()) frames.add(readFrame(json));
        }
    }

    private static Frame readFrame(JsonCursor json) {
        Map<String, String> facts = json.scalars("a frame");
        String name = facts.getOrDefault("name", "");
        String line = facts.getOrDefault("line", "");
        return new Frame(
                Frame.Kind.FUNCTION,
                name.isEmpty() ? "unnamed" : name,
                facts.getOrDefault("file", ""),
                Math.max(0, IdNumbers.count(line)),
                "");
    }

    private void readProfiles(JsonCursor json) {
        json.requireArray("the profiles");
        while (json.nextElement()) {
            var profile = new SpeedscopeProfile(builder, frames, log);
            profile.read(json);
            int context = names.size();
            names.add(profile.name());
            move(profile, context, profile.unit());
        }
    }

    private void move(SpeedscopeProfile profile, int context, String unit) {
        Unit own = TIMES.get(unit);
        if (own != null) {
            if (time.isEmpty()) time = Optional.of(own);
            add(profile.values(), "time", time.get(), context, own.factorTo(time.get()));
        } else if (unit.equals("bytes")) add(profile.values(), "bytes", Unit.BYTES, context, 1);
        else {
            if (!unit.equals("none") && !unit.isEmpty())
                log.note("an unknown unit is treated as unitless", unit);
            add(profile.values(), "weight", Unit.COUNT, context, 1);
        }
        add(profile.calls(), "calls", Unit.COUNT, context, 1);
        add(profile.samples(), "samples", Unit.COUNT, context, 1);
    }

    private void add(double[] byNode, String name, Unit unit, int context, double factor) {
        var metric = new Metric(name, unit, Metric.Scope.EXCLUSIVE);
        for (int node = 0; node < byNode.length; node++)
            if (!Double.isNaN(byNode[node]))
                sums.computeIfAbsent(metric, _ -> new SampleCells(1))
                        .add(0, context, node, byNode[node] * factor);
    }
}
