package treeline.source.join;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.text.NameList;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// One recording in several files: aggregators write a sub-file each, readers see one profile. The
/// files carry three metadata keys, so that a missing one is noticed.
public final class Parts {
    static final String RECORDING = "treeline.recording";
    static final String PART = "treeline.part";
    static final String PARTS = "treeline.parts";
    static final String CONTINUED = "treeline.continued";

    /// How reports call a missing sub-file.
    public static final String MISSING = "a sub-file of the recording is missing";

    private static final int MAX_RANGES = 10;

    private static final Pattern PART_NAME = Pattern.compile("part-\\d+\\..*");

    private Parts() {}

    /// What a sub-file says of itself.
    public record Mark(String recording, int part, int parts) {

        public Metadata onto(Metadata metadata) {
            return metadata.with(RECORDING, recording).with(PART, part).with(PARTS, parts);
        }
    }

    /// The mark of a sub-file, if it is one.
    public static java.util.Optional<Mark> markOf(Metadata metadata) {
        if (metadata.get(RECORDING).orElse(null) instanceof Value.Text(String recording)
                && metadata.get(PART).orElse(null) instanceof Value.Whole(long part)
                && metadata.get(PARTS).orElse(null) instanceof Value.Whole(long parts)
                && parts == (int) parts
                && part >= 0
                && part < parts)
            return java.util.Optional.of(new Mark(recording, (int) part, (int) parts));
        return java.util.Optional.empty();
    }

    /// Says of a sub-file that its contexts may go on in another: their values add up, and their
    /// iterations stand beside each other.
    static Metadata continued(Metadata metadata) {
        return metadata.with(CONTINUED, new Value.Flag(true));
    }

    static boolean isContinued(Metadata metadata) {
        return metadata.get(CONTINUED).isPresent();
    }

    /// Splits a profile by its contexts into at most `count` parts of consecutive ranks, each
    /// marked. All contexts of a rank stay together.
    public static List<Profile> split(Profile profile, int count, String recording) {
        int[] rankOrdinal = rankOrdinals(profile.contexts());
        int ranks = rankOrdinal.length == 0 ? 0 : rankOrdinal[rankOrdinal.length - 1] + 1;
        int parts = Math.clamp(count, 1, Math.max(ranks, 1));
        int perPart = Math.ceilDiv(Math.max(ranks, 1), parts);
        int used = Math.ceilDiv(Math.max(ranks, 1), perPart);
        List<Profile> split = new ArrayList<>();
        for (int part = 0; part < used; part++) {
            int first = part * perPart;
            Selection mine =
                    Selection.where(
                            rankOrdinal.length,
                            i -> rankOrdinal[i] >= first && rankOrdinal[i] < first + perPart);
            Profile slice = Slice.everything().withContexts(mine).of(profile);
            split.add(slice.withMetadata(new Mark(recording, part, used).onto(profile.metadata())));
        }
        return split;
    }

    /// Contexts are sorted by rank, so the n-th different rank has ordinal n.
    private static int[] rankOrdinals(List<Context> contexts) {
        int[] ordinal = new int[contexts.size()];
        for (int i = 1; i < ordinal.length; i++)
            ordinal[i] =
                    ordinal[i - 1] + (contexts.get(i).rank() == contexts.get(i - 1).rank() ? 0 : 1);
        return ordinal;
    }

    /// Tells whether one file is of a format, from its first bytes.
    @FunctionalInterface
    public interface FileTest {
        boolean accepts(Path file, byte[] prefix);
    }

    /// Opens one sub-file.
    @FunctionalInterface
    public interface FileOpener {
        ProfileSource open(Path file) throws IOException;
    }

    /// How sure a format is of an input whose files are each whole or a part: certain if all are
    /// its own, plausible if some are (people leave notes beside recordings).
    public static Match sniff(Input input, FileTest test) throws IOException {
        int mine = 0;
        for (Path file : input.files()) if (test.accepts(file, input.prefix(file))) mine++;
        if (mine == 0) return Match.NO;
        return mine == input.files().size() ? Match.CERTAIN : Match.PLAUSIBLE;
    }

