package treeline.formats;

import treeline.source.Input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A profile or trace format that is recognised but not supported, with advice on how to convert
/// it.
///
/// @param start a pattern for the first bytes, one character per byte; if empty, only the name is
///   matched
/// @param name a pattern for the end of the file name
/// @param advice what the file is, and what to do instead
record UnreadFormat(Predicate<String> start, Pattern name, String advice) {
    private static final int START = 1 << 16;

    private static final List<UnreadFormat> ALL =
            List.of(
                    startingWith(
                            "PERFILE2",
                            "a perf.data file; convert it with 'perf script -i FILE >"
                                    + " FILE.txt'"),
                    startingWith(
                            "NVR\0",
                            "a Nsight Compute report; convert it with 'ncu --import FILE --csv >"
                                    + " FILE.csv'"),
                    named(
                            "ncu-rep",
                            "a Nsight Compute report; convert it with 'ncu --import FILE --csv >"
                                    + " FILE.csv'"),
                    named(
                            "nsys-rep|qdrep",
                            "a Nsight Systems report; export it with 'nsys export --type sqlite"
                                    + " FILE'"),
                    matching(
                            "--- (heapz|contentionz|growthz|threadz|fragmentationz) .*|(heap"
                                    + " profile|goroutine profile|threadcreate profile|heapz"
                                    + " profile): .*",
                            "a legacy pprof profile; convert it with 'pprof -proto FILE >"
                                    + " FILE.pb.gz'"),
                    new UnreadFormat(
                            UnreadFormat::isLegacyCpuProfile,
                            Pattern.compile(".*"),
                            "a legacy pprof CPU profile; convert it with 'pprof -proto PROGRAM"
                                    + " FILE > FILE.pb.gz'"),
                    matching(
                            "# callgrind format.*|(version: \\d+\\s+)?creator: callgrind.*",
                            "a callgrind profile; convert it with 'gprof2dot -f callgrind FILE -o"
                                    + " FILE.dot'"),
                    startingWith(
                            "gmon\1",
                            "a gprof profile; convert it with 'gprof PROGRAM FILE | gprof2dot -o"
                                    + " FILE.dot'"),
                    matching(
                            "\\s*\\{\\s*\"nodes\"\\s*:\\s*\\[\\s*\\{[^}]*\"callFrame\"\\s*:.*",
                            "a V8 CPU profile (.cpuprofile); open it in speedscope and export it as"
                                    + " speedscope JSON"),
                    named(
                            "cpuprofile",
                            "a V8 CPU profile (.cpuprofile); open it in speedscope and export it as"
                                    + " speedscope JSON"),
                    matching(
                            "\\x80[\\x02-\\x05].*",
                            "a Python pickle, which executes code when loaded; write JSON instead"
                                    + " (to_json of Hatchet or Thicket)"),
                    matching(
                            "PK\\x03\\x04.*(meta|profile|cct|trace)\\.db.*",
                            "a zip archive of an HPCToolkit database; unpack it and name the"
                                    + " folder"),
                    startingWith(
                            "PK\3\4", "a zip archive; unpack it and name a file or folder in it"));

    private static UnreadFormat startingWith(String magic, String advice) {
        return new UnreadFormat(text -> text.startsWith(magic), Pattern.compile(".*"), advice);
    }

    private static UnreadFormat matching(String start, String advice) {
        return new UnreadFormat(
                Pattern.compile(start, Pattern.DOTALL).asMatchPredicate(),
                Pattern.compile(".*"),
                advice);
    }

    private static UnreadFormat named(String extensions, String advice) {
        return new UnreadFormat(
                _ -> true, Pattern.compile(".*\\.(%s)".formatted(extensions)), advice);
    }

    /// What the files of an input are, if one of them is such a profile.
    static Optional<String> of(Input input) throws IOException {
        for (Path file : input.files()) {
            byte[] prefix = input.prefix(file);
            String start =
                    new String(
                            prefix, 0, Math.min(prefix.length, START), StandardCharsets.ISO_8859_1);
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            for (UnreadFormat each : ALL)
                if (each.start.test(start) && each.name.matcher(name).matches())
                    return Optional.of(each.advice);
        }
        return Optional.empty();
    }

    /// A header of machine words: 0, the number 3 of the words that follow, the version 0 (of Java
    /// 1), and the period in microseconds (gperftools, "CPU Profile Format").
    private static boolean isLegacyCpuProfile(String start) {
        for (int bytes : new int[] {4, 8})
            if (start.length() >= 5 * bytes
                    && isWord(start, 0, bytes, 0)
                    && isWord(start, 1, bytes, 3)
                    && (isWord(start, 2, bytes, 0) || isWord(start, 2, bytes, 1))
                    && !isWord(start, 3, bytes, 0)) return true;
        return false;
    }

    /// Little-endian.
    private static boolean isWord(String start, int index, int bytes, int value) {
        for (int i = 0; i < bytes; i++)
            if (start.charAt(index * bytes + i) != (i == 0 ? value : 0)) return false;
        return true;
    }
}
