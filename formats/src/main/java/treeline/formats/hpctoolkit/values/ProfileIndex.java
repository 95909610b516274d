package treeline.formats.hpctoolkit.values;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.DatabaseFile.Table;
import treeline.formats.hpctoolkit.files.ExportedIds;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.IdNames;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.TableHeader;
import treeline.model.Context;
import treeline.model.Label;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The profile table of `profile.db`: identities and positions of values. Profiles are not in rank
/// order, so contexts are sorted and store their profile.
public final class ProfileIndex {
    public static final int NO_SUMMARY = -1;
    private static final int MAX_IDS = 64;
    private static final String NODE = "node";

    private final DatabaseFile file;
    private final Table infos;
    private final boolean[] damaged;
    private int damagedCount;
    private int summary = NO_SUMMARY;
    private List<Context> contexts = List.of();
    private List<Label> contextLabels = List.of();
    private int[] profileOf = new int[0];

    public ProfileIndex(DatabaseFile file, DatabaseFile meta, ReadReport.Log log) {
        this.file = file;
        long header =
                file.section(HpctoolkitLayout.PROFILE_INFOS, TableHeader.ELEMENT_BYTES_AT + 1);
        infos = file.table(header, Profiles.INFO_BYTES, "profiles");
        damaged = new boolean[infos.count()];
        checkBlocks(log);
        nameContexts(idNames(meta), log);
    }

    private static String[] idNames(DatabaseFile meta) {
        long header = meta.section(HpctoolkitLayout.ID_NAMES, IdNames.COUNT_AT + 1);
        int count = meta.u8(header + IdNames.COUNT_AT);
        long first = meta.array(header + IdNames.NAMES_AT, count, Long.BYTES, "identifier names");
        String[] names = new String[count];
        for (int i = 0; i < count; i++) names[i] = meta.text(first + (long) i * Long.BYTES);
        return names;
    }

    /// Finds the profiles that an unfinished or damaged file does not hold, before any is loaded.
    private void checkBlocks(ReadReport.Log log) {
        for (int profile = 0; profile < infos.count(); profile++) {
            if (isSummary(profile) && summary == NO_SUMMARY) summary = profile;
            try {
                values(profile);
                index(profile);
            } catch (MalformedProfileException outside) {
                damaged[profile] = true;
                damagedCount++;
                log.note("a profile is outside profile.db", String.valueOf(outside.getMessage()));
            }
        }
    }

    private void nameContexts(String[] idNames, ReadReport.Log log) {
        List<Identity> identities = new ArrayList<>();
        for (int profile = 0; profile < infos.count(); profile++)
            if (!isSummary(profile)) identities.add(identity(profile, idNames));
        tellApart(identities, log);
        identities.sort(Comparator.comparing(Identity::context));
        contexts = identities.stream().map(Identity::context).toList();
        contextLabels = labels(identities);
        profileOf = identities.stream().mapToInt(Identity::profile).toArray();
    }

    private static List<Label> labels(List<Identity> identities) {
        Set<String> names = new LinkedHashSet<>();
        for (Identity each : identities) names.addAll(each.labels().keySet());
        List<Label> labels = new ArrayList<>();
        for (String name : names)
            labels.add(
                    Label.of(
                            name,
                            identities.stream()
                                    .map(each -> each.labels().getOrDefault(name, ""))
                                    .toList()));
        return labels;
    }

    /// A profile's context, and the identifiers that contexts cannot store, including the node:
    /// contexts use its physical number as host.
    private record Identity(int profile, Context context, Map<String, String> labels) {
        String others() {
            var others = new StringBuilder();
            labels.forEach(
                    (name, number) -> {
                        if (!name.equals(NODE)) others.append(' ' + name + ' ' + number);
                    });
            return others.toString();
        }

        Identity withHost(String host) {
            Context named =
                    new Context(
                            host,
                            context.rank(),
                            context.thread(),
                            context.stream(),
                            context.repetition());
            return new Identity(profile, named, labels);
        }
    }

    private Identity identity(int profile, String[] idNames) {
        long tuple = file.u64(infos.at(profile) + Profiles.TUPLE_AT);
        if (tuple == 0) return new Identity(profile, Context.WHOLE, Map.of());
        int ids = file.u16(tuple + Profiles.TUPLE_COUNT_AT);
        if (ids > MAX_IDS)
            throw file.malformed(
                    tuple, "at most %d identifiers".formatted(MAX_IDS), Integer.toString(ids));
        String host = "";
        int rank = Context.NONE;
        int thread = Context.NONE;
        int stream = Context.NONE;
        int repetition = Context.NONE;
        Map<String, String> labels = new LinkedHashMap<>();
        for (int i = 0; i < ids; i++) {
            long at = tuple + Profiles.TUPLE_IDS_AT + (long) i * Profiles.ID_BYTES;
            int kind = file.u8(at + Profiles.ID_KIND_AT);
            boolean named = kind < idNames.length && !idNames[kind].isBlank();
            String name = named ? idNames[kind] : "id" + kind;
            long logicalAt = at + Profiles.ID_LOGICAL_AT;
            switch (name) {
                case "NODE" -> {
                    host = Long.toHexString(file.u64(at + Profiles.ID_PHYSICAL_AT));
                    labels.put(NODE, Long.toString(file.u32(logicalAt)));
                }
                case "RANK" -> rank = file.number(logicalAt, "a rank");
                case "THREAD" -> thread = file.number(logicalAt, "a thread");
                case "GPUSTREAM" -> stream = file.number(logicalAt, "a stream");
                case ExportedIds.REPETITION -> repetition = file.number(logicalAt, "a repetition");
                default ->
                        labels.put(
                                name.toLowerCase(Locale.ROOT), Long.toString(file.u32(logicalAt)));
            }
        }
        return new Identity(profile, new Context(host, rank, thread, stream, repetition), labels);
    }

