package treeline.record.parts;

import treeline.model.Profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A set of call paths, parents before children, each with a hash that does not depend on insertion
/// order, so that ranks that met events in different orders agree.
public final class PathSet {
    public static final int NO_PARENT = -1;

    /// By their codes in messages.
    private static final List<String> LOOPS = List.of("", Profile.LOOP_EACH, Profile.LOOP_SUM);

    private static final int LABELS_HASH = 0x5bd1e995;

    /// A call path: the index of its caller in the set, and its properties.
    ///
    /// @param loop what is kept of its iterations, [Profile#LOOP_EACH] or [Profile#LOOP_SUM]; empty
    ///   if it is not in a loop
    public record Path(int parent, String name, String loop, boolean common, List<String> labels) {
        public Path {
            labels = List.copyOf(labels);
        }

        /// What both know; where they disagree, this one stands.
        Path and(Path other) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++)
                texts.add(labels.get(i).isEmpty() ? other.labels.get(i) : labels.get(i));
            boolean stays = loop.equals(Profile.LOOP_EACH) || other.loop.isEmpty();
            String kept = stays ? loop : other.loop;
            return new Path(parent, name, kept, common && other.common, texts);
        }
    }

    private final List<Path> paths = new ArrayList<>();
    private final List<Long> hashes = new ArrayList<>();
    private final Map<Long, Integer> byHash = new HashMap<>();

    public int size() {
        return paths.size();
    }

    public Path path(int at) {
        return paths.get(at);
    }

    public long hash(int at) {
        return hashes.get(at);
    }

    List<String> names(int at) {
        List<String> names = new ArrayList<>();
        for (int up = at; up != NO_PARENT; up = paths.get(up).parent())
            names.addFirst(paths.get(up).name());
        return names;
    }

    /// Adds a path below one of the set, or unites it with the one that is there.
    public int add(Path path) {
        long hash = pathHash(path.parent() == NO_PARENT ? 0 : hash(path.parent()), path.name());
        Integer known = byHash.get(hash);
        if (known == null) {
            byHash.put(hash, paths.size());
            paths.add(path);
            hashes.add(hash);
            return paths.size() - 1;
        }
        Path there = paths.get(known);
        if (there.parent() != path.parent() || !there.name().equals(path.name()))
            throw new IllegalStateException(
                    "call paths %s and %s of %s have the same hash"
                            .formatted(names(known), path.name(), names(path.parent())));
        if (!there.equals(path)) paths.set(known, there.and(path));
        return known;
    }

    /// Mixes a caller's hash with a name, all 64 bits of both.
    public static long pathHash(long caller, String name) {
        long hash = caller * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
        for (int i = 0; i < name.length(); i++)
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L ^ (hash >>> 47);
        return mixed(hash);
    }

    private static long mixed(long hash) {
        long h = hash;
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        return h ^ (h >>> 31);
    }

    /// One number for what a rank says of a path besides its name.
    public static long factsHash(long pathHash, String loop, List<String> labels) {
        long facts = LOOPS.indexOf(loop);
        for (String label : labels) facts = facts * LABELS_HASH + label.hashCode();
        return mixed(pathHash + facts * 0x9E3779B97F4A7C15L);
    }

    public void write(MessageWriter out) {
        out.varint(paths.size());
        for (Path path : paths) {
            out.varint(path.parent() + 1L).text(path.name());
            out.varint(LOOPS.indexOf(path.loop()));
            out.flag(path.common());
            for (String label : path.labels()) out.text(label);
        }
    }

    public static PathSet read(MessageReader in, int labels) {
        var set = new PathSet();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            int parent = in.count() - 1;
            String name = in.text();
            int loop = in.count();
            boolean common = in.flag();
            List<String> texts = new ArrayList<>();
            for (int label = 0; label < labels; label++) texts.add(in.text());
            set.add(new Path(parent, name, loopOf(loop), common, texts));
        }
        return set;
    }

    private static String loopOf(int code) {
        return code < LOOPS.size() ? LOOPS.get(code) : "";
    }

    /// Adds all paths of another set.
    public void addAll(PathSet other) {
        int[] placeOf = new int[other.size()];
        for (int i = 0; i < placeOf.length; i++) {
            Path path = other.path(i);
            int parent = path.parent() == NO_PARENT ? NO_PARENT : placeOf[path.parent()];
            placeOf[i] =
                    add(new Path(parent, path.name(), path.loop(), path.common(), path.labels()));
        }
    }
}
