package treeline.aggregate;

import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// A slice of one or several sources, partitioned into parts that fit into memory: the input of an
/// engine.
public final class PartitionedSource {
    /// Approximate number of values per part: some ten megabytes, with the other order and scope of
    /// them about a hundred.
    public static final long DEFAULT_PART = 1 << 21;

    private final List<Piece> pieces;

    /// A part that is not loaded yet.
    ///
    /// @param contexts context indexes in the outline of the source, ascending
    /// @param values the maximum number of values
    public record Piece(ProfileSource source, Slice slice, ImmutableInts contexts, long values) {

        public SourcePart load() throws IOException {
            return new SourcePart(source.load(own()), contexts);
        }

        /// What loading it takes.
        public ReadPlan plan() throws IOException {
            return source.plan(own());
        }

        private Slice own() {
            return slice.withContexts(Selection.of(contexts.toArray()));
        }
    }

    private PartitionedSource(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    /// A run in memory.
    public static PartitionedSource of(Profile profile) {
        var source = new LoadedSource(profile, new ReadReport(List.of()));
        long values = profile.values().values();
        return new PartitionedSource(
                List.of(
                        new Piece(
                                source,
                                Slice.everything(),
                                SourcePart.whole(profile).contexts(),
                                values)));
    }

    /// A slice of a source, in parts of whole ranks.
    public static PartitionedSource of(ProfileSource source, Slice slice) throws IOException {
        return of(source, slice, Locations.By.RANK, DEFAULT_PART);
    }

    /// A slice of a source.
    ///
    /// @param together what stays in one part: all of a rank, or all of a host
    /// @param most values that a part has, unless what stays together has more
    public static PartitionedSource of(
            ProfileSource source, Slice slice, Locations.By together, long most)
            throws IOException {
        int[] chosen = slice.contexts().indexes(source.outline().contexts().size());
        List<Context> contexts =
                IntStream.of(chosen).mapToObj(source.outline().contexts()::get).toList();
        Locations units =
                Locations.of(
                        contexts, together == Locations.By.HOST ? together : Locations.By.RANK);
        return of(source, slice, chosen, inOrder(units, chosen.length), most);
    }

    /// A slice of a source for what goes through contexts in the order of the file, and needs
    /// nothing of a rank together.
    ///
    /// @param most values that a part has, unless a context has more
    public static PartitionedSource ofContexts(ProfileSource source, Slice slice, long most)
            throws IOException {
        int[] chosen = slice.contexts().indexes(source.outline().contexts().size());
        List<int[]> each = IntStream.range(0, chosen.length).mapToObj(i -> new int[] {i}).toList();
        return of(source, slice, chosen, each, most);
    }

    /// @param units indexes of chosen contexts that stay together, in the order of parts
    private static PartitionedSource of(
            ProfileSource source, Slice slice, int[] chosen, List<int[]> units, long most)
            throws IOException {
        ReadPlan plan = source.plan(slice);
        List<Piece> pieces = new ArrayList<>();
        var open = new ArrayList<Integer>();
        long values = 0;
        int block = -1;
        for (int[] unit : units) {
            long more = IntStream.of(unit).mapToLong(plan::values).sum();
            boolean isNewBlock = plan.block(unit[0]) != block;
            boolean isFull = values + more > most && (isNewBlock || values > most / 2);
            if (!open.isEmpty() && isFull) {
                pieces.add(piece(source, slice, open, chosen, values));
                open.clear();
                values = 0;
            }
            for (int index : unit) open.add(index);
            values += more;
            block = plan.block(unit[unit.length - 1]);
        }
        if (!open.isEmpty()) pieces.add(piece(source, slice, open, chosen, values));
        return new PartitionedSource(pieces);
    }

    /// The contexts of each unit, in the order of units.
    private static List<int[]> inOrder(Locations units, int contexts) {
        return IntStream.range(0, contexts)
                .boxed()
                .collect(
                        java.util.stream.Collectors.groupingBy(
                                units::of,
                                java.util.TreeMap::new,
                                java.util.stream.Collectors.toList()))
                .values()
                .stream()
                .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    private static Piece piece(
            ProfileSource source, Slice slice, List<Integer> open, int[] chosen, long values) {
        int[] contexts =
                open.stream().sorted(Comparator.naturalOrder()).mapToInt(i -> chosen[i]).toArray();
        return new Piece(source, slice, ImmutableInts.owning(contexts), values);
    }

    /// The parts, in the order in which they are added.
    public List<Piece> pieces() {
        return pieces;
    }

    /// How many values there are at most.
    public long values() {
        return pieces.stream().mapToLong(Piece::values).sum();
    }
}
