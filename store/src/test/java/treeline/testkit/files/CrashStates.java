package treeline.testkit.files;

import treeline.testkit.files.Operation.DataChange;
import treeline.testkit.files.Operation.EntryChange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/// Every folder that a power failure may leave of what a [WatchedFileSystem] logged, after the
/// abstract persistence model of ALICE (Pillai et al., "All File Systems Are Not Created Equal",
/// OSDI 2014), which permits all that POSIX does.
///
/// The machine may stop after each logged operation. Then:
/// - Data is durable if its file was forced after the write. Other writes to a file are all there,
///   lost, cut in the middle, or zeros of the right length.
/// - Directory entries (create, rename, delete, link, mkdir) are durable if their directory was
///   forced after them; for a rename, the directory of the new name. Any subset of the other ones
///   is there: all subsets up to [#EXHAUSTIVE] of them, a seeded sample beyond that.
/// - Forcing a file does not make its name durable, and renaming it does not make its data durable.
///
/// The model's limits: a rename is atomic, as on every journalling file system. A single write is
/// cut in one place only, and bytes outside of a write never change. Sizes and data of different
/// files are combined exhaustively for up to three files, and sampled beyond that. Times,
/// permissions and locks are not modelled. Disks that lie about a flush are out of reach.
public final class CrashStates {
    private static final int EXHAUSTIVE = 6;
    private static final int SAMPLE = 24;

    /// The fate of data that was not forced.
    private enum Fate {
        LOST,
        THERE,
        CUT,
        ZEROS
    }

    /// Reads a state with ordinary readers, and throws if it is not permitted.
    @FunctionalInterface
    public interface Check {
        /// Throws if the state is not permitted.
        ///
        /// @param folder a real folder of the default file system
        /// @param milestones number of milestones that the log had reached
        void check(Path folder, int milestones) throws Exception;
    }

    private final DiskImage initial;
    private final List<Operation> log;
    private final Path scratch;
    private final Random random;
    private final Set<String> seen = new HashSet<>();

    private CrashStates(WatchedFileSystem system, Path scratch, long seed) {
        this.initial = system.initial();
        this.log = system.log();
        this.scratch = scratch;
        this.random = new Random(seed);
    }

    /// Checks all states; equal ones once per milestone.
    ///
    /// @param scratch where states are built, one after the other
    /// @return the number of states
    public static int check(WatchedFileSystem system, Path scratch, long seed, Check check)
            throws IOException {
        var states = new CrashStates(system, scratch, seed);
        for (int end = 0; end <= states.log.size(); end++) states.checkPrefix(end, check);
        return states.seen.size();
    }

    private void checkPrefix(int end, Check check) throws IOException {
        Map<Integer, Integer> forced = new HashMap<>();
        int milestones = 0;
        for (int i = 0; i < end; i++) {
            if (log.get(i) instanceof Operation.Force(int each)) forced.put(each, i);
            if (log.get(i) instanceof Operation.Milestone) milestones++;
        }
        List<Integer> pending = new ArrayList<>();
        List<Integer> torn = new ArrayList<>();
        for (int i = 0; i < end; i++)
            switch (log.get(i)) {
                case EntryChange change -> {
                    if (forced.getOrDefault(change.directory(), -1) < i) pending.add(i);
                }
                case DataChange change -> {
                    if (forced.getOrDefault(change.file(), -1) < i && !torn.contains(change.file()))
                        torn.add(change.file());
                }
                case Operation.Force _, Operation.Milestone _ -> {}
            }
        for (BitSet kept : subsets(pending.size()))
            for (List<Fate> fates : fates(torn.size())) {
                Set<Integer> lost = new HashSet<>();
                for (int i = 0; i < pending.size(); i++) if (!kept.get(i)) lost.add(pending.get(i));
                Map<Integer, Fate> fateOf = new HashMap<>();
                for (int i = 0; i < torn.size(); i++) fateOf.put(torn.get(i), fates.get(i));
                DiskImage state = state(end, lost, fateOf, forced);
                if (seen.add(milestones + "\n" + state.fingerprint()))
                    check(state, milestones, check, describe(end, lost, fateOf));
            }
    }

