package treeline.store.text.tinyprof;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parts of a file name: `<out>_<executions>_<ranks>_<first rank>.csv` is the sub-file of an
/// aggregator.
///
/// @param stem the common part of the sub-files of a recording
/// @param ending the part after the stem and the first rank: `.csv`
/// @param ranks of the whole recording; 0 if the name is not that of a sub-file
record TinyProfFile(Path path, String stem, String ending, int ranks, int firstRank) {
    private static final Pattern NAME = Pattern.compile("(.+?)((?:\\.[^.]*)?(?:\\.gz)?)");
    private static final Pattern PART =
            Pattern.compile("(.+_[1-9]\\d{0,8}_([1-9]\\d{0,8}))_(\\d{1,9})");

    static TinyProfFile of(Path path) {
        TinyProfFile whole = whole(path);
        Matcher part = PART.matcher(whole.stem);
        if (!part.matches()) return whole;
        int ranks = Integer.parseInt(part.group(2));
        int firstRank = Integer.parseInt(part.group(3));
        if (firstRank >= ranks) return whole;
        return new TinyProfFile(path, part.group(1), whole.ending, ranks, firstRank);
    }

    /// The file as a recording of its own, whatever its name looks like.
    static TinyProfFile whole(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        return name.matches()
                ? new TinyProfFile(path, name.group(1), name.group(2), 0, 0)
                : new TinyProfFile(path, path.toString(), "", 0, 0);
    }

    boolean isPart() {
        return ranks > 0;
    }

    /// The sub-file that has the name table: that of the first aggregator.
    Path first() {
        return path.resolveSibling(stem + "_0" + ending);
    }
}
