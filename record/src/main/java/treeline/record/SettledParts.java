package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.source.Parts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What snapshots need not write again: the repetitions of a group of ranks that were over at an
/// earlier one, and the iterations that were over of a repetition that goes on. Each aggregator
/// writes them once, as parts of their own, and gives every later snapshot links to them, so that
/// it is whole all the same. Without this a snapshot of a long run would take as long as its end.
///
/// A rank may go back to a repetition that was over, because another root event begins to count
/// from 0, or to an iteration; then all is written anew ([RankEvents#reopened], [#isOutdated]).
final class SettledParts {
    /// Fewer iterations of a loop that are over are not worth being written apart.
    private static final int WORTH_A_FILE = 1 << 11;

    private final Path folder;
    private final List<Settled> files = new ArrayList<>();

    /// The loops of which some iterations are in the files.
    private final List<EachCell> begun = new ArrayList<>();

    private PathTable.@Nullable Facts facts;
    private int number;

    /// The snapshot that is being written, and the first that has the files.
    private int snapshot;

    private int firstSnapshot;

    /// The one whose directory is used again.
    private int spare;

    /// This rank's first repetition that is in none of the files.
    private int next;

    /// About how many iterations there are before it.
    private long iterations;

    /// @param since the first snapshot that has a link to the file
    private record Settled(Path file, int since) {}

    SettledParts(Path folder) {
        this.folder = folder;
    }

    /// A snapshot begins.
    ///
    /// @param spareSnapshot the one whose directory it may get ([OutputFolder#spare])
    void begin(int number, int spareSnapshot) {
        snapshot = number;
        spare = spareSnapshot;
    }

    /// Whether the spare directory has links to the files, or to some of them and to no others.
    boolean isSpareOfUse(PathTable.Facts agreed) {
        return agreed.equals(facts) && spare >= firstSnapshot;
    }

    /// This snapshot has to write all.
    void forget() {
        firstSnapshot = snapshot;
        next = 0;
        iterations = 0;
        for (EachCell each : begun) each.settled = each.written = 0;
        begun.clear();
        List<Settled> old = List.copyOf(files);
        files.clear();
        for (Settled each : old) {
            try {
                Files.deleteIfExists(each.file);
            } catch (IOException stays) {
                // the whole folder goes at the end of the run
            }
        }
    }

    /// To be asked before the call paths are, so that these have all paths of what is over.
    ///
    /// @return the first repetition that is not over, or not worth writing yet
    int settle(RankEvents events) {
        return events.settle(next);
    }

    RankPaths.Counted counted() {
        return new RankPaths.Counted(next, iterations);
    }

    /// What contexts look like has changed: they would not fit those that have been written.
    void checkFacts(PathTable.Facts agreed) {
        if (!agreed.equals(facts)) forget();
        facts = agreed;
    }

    /// Whether a loop went back to an iteration that is in the files.
    boolean isOutdated() {
        return begun.stream().anyMatch(EachCell::wentBack);
    }

    /// What is to be written before the repetitions from `end` on.
    RankValues.Extent over(RankPaths paths, int end) {
        for (EachCell each : begun) each.written = each.settled;
        for (PathNode node : paths.threads().getFirst().nodes())
            if (node.loop == Loop.EACH) settle(node.newestCell(), end);
        var extent = RankValues.Extent.over(next, end);
        next = end;
        return extent;
    }

    private void settle(@Nullable Cell newest, int firstOpen) {
        for (Cell cell = newest; cell != null && cell.repetition >= next; cell = cell.earlier) {
            if (cell.repetition < firstOpen) iterations += cell.roughLength();
            else if (cell instanceof EachCell each) settleIterations(each);
        }
    }

    private void settleIterations(EachCell each) {
        int over = each.over();
        if (over - each.written < WORTH_A_FILE) return;
        if (each.written == 0) begun.add(each);
        each.settled = over;
    }

    /// Writes what has been gathered, on the aggregator, and links all files into the snapshot,
    /// except for those that its directory has already.
    ///
    /// @return what went wrong
    List<String> write(
            List<byte[]> messages,
            int part,
            PathTable table,
            RankMetrics metrics,
            WritePhase.Target whole) {
        List<String> problems = new ArrayList<>();
        int linked = spare >= firstSnapshot ? spare : 0;
        if (PartBuilder.hasContexts(messages)) {
            var target =
                    new WritePhase.Target(
                            folder,
                            "settled-%04d-".formatted(++number),
                            whole.form(),
                            whole.recording());
            problems.addAll(
                    WritePhase.run(
                                    messages,
                                    part,
                                    table,
                                    metrics,
                                    Parts.continued(Metadata.NONE),
                                    target)
                            .problems());
            files.add(new Settled(target.file(part, table.facts().groups()), snapshot));
        }
        try {
            for (Settled each : files.reversed()) {
                if (each.since <= linked) break;
                link(each.file, whole.folder().resolve(each.file.getFileName()));
            }
        } catch (IOException failed) {
            problems.add("a part of the snapshot was not written: " + WritePhase.reason(failed));
        }
        return problems;
    }

    private static void link(Path file, Path as) throws IOException {
        try {
            Files.createLink(as, file);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.copy(file, as);
        }
    }
}
