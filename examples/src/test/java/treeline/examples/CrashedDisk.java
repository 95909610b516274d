package treeline.examples;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The states in which a power failure may leave a folder, derived from a log of file calls. What
/// was followed by `fsync` of its file or directory has reached the disk. Of everything else any
/// subset may have reached it, and the first half of written bytes without the second.
final class CrashedDisk {
    private static final int MAX_EXHAUSTIVE = 6;
    private static final int RANDOM_STATES = 150;

    private final Path root;
    private final List<FileCalls.Call> calls;
    private final Node disk = new Node(null);
    private final List<Effect> effects = new ArrayList<>();

    /// A file or directory, whatever its name. `live` is what the program sees.
    private static final class Node {
        final byte @Nullable [] before;
        final Map<String, Node> entriesBefore = new TreeMap<>();
        final Map<String, Node> live = new TreeMap<>();
        int liveSize;

        /// @param before null for a directory
        Node(byte @Nullable [] before) {
            this.before = before;
            this.liveSize = before == null ? 0 : before.length;
        }
    }

    /// A change of one file or directory that is atomic unless it is a write: bytes at an offset,
    /// or entries, null where they are removed.
    private static final class Effect {
        final int call;
        final Node owner;
        byte[] written = {};
        int offset;
        final Map<String, @Nullable Node> entries = new TreeMap<>();
        int durableAt = Integer.MAX_VALUE;

        Effect(int call, Node owner) {
            this.call = call;
            this.owner = owner;
        }
    }

    /// Paths of files with their bytes, paths of directories with null.
    record State(Map<String, byte @Nullable []> files) {
        String key() {
            var key = new StringBuilder();
            files.forEach(
                    (name, bytes) ->
                            key.append(name)
                                    .append('\n')
                                    .append(bytes == null ? "/" : HexFormat.of().formatHex(bytes))
                                    .append('\n'));
            return key.toString();
        }

