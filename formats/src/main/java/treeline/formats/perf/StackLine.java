package treeline.formats.perf;

import org.jspecify.annotations.Nullable;

import treeline.model.Frame;

import java.util.regex.Pattern;

/// A stack frame, `7f3a12 name+0x1c (module)`. Names and modules may contain spaces and
/// parentheses.
final class StackLine {
    private static final String UNKNOWN = "[unknown]";

    /// Scripts strip the blanks before frames. An address and a module are still there.
    private static final Pattern STRIPPED = Pattern.compile("[0-9a-f]{4,16} \\S.*\\)");

    private StackLine() {}

    /// Whether a line below the start of a sample belongs to its stack.
    static boolean isInStack(String line) {
        return Character.isWhitespace(line.charAt(0)) || STRIPPED.matcher(line).matches();
    }

    /// Null where the line is no frame.
    static @Nullable Frame frame(String line) {
        String text = line.strip();
        int space = text.indexOf(' ');
        String address = space < 0 ? text : text.substring(0, space);
        if (!isAddress(address)) return null;
        String rest = space < 0 ? "" : text.substring(space + 1).strip();
        int module = moduleStart(rest);
        String name = (module < 0 ? rest : rest.substring(0, module)).strip();
        return frame(
                withoutOffset(name),
                module < 0 ? "" : rest.substring(module + 1, rest.length() - 1));
    }

    /// Frames without a name differ by their module and not by their addresses.
    private static Frame frame(String name, String module) {
        boolean unknown = module.equals(UNKNOWN);
        return new Frame(
                Frame.Kind.FUNCTION, name.isEmpty() ? UNKNOWN : name, "", 0, unknown ? "" : module);
    }

    private static boolean isAddress(String text) {
        if (text.isEmpty() || text.length() > 18) return false;
        for (int i = text.startsWith("0x") ? 2 : 0; i < text.length(); i++)
            if (Character.digit(text.charAt(i), 16) < 0) return false;
        return true;
    }

    /// Where the last group of parentheses starts, -1 where the text does not end in one.
    private static int moduleStart(String text) {
        if (!text.endsWith(")")) return -1;
        int open = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            if (text.charAt(i) == ')') open++;
            else if (text.charAt(i) == '(' && --open == 0)
                return i == 0 || text.charAt(i - 1) == ' ' ? i : -1;
        }
        return -1;
    }

    private static String withoutOffset(String name) {
        int plus = name.lastIndexOf("+0x");
        return plus > 0 && isAddress(name.substring(plus + 1)) ? name.substring(0, plus) : name;
    }
}
