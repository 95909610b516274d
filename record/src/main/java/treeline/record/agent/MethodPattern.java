package treeline.record.agent;

import java.util.Optional;
import java.util.regex.Pattern;

/// A method pattern: `com.acme.**` (all classes of a package and its subpackages), `com.acme.*` (of
/// the package alone), `com.acme.Solver`, `com.acme.Solver#step*`. `*` matches anything but a dot,
/// `**` anything, `?` one character. Nested classes use a dollar sign: `com.acme.Solver$Grid`.
final class MethodPattern {
    private static final Pattern FORM =
            Pattern.compile(
                    "[\\p{javaJavaIdentifierPart}.*?]+(#[\\p{javaJavaIdentifierPart}*?<>]+)?");
    private static final Pattern OF_THE_JDK = Pattern.compile("(java|jdk|sun)\\..*");

    private final String text;
    private final Pattern classes;
    private final Optional<String> methodText;
    private final Pattern methods;

    private MethodPattern(String text) {
        this.text = text;
        int hash = text.indexOf('#');
        this.classes = glob(hash < 0 ? text : text.substring(0, hash));
        this.methodText = hash < 0 ? Optional.empty() : Optional.of(text.substring(hash + 1));
        this.methods = glob(methodText.orElse("**"));
    }

    static MethodPattern of(String text) {
        if (!FORM.matcher(text).matches())
            throw new IllegalArgumentException(
                    "expected com.acme.**, com.acme.Solver or com.acme.Solver#step*, found '%s'"
                            .formatted(text));
        if (OF_THE_JDK.matcher(text).matches())
            throw new IllegalArgumentException(
                    "'%s' matches JDK classes, which cannot be recorded".formatted(text));
        return new MethodPattern(text);
    }

    private static Pattern glob(String text) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char at = text.charAt(i);
            if (at == '?') expression.append("[^.]");
            else if (at != '*') expression.append(Pattern.quote(String.valueOf(at)));
            else if (i + 1 < text.length() && text.charAt(i + 1) == '*') {
                expression.append(".*");
                i++;
            } else expression.append("[^.]*");
        }
        return Pattern.compile(expression.toString());
    }

    boolean matchesClass(String className) {
        return classes.matcher(className).matches();
    }

    /// Whether a method is meant. Constructors are only where the pattern says so, because most do
    /// little and there are many: `com.acme.**#<init>`.
    boolean matches(String className, String method) {
        if (method.startsWith("<") && !methodText.orElse("").startsWith("<")) return false;
        return matchesClass(className) && methods.matcher(method).matches();
    }

    /// Whether every method is meant, with the exception of some.
    boolean matchesWholeClass(String className) {
        return methodText.isEmpty() && matchesClass(className);
    }

    /// Whether the pattern spells the method out.
    boolean namesMethod() {
        return methodText.isPresent()
                && methodText.get().chars().noneMatch(c -> c == '*' || c == '?');
    }

    @Override
    public String toString() {
        return text;
    }
}
