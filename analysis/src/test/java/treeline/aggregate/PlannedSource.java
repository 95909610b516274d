package treeline.aggregate;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A run whose read plan is drawn: the number of values and the block of each context. Contexts are
/// ranks unless a first line names them.
///
/// ```
/// contexts rank0thread0 rank0thread1 rank1
/// values   10           20           30
/// blocks   0            0            1
/// ```
final class PlannedSource implements ProfileSource {
    private final Profile profile;
    private final long[] values;
    private final int[] blocks;

    private PlannedSource(Profile profile, long[] values, int[] blocks) {
        this.profile = profile;
        this.values = values;
        this.blocks = blocks;
    }

    static PlannedSource of(String drawing) {
        List<String[]> lines = drawing.strip().lines().map(each -> each.split("\\s+")).toList();
        String[] blocks = lines.getLast();
        String[] values = lines.get(lines.size() - 2);
        int count = values.length - 1;
        String contexts =
                lines.size() == 3
                        ? String.join(" ", Arrays.copyOfRange(lines.getFirst(), 1, count + 1))
                        : IntStream.range(0, count)
                                .mapToObj(i -> "rank" + i)
                                .collect(Collectors.joining(" "));
        return new PlannedSource(
                Drawing.profileOf("path %s\nmain%s\n".formatted(contexts, " 1".repeat(count))),
                Arrays.stream(values).skip(1).mapToLong(Long::parseLong).toArray(),
                Arrays.stream(blocks).skip(1).mapToInt(Integer::parseInt).toArray());
    }

    Profile profile() {
        return profile;
    }

    /// Parts of whole ranks.
    PartitionedSource parts(long most) throws IOException {
        return PartitionedSource.of(this, Slice.summed(), Locations.By.RANK, most);
    }

    /// The contexts of each part: `0 1 | 2`.
    static String drawn(PartitionedSource parts) {
        return parts.pieces().stream()
                .map(
                        piece ->
                                piece.contexts().stream()
                                        .mapToObj(Integer::toString)
                                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" | "));
    }

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public Profile load(Slice slice) {
        return slice.of(profile);
    }

    @Override
    public ReadPlan plan(Slice slice) {
        int[] chosen = slice.contexts().indexes(values.length);
        return ReadPlan.of(
                List.of(new ReadPlan.Way("as drawn", 0)),
                IntStream.of(chosen).mapToLong(i -> values[i]).toArray(),
                IntStream.of(chosen).map(i -> blocks[i]).toArray());
    }

    @Override
    public ReadReport report() {
        return new ReadReport(List.of());
    }

    @Override
    public void close() {}
}
