package treeline.formats.otf2;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The global definitions of an archive.
final class Otf2Definitions {
    private static final long MAX_MEMBERS = 1 << 26;

    private String file = "";
    long ticksPerSecond = 1_000_000_000;
    long globalOffset;
    long realtimeNanos;
    final Map<Integer, String> strings = new HashMap<>();
    final Map<Integer, LocationGroup> locationGroups = new TreeMap<>();
    final Map<Long, Location> locations = new TreeMap<>(Long::compareUnsigned);
    final Map<Integer, Region> regions = new HashMap<>();
    final Map<Integer, Group> groups = new TreeMap<>();
    final Map<Integer, Communicator> communicators = new TreeMap<>();
    final Map<Integer, String> systemNodes = new HashMap<>();
    final Map<Integer, MetricMember> metricMembers = new HashMap<>();
    final Map<Integer, MetricClass> metricClasses = new LinkedHashMap<>();
    final Map<Integer, Integer> classOfInstance = new HashMap<>();

    /// A process or an accelerator.
    ///
    /// @param creator the process that uses an accelerator, -1 if unknown
    record LocationGroup(String name, int type, String node, int creator) {}

    /// A thread, an accelerator stream or a source of metrics.
    record Location(long id, String name, int type, long events, int group) {}

    record Region(String name, String file, int line, int role, int paradigm) {}

    record Group(int type, int paradigm, List<Long> members) {}

    record Communicator(String name, int group) {}

    record MetricMember(String name, int mode, int type, int base, long exponent, String unit) {}

    record MetricClass(List<Integer> members, int occurrence) {}

    static Otf2Definitions read(Otf2Anchor anchor) throws IOException {
        var definitions = new Otf2Definitions();
        definitions.file = anchor.definitions().toString();
        var chunks = new Otf2Chunks(anchor.definitions(), anchor.definitionChunk());
        long count = chunks.count();
        for (long chunk = 0; chunk < count; chunk++) definitions.read(chunks.read(chunk));
        return definitions;
    }

    private void read(Otf2Cursor cursor) {
        while (cursor.hasMore()) {
            int type = cursor.u8();
            if (cursor.isEnd(type)) return;
            int end = cursor.recordEnd();
            define(type, cursor, end);
            cursor.moveTo(end);
        }
    }

    private void define(int type, Otf2Cursor cursor, int end) {
        switch (type) {
            case Otf2Layout.CLOCK_PROPERTIES -> defineClock(cursor, end);
            case Otf2Layout.STRING -> strings.put(cursor.id(), cursor.string());
            case Otf2Layout.SYSTEM_TREE_NODE -> systemNodes.put(cursor.id(), string(cursor.id()));
            case Otf2Layout.LOCATION_GROUP -> defineLocationGroup(cursor, end);
            case Otf2Layout.LOCATION -> defineLocation(cursor);
            case Otf2Layout.REGION -> defineRegion(cursor);
            case Otf2Layout.GROUP -> defineGroup(cursor);
            case Otf2Layout.METRIC_MEMBER -> defineMetricMember(cursor);
            case Otf2Layout.METRIC_CLASS -> defineMetricClass(cursor);
            case Otf2Layout.METRIC_INSTANCE -> classOfInstance.put(cursor.id(), cursor.id());
            case Otf2Layout.COMMUNICATOR ->
                    communicators.put(
                            cursor.id(), new Communicator(string(cursor.id()), cursor.id()));
            default -> {} // attributes, parameters, topologies, sources: not used
        }
    }

    private void defineClock(Otf2Cursor cursor, int end) {
        ticksPerSecond = cursor.compressed();
        if (ticksPerSecond <= 0)
            throw cursor.malformed("a positive timer resolution", ticksPerSecond + " ticks/s");
        globalOffset = cursor.compressed();
        cursor.compressed(); // length of the trace
        long realtime = cursor.at() < end ? cursor.compressed() : Otf2Cursor.UNDEFINED;
        realtimeNanos = Math.max(0, realtime);
    }

