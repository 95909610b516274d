package treeline.dashboard;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Bundles the front end's modules into one script, because fetching sixty files delays the first
/// picture by a third of a second, and a mailed page cannot fetch any.
///
/// A module becomes a function that is called once and returns its exports. Only the import and
/// export forms that our modules use are supported; others are rejected.
final class ScriptBundle {
    private static final Pattern IMPORT =
            Pattern.compile(
                    "^import (?:\\{ (?<names>[^}]+) \\}|\\* as (?<all>\\w+)) from"
                            + " '(?<module>\\.{1,2}/[a-z0-9/.-]+)\\.js';$");
    private static final Pattern EXPORT =
            Pattern.compile("^export (?<what>(?:async )?function|class|const) (?<name>\\w+)");

    private final StringBuilder script = new StringBuilder();
    private final Set<String> added = new LinkedHashSet<>();

    /// Adds a module behind all those that it imports.
    ///
    /// @param name of its file, below the folder of all
    /// @throws IllegalStateException if it has an import or export that is not understood, or could
    ///   not stand within a page
    ScriptBundle add(String name, String source) {
        if (source.contains("<!--") || source.contains("<script") || source.contains("</script"))
            throw new IllegalStateException(name + " holds text that ends a script in a page");
        List<String> exported = new ArrayList<>();
        script.append("const %s = (() => {\n".formatted(variable(bare(name))));
        source.lines().forEach(line -> script.append(converted(name, line, exported)).append('\n'));
        script.append("return { %s };\n})();\n".formatted(String.join(", ", exported)));
        added.add(bare(name));
        return this;
    }

    String text() {
        return script.toString();
    }

    private String converted(String module, String line, List<String> exported) {
        if (!line.startsWith("import ") && !line.startsWith("export ")) return line;
        Matcher imports = IMPORT.matcher(line);
        if (imports.matches()) {
            String imported = URI.create(module).resolve(imports.group("module")).toString();
            if (added.contains(imported))
                return "const %s = %s;".formatted(bound(imports), variable(imported));
        }
        Matcher exports = EXPORT.matcher(line);
        if (exports.find()) {
            exported.add(exports.group("name"));
            return line.substring("export ".length());
        }
        throw new IllegalStateException("%s: cannot bundle '%s'".formatted(module, line));
    }

    private static String bound(Matcher imports) {
        if (imports.group("all") != null) return imports.group("all");
        var names = new StringJoiner(", ", "{ ", " }");
        for (String name : imports.group("names").split(","))
            names.add(name.strip().replace(" as ", ": "));
        return names.toString();
    }

    private static String bare(String file) {
        return file.substring(0, file.length() - ".js".length());
    }

    /// No name in our modules begins so.
    private static String variable(String module) {
        return "$" + module.replace('-', '_').replace('/', '$');
    }
}
