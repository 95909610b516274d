package treeline.formats.otf2;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ForwardingSource;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.Counter;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// An opened archive. Opening reads all events once, in parallel, because the archive does not
/// store a profile. Timelines and messages are decoded from the files on demand.
final class Otf2Source extends ForwardingSource {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);
    private static final Metric DEVICE_TIME =
            new Metric(Metric.DEVICE_TIME, Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);
    private static final Metric CALLS = new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE);

    private final Traces traces;

    /// A location with events.
    ///
    /// @param nodeOf node of each path of the location
    record TracedLocation(
            Otf2Chunks file, LocalDefinitions local, LocationCalls calls, int[] nodeOf) {}

    private Otf2Source(LoadedSource profile, Traces traces) {
        super(profile);
        this.traces = traces;
    }

    @Override
    public Traces traces() {
        return traces;
    }

    static Otf2Source open(Path anchorFile) throws IOException {
        Otf2Anchor anchor = Otf2Anchor.read(anchorFile);
        Otf2Definitions definitions = Otf2Definitions.read(anchor);
        List<Otf2Definitions.Location> locations = List.copyOf(definitions.locations.values());
        if (locations.isEmpty())
            throw MalformedProfileException.of(
                    anchor.definitions().toString(), "at least one location", "none");
        return new Reading(anchor, definitions, locations, calls(anchor, definitions, locations))
                .source();
    }

    private record LocationEvents(LocalDefinitions local, Otf2Chunks file, LocationCalls calls) {}

    private static List<LocationEvents> calls(
            Otf2Anchor anchor,
            Otf2Definitions definitions,
            List<Otf2Definitions.Location> locations)
            throws IOException {
        try {
            return locations.parallelStream()
                    .map(location -> calls(anchor, definitions, location.id()))
                    .toList();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private static LocationEvents calls(
            Otf2Anchor anchor, Otf2Definitions definitions, long location) {
        try {
            var local = LocalDefinitions.read(anchor, definitions, location);
            var file = new Otf2Chunks(anchor.events(location), anchor.eventChunk());
            return new LocationEvents(local, file, LocationCalls.read(file, local, definitions));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Puts the locations together.
    private static final class Reading {
        private final Otf2Anchor anchor;
        private final Otf2Definitions definitions;
        private final List<Otf2Definitions.Location> locations;
        private final List<LocationEvents> events;
        private final ProfileBuilder builder = new ProfileBuilder();
        private final ReadReport.Log log = new ReadReport.Log();
        private final Map<Otf2Definitions.Region, Integer> frames = new HashMap<>();

        Reading(
                Otf2Anchor anchor,
                Otf2Definitions definitions,
                List<Otf2Definitions.Location> locations,
                List<LocationEvents> events) {
            this.anchor = anchor;
            this.definitions = definitions;
            this.locations = locations;
            this.events = events;
        }

        Otf2Source source() {
            List<Context> contexts = new LocationContexts(definitions).of(locations);
            int[][] handles = new int[locations.size()][];
            for (int i = 0; i < handles.length; i++)
                if (isTraced(i)) handles[i] = add(contexts.get(i), i);
            builder.metadata(metadata());
            Profile profile = builder.build();
            int[] placeOf = builder.depthFirstPlaces();
            Map<Long, Integer> contextOf = new HashMap<>();
            List<TracedLocation> byContext = new ArrayList<>();
            List<TraceLine> lines = new ArrayList<>();
            Map<Context, Integer> locationOf = new HashMap<>();
            for (int i = 0; i < handles.length; i++)
                if (isTraced(i)) locationOf.put(contexts.get(i), i);
            for (int context = 0; context < profile.contexts().size(); context++) {
                int i = Objects.requireNonNull(locationOf.get(profile.contexts().get(context)));
                LocationEvents read = events.get(i);
                int[] nodeOf = handles[i];
                for (int path = 0; path < nodeOf.length; path++)
                    nodeOf[path] = placeOf[nodeOf[path]];
                contextOf.put(locations.get(i).id(), context);
                var traced = new TracedLocation(read.file, read.local, read.calls, nodeOf);
                byContext.add(traced);
                lines.add(new Otf2Line(context, traced));
            }
            addNotes();
            var communicators = new Otf2Interactions.Communicators(definitions, contextOf);
            return new Otf2Source(
                    new LoadedSource(profile, log.report()),
                    new Traces(
                            definitions.realtimeNanos,
                            events.stream()
                                    .mapToLong(each -> each.calls.lastNanos())
                                    .max()
                                    .orElse(0),
                            lines,
                            Traces.Detail.CALLS,
                            new Otf2Interactions(definitions, byContext, communicators),
                            counters(contextOf)));
        }

        private boolean isTraced(int location) {
            return events.get(location).calls.samples() > 0;
        }

        private boolean isStream(int location) {
            return locations.get(location).type() == Otf2Layout.ACCELERATOR_STREAM;
        }

        /// Adds the calls of a location and returns the handles of its paths.
        private int[] add(Context context, int location) {
            LocationCalls calls = events.get(location).calls;
            int at = builder.context(context);
            int time = builder.metric(isStream(location) ? DEVICE_TIME : TIME);
            int count = builder.metric(CALLS);
            int[] handles = new int[calls.paths()];
            for (int path = 0; path < handles.length; path++) {
                int caller = calls.caller(path);
                handles[path] =
                        builder.child(
                                caller == LocationCalls.NO_CALL
                                        ? ProfileBuilder.ROOT
                                        : handles[caller],
                                frame(calls.region(path), isStream(location)));
                builder.add(time, at, handles[path], (double) calls.exclusiveNanos(path));
                builder.add(count, at, handles[path], (double) calls.calls(path));
            }
            calls.metrics()
                    .accumulated()
                    .forEach(
                            (member, values) -> {
                                Otf2Definitions.MetricMember known =
                                        Objects.requireNonNull(
                                                definitions.metricMembers.get(member));
                                int metric =
                                        builder.metric(
                                                new Metric(
                                                        known.name(),
                                                        unit(known.unit()),
                                                        Metric.Scope.EXCLUSIVE));
                                values.byPath()
                                        .forEach(
                                                (path, value) ->
                                                        builder.add(
                                                                metric, at, handles[path], value));
                            });
            return handles;
        }

        private static Unit unit(String symbol) {
            return symbol.equals("#") ? Unit.COUNT : Unit.of(symbol);
        }

        private int frame(Otf2Definitions.Region region, boolean ofStream) {
            return frames.computeIfAbsent(
                    region,
                    _ ->
                            builder.frame(
                                    new Frame(
                                            ofStream ? Frame.Kind.KERNEL : kind(region),
                                            region.name(),
                                            region.file(),
                                            region.line(),
                                            "")));
        }

        private static Frame.Kind kind(Otf2Definitions.Region region) {
            return switch (region.role()) {
                case Otf2Layout.FUNCTION -> Frame.Kind.FUNCTION;
                case Otf2Layout.LOOP -> Frame.Kind.LOOP;
                default -> Frame.Kind.REGION;
            };
        }

        private Metadata metadata() {
            Metadata metadata = Metadata.NONE.with("otf2.version", anchor.version());
            if (!anchor.creator().isEmpty()) metadata = metadata.with("creator", anchor.creator());
            if (!anchor.machine().isEmpty()) metadata = metadata.with("machine", anchor.machine());
            if (!anchor.description().isEmpty())
                metadata = metadata.with("description", anchor.description());
            return metadata;
        }

        private List<Counter> counters(Map<Long, Integer> contextOf) {
            List<Counter> counters = new ArrayList<>();
            for (int i = 0; i < locations.size(); i++)
                counters.addAll(
                        events.get(i)
                                .calls
                                .metrics()
                                .counters(
                                        contextOf.getOrDefault(
                                                locations.get(i).id(), Counter.WHOLE_RUN)));
            return counters;
        }

        private void addNotes() {
            if (events.stream().noneMatch(each -> each.calls.samples() > 0))
                log.note("no location has calls", anchor.file().toString());
            for (int i = 0; i < locations.size(); i++) {
                LocationCalls calls = events.get(i).calls;
                String place = locations.get(i).name();
                long stated = locations.get(i).events();
                if (calls.events() != stated)
                    log.lost(
                            "the number of events differs from the one in the definitions",
                            String.format(
                                    Locale.ROOT,
                                    "%s: %,d instead of %,d",
                                    place,
                                    calls.events(),
                                    stated));
                note("leaves without an open call were skipped", place, calls.unmatchedLeaves());
                note("calls were open at the end of the trace", place, calls.openCalls());
                note(
                        "events before the start of the run were moved to its start",
                        place,
                        calls.earlyEvents());
                for (int type = 0; type < 256; type++)
                    note(
                            "events are not used: " + Otf2EventReader.name(type),
                            place,
                            calls.others(type));
            }
        }

        private void note(String reason, String place, long times) {
            if (times > 0) log.note(reason, place, times);
        }
    }
}
