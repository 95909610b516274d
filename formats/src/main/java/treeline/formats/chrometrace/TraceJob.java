package treeline.formats.chrometrace;

import treeline.formats.reading.IdNumbers;
import treeline.formats.reading.JsonShape;
import treeline.source.Input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files of one distributed job. PyTorch writes one trace per rank and stores the rank and
/// world size in `distributedInfo` before the events, so only the first bytes of a file are read.
///
/// @param worldSize the number of ranks of the job
/// @param files by rank
record TraceJob(int worldSize, List<RankFile> files) {
    /// The object that has the rank.
    static final String INFO = "distributedInfo";

    static final String RANK = "rank";
    private static final String WORLD_SIZE = "world_size";
    private static final String BACKEND = "backend";
    private static final int UNKNOWN = -1;

    /// A file and the rank that wrote it.
    record RankFile(int rank, Path file) {}

    /// The rank and world size that a file states.
    private record Claim(RankFile file, int worldSize, String backend) {}

    TraceJob {
        files = List.copyOf(files);
    }

    /// The job of several files; empty if one of the traces does not say its rank, if they are of
    /// jobs that differ in size or backend, or if two are of the same rank. Files that are no
    /// traces are passed over.
    static Optional<TraceJob> of(Input input) throws IOException {
        List<Claim> claims = new ArrayList<>();
        for (Path file : input.files()) {
            byte[] prefix = input.prefix(file);
            if (!ChromeTraceFormat.isTrace(prefix)) continue;
            Optional<Claim> claim = claim(file, prefix);
            if (claim.isEmpty()) return Optional.empty();
            claims.add(claim.get());
        }
        return job(claims);
    }

    private static Optional<TraceJob> job(List<Claim> claims) {
        if (claims.size() < 2) return Optional.empty();
        Set<Integer> ranks = new HashSet<>();
        Claim first = claims.getFirst();
        for (Claim each : claims)
            if (!ranks.add(each.file.rank)
                    || each.worldSize != first.worldSize
                    || !each.backend.equals(first.backend)) return Optional.empty();
        int largest = ranks.stream().max(Comparator.naturalOrder()).orElseThrow();
        boolean isPlausible =
                first.worldSize == UNKNOWN
                        ? largest == ranks.size() - 1
                        : largest < first.worldSize;
        if (!isPlausible) return Optional.empty();
        return Optional.of(
                new TraceJob(
                        first.worldSize == UNKNOWN ? ranks.size() : first.worldSize,
                        claims.stream()
                                .map(Claim::file)
                                .sorted(Comparator.comparingInt(RankFile::rank))
                                .toList()));
    }

    private static Optional<Claim> claim(Path file, byte[] prefix) {
        Map<String, String> info = JsonShape.scalarsOf(prefix, INFO);
        int rank = number(info.getOrDefault(RANK, ""));
        if (rank == UNKNOWN) return Optional.empty();
        return Optional.of(
                new Claim(
                        new RankFile(rank, file),
                        number(info.getOrDefault(WORLD_SIZE, "")),
                        info.getOrDefault(BACKEND, "")));
    }

    private static int number(String text) {
        return IdNumbers.count(text);
    }

    /// The ranks of which there is no file, such as `3, 5-7`; empty if all are there.
    String missing() {
        Set<Integer> present = new HashSet<>();
        for (RankFile each : files) present.add(each.rank);
        List<String> ranges = new ArrayList<>();
        for (int rank = 0; rank < worldSize; rank++) {
            int first = rank;
            while (rank < worldSize && !present.contains(rank)) rank++;
            if (rank > first) ranges.add(rank - 1 == first ? "" + first : first + "-" + (rank - 1));
        }
        return String.join(", ", ranges);
    }
}