        void write(Path folder) throws IOException {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte @Nullable []> file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                byte[] bytes = file.getValue();
                if (bytes == null) Files.createDirectory(path);
                else Files.write(path, bytes);
            }
        }
    }

    /// @param before a copy of the folder as it was before the calls, all of it durable
    /// @param root the folder of the calls
    CrashedDisk(Path before, Path root, List<FileCalls.Call> calls) throws IOException {
        this.root = root.toRealPath();
        this.calls = List.copyOf(calls);
        load(before, disk);
        for (int i = 0; i < calls.size(); i++) if (!calls.get(i).isFailed()) follow(i);
    }

    private static void load(Path folder, Node into) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                boolean isDirectory = Files.isDirectory(file);
                var node = new Node(isDirectory ? null : Files.readAllBytes(file));
                into.entriesBefore.put(file.getFileName().toString(), node);
                into.live.put(file.getFileName().toString(), node);
                if (isDirectory) load(file, node);
            }
        }
    }

    private void follow(int i) {
        FileCalls.Call call = calls.get(i);
        Path path = call.path();
        switch (call.name()) {
            case "create" -> {
                if (!parent(path).live.containsKey(name(path)))
                    change(i, path, new Node(new byte[0]));
            }
            case "mkdir" -> change(i, path, new Node(null));
            case "unlink" -> change(i, path, null);
            case "rename" -> rename(i, path, Path.of(call.argument()));
            case "write" -> write(i, at(path), call.bytes());
            case "fsync" -> sync(i, at(path));
            default -> {}
        }
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private Node parent(Path path) {
        return at(path.getParent());
    }

    private Node at(Path path) {
        Node node = disk;
        for (Path name : root.relativize(path))
            if (!name.toString().isEmpty())
                node = Objects.requireNonNull(node.live.get(name.toString()), path::toString);
        return node;
    }

    private Effect change(int call, Path path, @Nullable Node node) {
        var effect = new Effect(call, parent(path));
        effects.add(effect);
        put(effect, name(path), node);
        return effect;
    }

    private static void put(Effect effect, String name, @Nullable Node node) {
        effect.entries.put(name, node);
        if (node == null) effect.owner.live.remove(name);
        else effect.owner.live.put(name, node);
    }

    /// Between two directories, the entries of both may survive without the other.
    private void rename(int call, Path from, Path to) {
        Node moved = at(from);
        Effect added = change(call, to, moved);
        if (from.getParent().equals(to.getParent())) put(added, name(from), null);
        else change(call, from, null);
    }

    private void write(int call, Node file, byte[] bytes) {
        var effect = new Effect(call, file);
        effect.written = bytes;
        effect.offset = file.liveSize;
        file.liveSize += bytes.length;
        effects.add(effect);
    }

    private void sync(int call, Node node) {
        for (Effect effect : effects)
            if (effect.owner == node) effect.durableAt = Math.min(effect.durableAt, call);
    }

    int calls() {
        return calls.size();
    }

    /// States after a number of calls: nothing that is not durable, all of it, and subsets of it:
    /// all subsets if there are few effects, otherwise random ones.
    void states(int after, Random random, Consumer<State> consumer) {
        List<Effect> done = effects.stream().filter(effect -> effect.call < after).toList();
        var open = new BitSet();
        for (int i = 0; i < done.size(); i++) if (done.get(i).durableAt >= after) open.set(i);
        int[] undecided = open.stream().toArray();
        boolean isExhaustive = undecided.length <= MAX_EXHAUSTIVE;
        int count = isExhaustive ? 1 << undecided.length : RANDOM_STATES;
        for (int k = 0; k < count; k++) {
            var lost = new BitSet();
            boolean isAll = !isExhaustive && k == 0;
            for (int i = 0; i < undecided.length; i++)
                if (isExhaustive ? (k & (1 << i)) != 0 : isAll || (k > 1 && random.nextBoolean()))
                    lost.set(undecided[i]);
            consumer.accept(state(done, lost, open, false));
            consumer.accept(state(done, lost, open, true));
        }
    }

    /// The state in which nothing is lost that is durable after all calls, and nothing else is
    /// left.
    State durable() {
        var lost = new BitSet();
        for (int i = 0; i < effects.size(); i++)
            if (effects.get(i).durableAt == Integer.MAX_VALUE) lost.set(i);
        return state(effects, lost, lost, false);
    }

    private State state(List<Effect> done, BitSet lost, BitSet open, boolean isTorn) {
        Map<String, byte @Nullable []> files = new TreeMap<>();
        list(disk, "", files, done, lost, isTorn ? open : new BitSet());
        return new State(files);
    }

    private static void list(
            Node folder,
            String prefix,
            Map<String, byte @Nullable []> files,
            List<Effect> done,
            BitSet lost,
            BitSet torn) {
        Map<String, @Nullable Node> entries = new TreeMap<>(folder.entriesBefore);
        for (int i = 0; i < done.size(); i++)
            if (done.get(i).owner == folder && !lost.get(i)) entries.putAll(done.get(i).entries);
        entries.forEach(
                (name, node) -> {
                    if (node == null) return;
                    files.put(prefix + name, bytes(node, done, lost, torn));
                    list(node, prefix + name + "/", files, done, lost, torn);
                });
    }

    /// Bytes that were lost before others that were not are zeros.
    private static byte @Nullable [] bytes(Node file, List<Effect> done, BitSet lost, BitSet torn) {
        byte[] bytes = file.before;
        if (bytes == null) return null;
        for (int i = 0; i < done.size(); i++) {
            Effect effect = done.get(i);
            if (effect.owner != file || lost.get(i)) continue;
            int length = torn.get(i) ? effect.written.length / 2 : effect.written.length;
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, effect.offset + length));
            System.arraycopy(effect.written, 0, bytes, effect.offset, length);
        }
        return bytes;
    }
}
