package treeline.record.agent;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.Optional;

/// Which methods of a class are recorded, and under which name.
final class MethodChoice {
    private final AgentOptions options;
    private final String className;
    private final Optional<Mark> mark;

    /// An event that a method becomes.
    record Chosen(String name, boolean common) {}

    MethodChoice(AgentOptions options, ClassModel model) {
        this.options = options;
        this.className = model.thisClass().asInternalName().replace('/', '.');
        this.mark = options.annotated() ? Mark.on(model) : Optional.empty();
    }

    String className() {
        return className;
    }

    Optional<Chosen> of(MethodModel method) {
        String name = method.methodName().stringValue();
        if (!hasOwnCode(method) || isExcluded(name)) return Optional.empty();
        Optional<Mark> own = options.annotated() ? Mark.on(method) : Optional.empty();
        if (own.isPresent()) return own.map(it -> chosen(it.name(), name, it.common()));
        boolean wanted = isIncluded(method, name) || isOfMarkedType(method, name);
        if (!wanted) return Optional.empty();
        return Optional.of(chosen("", name, mark.map(Mark::common).orElse(true)));
    }

    /// Bridges and what the compiler made (bodies of lambdas too) belong to the methods around
    /// them.
    private static boolean hasOwnCode(MethodModel method) {
        return method.code().isPresent()
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && !method.flags().has(AccessFlag.BRIDGE)
                && !method.methodName().equalsString("<clinit>");
    }

    private boolean isExcluded(String name) {
        return options.exclude().stream()
                .anyMatch(it -> it.matchesWholeClass(className) || it.matches(className, name));
    }

    private boolean isIncluded(MethodModel method, String name) {
        for (MethodPattern pattern : options.include())
            if (pattern.matches(className, name) && (pattern.namesMethod() || isLong(method)))
                return true;
        return false;
    }

    private boolean isOfMarkedType(MethodModel method, String name) {
        return mark.isPresent() && !name.startsWith("<") && isLong(method);
    }

    /// Accessors take less time than an event. `main` is where a reader expects the tree to begin,
    /// however short it is.
    private boolean isLong(MethodModel method) {
        int bytes = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
        return bytes >= options.minSize()
                || (method.methodName().equalsString("main")
                        && method.methodType().equalsString("([Ljava/lang/String;)V"));
    }

    private Chosen chosen(String given, String method, boolean common) {
        if (!given.isEmpty()) return new Chosen(given, common);
        return new Chosen(
                method.equals("<init>") ? "new " + typeName() : typeName() + "." + method, common);
    }

    private String typeName() {
        String given = mark.map(Mark::name).orElse("");
        if (!given.isEmpty()) return given;
        String shown =
                options.fullNames()
                        ? className
                        : className.substring(className.lastIndexOf('.') + 1);
        return shown.replace('$', '.');
    }
}
