package treeline.store.text.tinyprof;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.store.text.rows.ContextPositions;
import treeline.store.text.rows.Notation;
import treeline.store.text.rows.PathTree;
import treeline.store.text.rows.RowSegment;
import treeline.store.text.rows.TextForm;
import treeline.store.text.rows.TextSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Opens the files of one TinyProf recording, of any generation, as one source.
public final class TinyProfReader {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);

    private final String name;
    private final ReadReport.Log log;
    private final List<MappedFile> files = new ArrayList<>();
    private final TinyProfScan scan;

    private TinyProfReader(String name, ReadReport.Log log) {
        this.name = name;
        this.log = log;
        this.scan = new TinyProfScan(log);
    }

    /// Opens files of TinyProf as one profile.
    ///
    /// @param name what the user called the files
    public static ProfileSource open(String name, List<Path> paths, ReadReport.Log log)
            throws IOException {
        var reader = new TinyProfReader(name, log);
        try {
            if (paths.size() == 1) reader.scanOne(paths.getFirst());
            else reader.scanParts(partsOf(name, paths));
            return reader.source();
        } catch (IOException | RuntimeException failed) {
            reader.files.forEach(MappedFile::close);
            throw failed;
        }
    }

    /// The sub-files of one recording by rank.
    private static List<TinyProfFile> partsOf(String name, List<Path> paths) {
        List<TinyProfFile> parts = paths.stream().map(TinyProfFile::of).toList();
        String stems =
                parts.stream().map(TinyProfFile::stem).distinct().collect(Collectors.joining(", "));
        if (!stems.equals(parts.getFirst().stem()))
            throw MalformedProfileException.of(
                    name, "files of one recording", "the recordings " + stems);
        return parts.stream().sorted(Comparator.comparingInt(TinyProfFile::firstRank)).toList();
    }

    /// Only the first aggregator writes a heading. With one, a name like that of another sub-file
    /// means nothing.
    private void scanOne(Path path) throws IOException {
        MappedFile file = map(path);
        TinyProfFile part = TinyProfFile.of(path);
        if (TinyProfScan.hasHeading(file)) {
            if (part.firstRank() > 0) part = TinyProfFile.whole(path);
        } else {
            if (!part.isPart())
                log.note(
                        "the file name does not contain the first rank, so 0 is assumed",
                        path.toString());
            borrowHeading(part);
        }
        scan.scan(file, part.firstRank());
        checkRanks(part.ranks());
    }

    private void scanParts(List<TinyProfFile> parts) throws IOException {
        for (TinyProfFile part : parts) {
            MappedFile file = map(part.path());
            if (!scan.stretches().isEmpty()) checkFree(part, scan.stretches().getLast());
            else if (!TinyProfScan.hasHeading(file)) borrowHeading(part);
            scan.scan(file, part.firstRank());
        }
        checkRanks(parts.getFirst().ranks());
    }

    private MappedFile map(Path path) throws IOException {
        MappedFile file = MappedFile.open(path);
        files.add(file);
        return file;
    }

    /// Takes the names of a sub-file that has none from the first one's, which is expected beside
    /// it.
    private void borrowHeading(TinyProfFile part) throws IOException {
        Path first = part.first();
        if (part.isPart() && !first.equals(part.path()) && Files.isRegularFile(first)) {
            try (MappedFile sibling = MappedFile.open(first)) {
                scan.scanHeading(sibling);
            }
        }
        if (scan.hasNames()) log.note("names come from another sub-file", first.toString());
        else log.note("no name table was found", part.path().toString());
    }

    private static void checkFree(TinyProfFile part, TinyProfScan.Stretch before) {
        if (part.firstRank() < before.firstRank() + before.ranks())
            throw MalformedProfileException.of(
                    part.path().toString(),
                    "ranks that no other sub-file holds",
                    "rank %d, which is also in %s"
                            .formatted(part.firstRank(), before.file().path()));
    }

    private void checkRanks(int expected) {
        int ranks = scan.stretches().stream().mapToInt(TinyProfScan.Stretch::ranks).sum();
        if (ranks < expected)
            log.lost(
                    "ranks of the recording are missing",
                    "%s has %d of %d".formatted(name, ranks, expected));
    }

    private ProfileSource source() {
        if (scan.rows().size() == 0)
            throw MalformedProfileException.of(name, "at least one row", "none");
        int executions = executions();
        List<Context> contexts = contexts(executions);
        ReadReport notes = new TinyProfNotes(scan, executions).report();
        List<Frame> frames = new ArrayList<>();
        var tree = new PathTree(frames);
        int[] placeOfPath = scan.paths().addTo(tree, frames);
        int[] placeOfNode = tree.placeOfNode();
        for (int path = 0; path < placeOfPath.length; path++)
            placeOfPath[path] = placeOfNode[placeOfPath[path]];
        scan.rows().renumber(placeOfPath);
        List<Label> labels = new ArrayList<>();
        scan.labels().forEach(texts -> labels.add(texts.label(placeOfPath, tree.size())));
        return new TextSource(
                new Outline(tree.tree(), labels, contexts, List.of(TIME), Metadata.NONE),
                ContextPositions.uniform(contexts.size() / executions, executions),
                scan.rows(),
                segments(),
                Notation.TINYPROF,
                log.report().and(notes),
                files);
    }

    private int executions() {
        int most = 1;
        for (int row = 0; row < scan.rows().size(); row++)
            most = Math.max(most, scan.counts(row).executions());
        return most;
    }

    private List<Context> contexts(int executions) {
        long ranks = scan.stretches().stream().mapToLong(TinyProfScan.Stretch::ranks).sum();
        if (ranks * executions > TextForm.MAX_CONTEXTS)
            throw MalformedProfileException.of(
                    name,
                    "at most %d ranks and executions".formatted(TextForm.MAX_CONTEXTS),
                    "%d ranks with %d executions".formatted(ranks, executions));
        List<Context> contexts = new ArrayList<>();
        for (TinyProfScan.Stretch stretch : scan.stretches())
            for (int i = 0; i < stretch.ranks(); i++) {
                Context rank = Context.ofRank(stretch.firstRank() + i);
                for (int e = 0; e < executions; e++)
                    contexts.add(executions == 1 ? rank : rank.inRepetition(e));
            }
        return contexts;
    }

    private List<RowSegment> segments() {
        List<RowSegment> segments = new ArrayList<>();
        int place = 0;
        for (TinyProfScan.Stretch stretch : scan.stretches()) {
            segments.add(new RowSegment(stretch.file(), place));
            place += stretch.ranks();
        }
        return segments;
    }
}