    private DiskImage state(
            int end, Set<Integer> lost, Map<Integer, Fate> fateOf, Map<Integer, Integer> forced) {
        DiskImage state = initial.copy();
        Map<Integer, List<DataChange>> unforced = new HashMap<>();
        for (int i = 0; i < end; i++)
            switch (log.get(i)) {
                case EntryChange change -> {
                    if (!lost.contains(i)) state.apply(change);
                }
                case DataChange change -> {
                    if (forced.getOrDefault(change.file(), -1) > i) state.apply(change);
                    else
                        unforced.computeIfAbsent(change.file(), _ -> new ArrayList<>()).add(change);
                }
                case Operation.Force _, Operation.Milestone _ -> {}
            }
        unforced.forEach((file, changes) -> apply(state, changes, fateOf.get(file)));
        return state;
    }

    private static void apply(DiskImage state, List<DataChange> changes, Fate fate) {
        switch (fate) {
            case LOST -> {}
            case THERE -> changes.forEach(state::apply);
            case CUT -> {
                int whole = changes.size() / 2;
                for (int i = 0; i < whole; i++) state.apply(changes.get(i));
                if (changes.get(whole)
                        instanceof Operation.Write(int file, long offset, Operation.Bytes bytes))
                    state.write(file, offset, bytes, bytes.size() / 2, false);
            }
            case ZEROS -> {
                for (DataChange change : changes)
                    if (change
                            instanceof
                            Operation.Write(int file, long offset, Operation.Bytes bytes))
                        state.write(file, offset, bytes, bytes.size(), true);
                    else state.apply(change);
            }
        }
    }

    private List<BitSet> subsets(int size) {
        List<BitSet> subsets = new ArrayList<>();
        if (size <= EXHAUSTIVE) {
            for (long bits = 0; bits < 1L << size; bits++)
                subsets.add(BitSet.valueOf(new long[] {bits}));
            return subsets;
        }
        for (int i = 0; i <= size; i++) {
            var first = new BitSet();
            first.set(0, i);
            var last = new BitSet();
            last.set(i, size);
            var allButOne = new BitSet();
            allButOne.set(0, size);
            allButOne.clear(i);
            subsets.addAll(List.of(first, last, allButOne));
        }
        for (int i = 0; i < SAMPLE; i++) {
            var some = new BitSet();
            for (int bit = 0; bit < size; bit++) some.set(bit, random.nextBoolean());
            subsets.add(some);
        }
        return subsets;
    }

    private List<List<Fate>> fates(int files) {
        List<List<Fate>> fates = new ArrayList<>();
        Fate[] all = Fate.values();
        if (files <= EXHAUSTIVE / 2) {
            int combinations = 1 << (2 * files);
            for (int code = 0; code < combinations; code++) {
                List<Fate> each = new ArrayList<>();
                for (int file = 0; file < files; file++) each.add(all[(code >> (2 * file)) & 3]);
                fates.add(each);
            }
            return fates;
        }
        for (Fate same : all) fates.add(java.util.Collections.nCopies(files, same));
        for (int i = 0; i < SAMPLE; i++) {
            List<Fate> each = new ArrayList<>();
            for (int file = 0; file < files; file++) each.add(all[random.nextInt(all.length)]);
            fates.add(each);
        }
        return fates;
    }

    private void check(DiskImage state, int milestones, Check check, String description)
            throws IOException {
        Path folder = Files.createTempDirectory(scratch, "state-");
        try {
            state.writeTo(folder);
            check.check(folder, milestones);
        } catch (Exception | AssertionError wrong) {
            throw new AssertionError(
                    "%s%nThe folder was:%n%s%n%s"
                            .formatted(description, state.fingerprint(), wrong),
                    wrong);
        } finally {
            delete(folder);
        }
    }

    private String describe(int end, Set<Integer> lost, Map<Integer, Fate> fates) {
        var text = new StringBuilder("Power failure after operation %d:%n".formatted(end));
        for (int i = 0; i < end; i++) {
            text.append("  ").append(lost.contains(i) ? "lost " : "     ").append(log.get(i));
            if (log.get(i) instanceof DataChange change && fates.containsKey(change.file()))
                text.append(" not forced, ").append(fates.get(change.file()));
            text.append('\n');
        }
        return text.toString();
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) Files.delete(each);
    }
}