    /// Two profiles may differ only by core or GPU context; then the host's name carries that.
    private static void tellApart(List<Identity> identities, ReadReport.Log log) {
        Map<Context, Integer> times = new HashMap<>();
        for (Identity each : identities) times.merge(each.context(), 1, Integer::sum);
        Set<Context> taken = new HashSet<>();
        for (int i = 0; i < identities.size(); i++) {
            Identity each = identities.get(i);
            if (times.getOrDefault(each.context(), 0) > 1) {
                log.note(
                        "profiles differ only by identifiers without a context field; the"
                                + " identifiers are appended to the host name",
                        each.context() + each.others());
                each = each.withHost((each.context().host() + each.others()).strip());
            }
            if (taken.contains(each.context()))
                each =
                        each.withHost(
                                (each.context().host() + " profile " + each.profile()).strip());
            taken.add(each.context());
            identities.set(i, each);
        }
    }

    public List<Context> contexts() {
        return contexts;
    }

    /// The identifiers of profiles for which contexts have no place: `node`, `core`, `gpudevice`,
    /// `gpucontext`, as HPCToolkit numbers them.
    public List<Label> contextLabels() {
        return contextLabels;
    }

    public int profileOf(int context) {
        return profileOf[context];
    }

    /// For every profile its place among the chosen contexts, -1 where it is not chosen.
    public int[] placesOf(int[] chosenContexts) {
        int[] places = new int[infos.count()];
        Arrays.fill(places, -1);
        for (int i = 0; i < chosenContexts.length; i++) places[profileOf[chosenContexts[i]]] = i;
        return places;
    }

    public int count() {
        return infos.count();
    }

    public int summary() {
        return summary;
    }

    public boolean isDamaged(int profile) {
        return damaged[profile];
    }

    /// Whether values of this file are missing although profiles list them.
    public boolean isDamaged() {
        return damagedCount > 0;
    }

    public DatabaseFile file() {
        return file;
    }

    private boolean isSummary(int profile) {
        return (file.u32(infos.at(profile) + Profiles.FLAGS_AT) & Profiles.IS_SUMMARY) != 0;
    }

    public long valueCount(int profile) {
        return file.u64(infos.at(profile) + Profiles.VALUE_COUNT_AT);
    }

    public int contextCount(int profile) {
        return file.number(infos.at(profile) + Profiles.CONTEXT_COUNT_AT, "a number of contexts");
    }

    /// Where the values of a profile start; all of them are inside the file.
    public long values(int profile) {
        return file.array(
                infos.at(profile) + Profiles.VALUES_AT,
                valueCount(profile),
                Profiles.VALUE_BYTES,
                "values of profile " + profile);
    }

    public long index(int profile) {
        return file.array(
                infos.at(profile) + Profiles.INDEX_AT,
                contextCount(profile),
                Profiles.INDEX_BYTES,
                "contexts of profile " + profile);
    }

    /// The bytes of a profile's block.
    public long blockBytes(int profile) {
        return valueCount(profile) * Profiles.VALUE_BYTES
                + (long) contextCount(profile) * Profiles.INDEX_BYTES;
    }

    /// The value range of one context of a profile.
    public record Range(long from, long to) {}

    /// The values of context `context`, null where the profile has none.
    @Nullable
    public Range find(int profile, int context) {
        int entry = search(index(profile), contextCount(profile), context);
        return entry < 0 ? null : range(profile, entry);
    }

    private Range range(int profile, int entry) {
        long at = index(profile) + (long) entry * Profiles.INDEX_BYTES + Profiles.INDEX_START_AT;
        long values = valueCount(profile);
        long from = file.u64(at);
        long to = entry + 1 < contextCount(profile) ? file.u64(at + Profiles.INDEX_BYTES) : values;
        if (from < 0 || from > to || to > values)
            throw file.malformed(
                    at,
                    "values that ascend to %d".formatted(values),
                    "%s to %s".formatted(Long.toUnsignedString(from), Long.toUnsignedString(to)));
        return new Range(from, to);
    }

    /// The entry of a context id in an index that ascends, -1 if it has none.
    int search(long index, int entries, int context) {
        int low = 0;
        int high = entries - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int there =
                    file.bytes().get(StoredBytes.U32, index + (long) middle * Profiles.INDEX_BYTES);
            if (there == context) return middle;
            if (Integer.compareUnsigned(there, context) < 0) low = middle + 1;
            else high = middle - 1;
        }
        return -1;
    }
}
