package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What snapshots need not write again: the repetitions of a group of ranks that were over at an
/// earlier one. Each aggregator writes them once, as parts of their own, and gives every later
/// snapshot links to them, so that it is whole all the same. Without this a snapshot of a long run
/// would take as long as its end.
///
/// A rank may go back to a repetition that was over, because another root event begins to count
/// from 0; then all is written anew ([RankEvents#reopened]).
final class SettledParts {
    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private PathTable.@Nullable Facts facts;
    private int number;

    /// This rank's first repetition that is in none of the files.
    private int next;

    SettledParts(Path folder) {
        this.folder = folder;
    }

    /// The next snapshot has to write all.
    void forget() {
        next = 0;
        List<Path> old = List.copyOf(files);
        files.clear();
        for (Path file : old) {
            try {
                Files.deleteIfExists(file);
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

    /// What contexts look like has changed: they would not fit those that have been written.
    void checkFacts(PathTable.Facts agreed) {
        if (!agreed.equals(facts)) forget();
        facts = agreed;
    }

    /// Which repetitions are to be written before those from `end` on.
    RankValues.Extent upTo(int end) {
        var extent = new RankValues.Extent(next, end);
        next = end;
        return extent;
    }

    /// Writes what has been gathered, on the aggregator, and links all files into the snapshot.
    ///
    /// @return what went wrong
    List<String> write(
            List<byte[]> messages,
            int part,
            PathTable table,
            RankMetrics metrics,
            WritePhase.Target snapshot) {
        List<String> problems = new ArrayList<>();
        if (PartBuilder.hasContexts(messages)) {
            var target =
                    new WritePhase.Target(
                            folder,
                            "settled-%04d-".formatted(++number),
                            snapshot.exporter(),
                            snapshot.recording());
            problems.addAll(
                    WritePhase.run(messages, part, table, metrics, Metadata.NONE, target)
                            .problems());
            files.add(target.file(part, table.facts().groups()));
        }
        try {
            for (Path file : files) link(file, snapshot.folder().resolve(file.getFileName()));
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
