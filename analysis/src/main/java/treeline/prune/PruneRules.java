package treeline.prune;

import treeline.ledger.Library;
import treeline.model.Frame;
import treeline.pattern.Glob;
import treeline.transform.NodePredicates;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The built-in pruning rules, in Java and as values of `--prune`.
public final class PruneRules {
    private static final String MODULE = "module:";

    /// Where systems keep libraries, and names of what belongs to the system wherever it is.
    private static final Pattern SYSTEM =
            Pattern.compile(
                    "/(?:usr/)?lib(?:32|64|exec)?/.*"
                            + "|(?:.*/)?(?:libc|libm|libpthread|libdl|librt|ld)(?:-[\\w.-]+)?"
                            + "(?:\\.so[\\w.]*)?"
                            + "|(?:.*/)?ld-linux[\\w.-]*|\\W?(?:linux-)?vdso\\W?.*"
                            + "|\\W?(?:vmlinux|kernel(?:\\.kallsyms)?)\\W?.*");

    private static final Pattern UNKNOWN =
            Pattern.compile(
                    "(?i)[<\\[(]?unknown(?: (?:procedure|function|module|file))?[>\\])]?.*"
                            + "|\\?\\?|0x[0-9a-f]+");

    private PruneRules() {}

    /// Nodes below a share of the total go with their subtrees.
    ///
    /// @param percent above 0, at most 100
    public static PruneRule below(double percent) {
        return new BelowShare(BigDecimal.valueOf(percent));
    }

    /// Loops, lines and instructions go; what is called from them hangs on the function around
    /// them.
    public static PruneRule functions() {
        return new FrameRule("functions", _ -> NodePredicates::isPartOfFunction);
    }

    /// What a library does inside of its calls goes.
    public static PruneRule inside(Library library) {
        return new InsideLibrary(library);
    }

    /// Frames of system libraries and the kernel go, but for calls of a known library.
    public static PruneRule system() {
        return new FrameRule(
                "system",
                _ -> frame -> SYSTEM.matcher(frame.module()).matches() && !Library.anyOwns(frame));
    }

    /// Frames of unknown functions and modules go and, in runs that know their source, code without
    /// a source; calls of a known library stay.
    public static PruneRule unknown() {
        return new FrameRule("unknown", PruneRules::unknownIn);
    }

    private static Predicate<Frame> unknownIn(TreeCosts run) {
        boolean hasSources =
                run.tree().frames().stream()
                        .anyMatch(frame -> isCode(frame) && !frame.file().isEmpty());
        return frame ->
                isCode(frame)
                        && !Library.anyOwns(frame)
                        && (isUnknown(frame.name())
                                || isUnknown(frame.module())
                                || isUnknown(frame.file())
                                || (hasSources && frame.file().isEmpty()));
    }

    /// Placeholders such as `<gpu copyin>` stand for work, not for code.
    private static boolean isCode(Frame frame) {
        return switch (frame.kind()) {
            case FUNCTION ->
                    isUnknown(frame.name())
                            || !(frame.name().startsWith("<") && frame.name().endsWith(">"));
            case LOOP, LINE, INSTRUCTION -> true;
            case REGION, KERNEL, THREAD, OTHER -> false;
        };
    }

    private static boolean isUnknown(String text) {
        return UNKNOWN.matcher(text).matches();
    }

    /// Frames of modules go whose path or file name matches a pattern with `*` and `?`.
    public static PruneRule module(String glob) {
        Glob pattern = Glob.of(glob);
        return new FrameRule(
                MODULE + glob,
                _ ->
                        frame ->
                                pattern.matches(frame.module())
                                        || pattern.matches(fileName(frame.module())));
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Rules as users write them: `1%,mpi,functions`.
    ///
    /// @throws IllegalArgumentException that names all words
    public static List<PruneRule> parse(String list) {
        List<PruneRule> rules = new ArrayList<>();
        for (String word : list.split(",", -1)) rules.add(rule(word.strip()));
        return rules;
    }

    /// The words of [#parse], for help and completion.
    public static List<String> words() {
        List<String> words = new ArrayList<>(List.of("1%", "functions"));
        for (Library library : Library.values()) words.add(library.text());
        words.addAll(List.of("system", "unknown", MODULE + "GLOB"));
        return words;
    }

    private static PruneRule rule(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.endsWith("%")) return share(lower.substring(0, lower.length() - 1).strip());
        if (lower.startsWith(MODULE) && lower.length() > MODULE.length())
            return module(word.substring(MODULE.length()));
        Optional<Library> library =
                Arrays.stream(Library.values()).filter(each -> each.text().equals(lower)).findAny();
        if (library.isPresent()) return inside(library.get());
        return switch (lower) {
            case "functions" -> functions();
            case "system" -> system();
            case "unknown" -> unknown();
            default ->
                    throw new IllegalArgumentException(
                            "rules such as %s, not '%s'"
                                    .formatted(String.join(", ", words()), word));
        };
    }

    private static PruneRule share(String percent) {
        try {
            return new BelowShare(new BigDecimal(percent));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "a percentage such as 1%% or 0.01%%, not '%s%%'".formatted(percent),
                    notANumber);
        }
    }
}
