package treeline.text;

import java.util.regex.Pattern;

/// Protection against CSV injection (OWASP): spreadsheets execute a cell that starts like a
/// formula, and names in profiles come from others. Such a text is preceded by a single quote,
/// which readers of our CSV remove.
///
/// The escape is unambiguous: a text that already has quotes before the first character of a
/// formula gets one more. Numbers such as `-1.5` are not changed. The front end has the same
/// definition in `page/csv.js`.
public final class FormulaEscape {
    private static final char QUOTE = '\'';

    /// ASCII, white space that spreadsheets strip, and the full-width forms.
    private static final String FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

    private static final Pattern NUMBER =
            Pattern.compile("[+-](?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|Infinity)");

    private FormulaEscape() {}

    public static String escaped(String text) {
        return startsFormula(text, 0) && !NUMBER.matcher(text).matches() ? QUOTE + text : text;
    }

    /// The text of an escaped cell.
    public static String unescaped(String cell) {
        boolean isEscaped = !cell.isEmpty() && cell.charAt(0) == QUOTE && startsFormula(cell, 1);
        return isEscaped ? cell.substring(1) : cell;
    }

    private static boolean startsFormula(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == QUOTE) at++;
        return at < text.length() && FORMULA_STARTS.indexOf(text.charAt(at)) >= 0;
    }
}
