package treeline.app.mcp;

import java.util.regex.Pattern;

/// Sentences of the command line, rewritten for assistants: `--group-by` becomes `group_by`.
final class AssistantText {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--([a-z][a-z-]*[a-z])");

    /// A default that differs between readers and programs: assistants get that of programs.
    private static final Pattern DEFAULT_FOR_PROGRAMS =
            Pattern.compile("default: [^;)]*; (\\S+) with [^)]*--json and --csv");

    private AssistantText() {}

    static String of(String text) {
        String defaults = DEFAULT_FOR_PROGRAMS.matcher(text).replaceAll("default: $1");
        return OPTION.matcher(defaults).replaceAll(name -> name.group(1).replace('-', '_'));
    }
}