    private void defineLocationGroup(Otf2Cursor cursor, int end) {
        int self = cursor.id();
        String name = string(cursor.id());
        int type = cursor.u8();
        String node = systemNodes.getOrDefault(cursor.id(), "");
        int creator = cursor.at() < end ? cursor.id() : -1;
        locationGroups.put(self, new LocationGroup(name, type, node, creator));
    }

    private void defineLocation(Otf2Cursor cursor) {
        long self = cursor.compressed();
        locations.put(
                self,
                new Location(
                        self, string(cursor.id()), cursor.u8(), cursor.compressed(), cursor.id()));
    }

    private void defineRegion(Otf2Cursor cursor) {
        int self = cursor.id();
        String name = string(cursor.id());
        cursor.id(); // description
        cursor.u8(); // an enumeration that is no longer used
        String file = string(cursor.id());
        int line = cursor.id();
        cursor.id(); // last line
        cursor.id(); // canonical name
        int role = cursor.u8();
        int paradigm = cursor.u8();
        String shown = name.isEmpty() ? "region " + self : name;
        regions.put(self, new Region(shown, file, Math.max(0, line), role, paradigm));
    }

    private void defineGroup(Otf2Cursor cursor) {
        int self = cursor.id();
        cursor.id(); // name
        cursor.u8(); // an enumeration that is no longer used
        long count = cursor.compressed();
        if (count < 0 || count > MAX_MEMBERS)
            throw cursor.malformed("a group of up to 67,108,864 members", count + " members");
        List<Long> members = new ArrayList<>();
        for (long i = 0; i < count; i++) members.add(cursor.compressed());
        int type = cursor.u8();
        groups.put(self, new Group(type, cursor.u8(), List.copyOf(members)));
    }

    private void defineMetricMember(Otf2Cursor cursor) {
        int self = cursor.id();
        String name = string(cursor.id());
        cursor.id(); // description
        cursor.u8(); // source of the metric
        int mode = cursor.u8();
        int type = cursor.u8();
        int base = cursor.u8();
        long exponent = cursor.compressed();
        String unit = string(cursor.id());
        metricMembers.put(self, new MetricMember(name, mode, type, base, exponent, unit));
    }

    private void defineMetricClass(Otf2Cursor cursor) {
        int self = cursor.id();
        int count = cursor.u8();
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < count; i++) members.add(cursor.id());
        metricClasses.put(self, new MetricClass(List.copyOf(members), cursor.u8()));
    }

    private String string(int reference) {
        return reference < 0 ? "" : strings.getOrDefault(reference, "");
    }

    Region region(int id) {
        Region known = regions.get(id);
        return known != null ? known : new Region("region " + id, "", 0, 0, 0);
    }

    /// The class of a metric, which an event names directly or through an instance.
    MetricClass metricClass(int id) {
        MetricClass known = metricClasses.get(classOfInstance.getOrDefault(id, id));
        if (known == null)
            throw MalformedProfileException.of(file, "metric " + id, "no definition");
        return known;
    }

    /// Locations of a communicator in rank order; empty for MPI_COMM_SELF.
    List<Long> members(int communicator) {
        Communicator known = communicators.get(communicator);
        Group group = known == null ? null : groups.get(known.group);
        if (group == null || group.type == Otf2Layout.COMM_SELF) return List.of();
        if (group.type != Otf2Layout.COMM_GROUP) return group.members;
        List<Long> all = commLocations(group.paradigm);
        List<Long> members = new ArrayList<>();
        for (long index : group.members)
            if (index >= 0 && index < all.size()) members.add(all.get((int) index));
        return members;
    }

    /// The locations that communicate in a paradigm, in the order of their numbers; of MPI, the
    /// order of the ranks.
    List<Long> commLocations(int paradigm) {
        for (Group group : groups.values())
            if (group.type == Otf2Layout.COMM_LOCATIONS && group.paradigm == paradigm)
                return group.members;
        return List.of();
    }
}