    /// Opens the files of an input that are of a format and joins them; the others are noted.
    public static ProfileSource open(Input input, FileTest test, FileOpener opener)
            throws IOException {
        List<ProfileSource> sources = new ArrayList<>();
        List<String> names = new ArrayList<>();
        var log = new ReadReport.Log();
        try {
            for (Path file : input.files()) {
                if (input.files().size() > 1 && !test.accepts(file, input.prefix(file))) {
                    log.note("a file is not part of the recording", file.toString());
                    continue;
                }
                sources.add(opener.open(file));
                names.add(file.toString());
            }
            return join(sources, names, log);
        } catch (IOException | RuntimeException failed) {
            for (ProfileSource source : sources) source.close();
            throw failed;
        }
    }

    /// Whether a file is called as a sub-file is.
    public static boolean isNamedAsPart(Path file) {
        return PART_NAME.matcher(file.getFileName().toString()).matches();
    }

    /// Whether a folder is that of a recording: one of its files is called as a sub-file is and is
    /// of the format.
    public static boolean isRecording(Input folder, FileTest test) throws IOException {
        for (Path file : folder.files())
            if (isNamedAsPart(file) && test.accepts(file, folder.prefix(file))) return true;
        return false;
    }

    /// The sub-files of one recording as one source, contexts in rank order. Closing it closes them
    /// all.
    ///
    /// @param names what to call each source in messages
    /// @throws MalformedProfileException if they are of different recordings, or share a context
    ///   that none of them says to be continued
    public static ProfileSource join(List<ProfileSource> sources, List<String> names) {
        return join(sources, names, new ReadReport.Log());
    }

    /// The same with what is known of the files together.
    public static ProfileSource join(
            List<ProfileSource> sources, List<String> names, ReadReport.Log log) {
        if (sources.isEmpty())
            throw MalformedProfileException.of("the input", "at least one sub-file", "none");
        checkMarks(sources, names, log);
        if (sources.size() == 1) return new UnmarkedSource(sources.getFirst(), log);
        return new JoinedSource(sources, names, log);
    }

    private static void checkMarks(
            List<ProfileSource> sources, List<String> names, ReadReport.Log log) {
        SortedSet<Integer> present = new TreeSet<>();
        boolean isOneRankEach = true;
        Mark first = null;
        for (int i = 0; i < sources.size(); i++) {
            Mark mark = markOf(sources.get(i).outline().metadata()).orElse(null);
            if (mark == null) continue;
            if (first == null) first = mark;
            if (!mark.recording().equals(first.recording()) || mark.parts() != first.parts())
                throw MalformedProfileException.of(names.get(i), oneOf(first), oneOf(mark));
            present.add(mark.part());
            isOneRankEach &= holdsRank(sources.get(i).outline().contexts(), mark.part());
        }
        if (first == null) return;
        if (present.size() == first.parts()) return;
        int missing = 0;
        while (present.contains(missing)) missing++;
        String place = "part %d of %d".formatted(missing, first.parts());
        log.lost(
                MISSING,
                isOneRankEach ? place + ", " + missingRanks(present, first.parts()) : place,
                first.parts() - present.size());
    }

    /// Whether a part has the rank of its own number only, as the native recorder writes them if
    /// ranks cannot communicate at the end.
    private static boolean holdsRank(List<Context> contexts, int rank) {
        return !contexts.isEmpty() && contexts.stream().allMatch(context -> context.rank() == rank);
    }

    private static String missingRanks(SortedSet<Integer> present, int count) {
        List<String> ranges = new ArrayList<>();
        int next = 0;
        for (int rank : present) {
            if (rank > next) ranges.add(range(next, rank - 1));
            next = rank + 1;
        }
        if (next < count) ranges.add(range(next, count - 1));
        boolean isOne = count - present.size() == 1;
        return (isOne ? "rank " : "ranks ") + NameList.dotted(ranges, MAX_RANGES);
    }

    private static String range(int first, int last) {
        return first == last ? "" + first : first + "-" + last;
    }

    private static String oneOf(Mark mark) {
        return "one of the %d parts of recording %s".formatted(mark.parts(), mark.recording());
    }

    static Metadata unmarked(Metadata metadata) {
        return metadata.without(RECORDING).without(PART).without(PARTS).without(CONTINUED);
    }
}
