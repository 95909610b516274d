package treeline.query;

import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.pattern.Glob;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One segment of a path selector, such as `function(MPI_*)` or `line(foo.c:12)`: a predicate on
/// frames.
///
/// @param argument a name or a location in a file or binary; empty for every frame of the type
record Segment(Type type, String argument) implements java.util.function.Predicate<Frame> {
    private static final Pattern LINES = Pattern.compile("(?:(.*):)?(\\d+)(?:-(\\d+))?");
    private static final Pattern OFFSET = Pattern.compile("(.*):(0x[0-9a-fA-F]+|\\d+)");
    private static final Pattern CUT = Pattern.compile(" \\[|[(<@]");

    /// The segment types.
    enum Type {
        /// Whatever is called, by the name that the format has for it.
        FUNCTION,
        LOOP,
        LINE,
        INSTRUCTION,
        REGION,
        KERNEL,
        /// The roots of the tree.
        ENTRY,
        /// All roots together.
        APPLICATION;

        boolean has(Kind kind) {
            return switch (this) {
                case FUNCTION ->
                        kind == Kind.FUNCTION || kind == Kind.REGION || kind == Kind.KERNEL;
                case LOOP -> kind == Kind.LOOP;
                case LINE -> kind == Kind.LINE;
                case INSTRUCTION -> kind == Kind.INSTRUCTION;
                case REGION -> kind == Kind.REGION;
                case KERNEL -> kind == Kind.KERNEL;
                case ENTRY, APPLICATION -> true;
            };
        }

        static Optional<Type> called(String word) {
            for (Type type : values())
                if (type.word().equalsIgnoreCase(word)) return Optional.of(type);
            return Optional.empty();
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isRoot() {
            return this == ENTRY || this == APPLICATION;
        }
    }

    static final List<String> WORDS = Stream.of(Type.values()).map(Type::word).toList();

    @Override
    public boolean test(Frame frame) {
        if (!type.has(frame.kind())) return false;
        if (argument.isEmpty() || Glob.of(argument).matches(frame.name())) return true;
        return switch (type) {
            case FUNCTION, REGION, KERNEL, ENTRY, APPLICATION -> isNamed(frame.name());
            case LOOP, LINE -> isAtLine(frame);
            case INSTRUCTION -> isAtOffset(frame);
        };
    }

    /// Names compare as people write them: without what follows a name in its binary, and `PMPI_`
    /// is `MPI_`.
    private boolean isNamed(String name) {
        if (CUT.matcher(argument).find()) return false;
        Matcher cut = CUT.matcher(name);
        String bare = cut.find() && cut.start() > 0 ? name.substring(0, cut.start()) : name;
        Glob glob = Glob.of(argument);
        return glob.matches(bare) || (bare.startsWith("PMPI_") && glob.matches(bare.substring(1)));
    }

    private boolean isAtLine(Frame frame) {
        Matcher lines = LINES.matcher(argument);
        if (!lines.matches()) return isFile(argument, frame.file());
        if (lines.group(1) != null && !isFile(lines.group(1), frame.file())) return false;
        int first = lineOf(lines.group(2));
        int last = lines.group(3) == null ? first : lineOf(lines.group(3));
        return frame.line() >= first && frame.line() <= last;
    }

    private static int lineOf(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    /// `foo.c` and `src/foo.c` are files of these last names, wherever they are.
    private static boolean isFile(String asked, String path) {
        return !path.isEmpty()
                && (Glob.of(asked).matches(path) || Glob.of("*/" + asked).matches(path));
    }

    /// Readers call instructions `binary@0x4f`.
    private boolean isAtOffset(Frame frame) {
        Matcher place = OFFSET.matcher(argument);
        if (!place.matches()) return isFile(argument, frame.module());
        int mark = frame.name().lastIndexOf("@0x");
        return mark >= 0
                && isFile(place.group(1), frame.module())
                && offset(place.group(2)).equals(offset(frame.name().substring(mark + 1)));
    }

    private static String offset(String text) {
        boolean hexadecimal = text.startsWith("0x");
        String digits = hexadecimal ? text.substring(2) : text;
        return new java.math.BigInteger(digits, hexadecimal ? 16 : 10).toString();
    }
}
