package treeline.formats.hpctoolkit.files;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.hpctoolkit.values.ProfileIndex;
import treeline.model.Context;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The identifier tuples of the profiles of an exported database (node, rank, thread, stream), and
/// the names of the identifier kinds.
public final class ExportedIds {
    /// A kind of our own: HPCToolkit knows one execution only.
    public static final String REPETITION = "REPETITION";

    /// As hpcprof writes them; a kind is the place of its name.
    private static final List<String> KINDS =
            List.of(
                    "SUMMARY",
                    "NODE",
                    "RANK",
                    "THREAD",
                    "GPUDEVICE",
                    "GPUCONTEXT",
                    "GPUSTREAM",
                    "CORE");

    /// Kinds that contexts have as labels.
    static final Set<String> LABELS = Set.of("node", "core", "gpudevice", "gpucontext");

    private static final int PHYSICAL = 1;

    private final Outline outline;
    private final Map<String, Integer> hosts = new HashMap<>();
    private final boolean hostsAreNumbers;

    private record Id(int kind, int flags, int logical, long physical) {}

    public ExportedIds(Outline outline) {
        this.outline = outline;
        for (Context context : outline.contexts())
            if (!context.host().isEmpty()) hosts.putIfAbsent(context.host(), hosts.size());
        hostsAreNumbers = hosts.keySet().stream().allMatch(ExportedIds::isNumber);
    }

    /// As [ProfileIndex] names a host by its physical number.
    private static boolean isNumber(String host) {
        try {
            return Long.toHexString(Long.parseUnsignedLong(host, 16)).equals(host);
        } catch (NumberFormatException name) {
            return false;
        }
    }

    /// Whether hosts keep what they are called.
    public boolean keepsHosts() {
        return hostsAreNumbers;
    }

    public List<String> kinds() {
        if (outline.contexts().stream().allMatch(each -> each.repetition() == Context.NONE))
            return KINDS;
        List<String> more = new ArrayList<>(KINDS);
        more.add(REPETITION);
        return more;
    }

    /// The tuple of a context, from the outside to the inside. A program without any parts is
    /// thread 0, because viewers expect that a profile is of somebody.
    public void write(int index, LittleEndianBytes out) {
        Context context = outline.contexts().get(index);
        List<Id> ids = new ArrayList<>();
        if (!context.host().isEmpty()) ids.add(host(index, context.host()));
        addLabel("CORE", index, ids);
        add("RANK", context.rank(), ids);
        add("THREAD", context.thread(), ids);
        addLabel("GPUDEVICE", index, ids);
        addLabel("GPUCONTEXT", index, ids);
        add("GPUSTREAM", context.stream(), ids);
        if (context.repetition() != Context.NONE) ids.add(id(KINDS.size(), context.repetition()));
        if (ids.isEmpty()) add("THREAD", 0, ids);
        out.u16(ids.size()).zeros(6);
        for (Id id : ids) out.u8(id.kind).u8(0).u16(id.flags).i32(id.logical).i64(id.physical);
    }

    private Id host(int context, String host) {
        int known = number(outline.contextLabel("node", context));
        int logical = known >= 0 ? known : hosts.getOrDefault(host, 0);
        long physical =
                hostsAreNumbers ? Long.parseUnsignedLong(host, 16) : hosts.getOrDefault(host, 0);
        return new Id(KINDS.indexOf("NODE"), PHYSICAL, logical, physical);
    }

    private void addLabel(String kind, int context, List<Id> ids) {
        add(kind, number(outline.contextLabel(kind.toLowerCase(Locale.ROOT), context)), ids);
    }

    private static void add(String kind, int number, List<Id> ids) {
        if (number >= 0) ids.add(id(KINDS.indexOf(kind), number));
    }

    private static Id id(int kind, int number) {
        return new Id(kind, 0, number, number);
    }

    private static int number(String text) {
        return text.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(text) : -1;
    }

    /// Labels of contexts that are no identifiers, or have texts that are no numbers.
    public List<String> labelsLeftOut() {
        Set<String> names = new LinkedHashSet<>();
        outline.contextLabels()
                .forEach(
                        label -> {
                            boolean numbers =
                                    label.values().stream()
                                            .allMatch(text -> text.isEmpty() || number(text) >= 0);
                            if (!LABELS.contains(label.name()) || !numbers) names.add(label.name());
                        });
        return List.copyOf(names);
    }
}
