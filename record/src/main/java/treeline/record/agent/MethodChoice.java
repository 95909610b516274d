package treeline.record.agent;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.Optional;

/// Selects the methods of a class to record, and their event names.
final class MethodChoice {
    private final AgentOptions options;
    private final String className;
    private final Optional<Mark> mark;
    private int tooShort;

    /// Whether the method that is looked at is short.
    private boolean isShort;

    /// The event of a selected method.
    ///
    /// @param pattern the pattern for `exclude`
    record Chosen(String name, boolean common, String pattern) {}

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
        isShort = false;
        boolean wanted = isIncluded(method, name) || isOfMarkedType(method, name);
        if (!wanted && isShort) tooShort++;
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

    /// Accessors take less time than an event. Short methods that call something unseen may take
    /// long, and `main` is where a reader expects the tree to begin, however short it is.
    private boolean isLong(MethodModel method) {
        int bytes = method.findAttribute(Attributes.code()).orElseThrow().codeLength();
        boolean isLong = bytes >= options.minSize() || isMain(method) || callsUnseen(method);
        isShort |= !isLong;
        return isLong;
    }

    private static boolean isMain(MethodModel method) {
        return method.methodName().equalsString("main")
                && method.methodType().equalsString("([Ljava/lang/String;)V");
    }

    /// Whether the time of a call would be hidden in the caller, because what is called has no
    /// event either.
    private boolean callsUnseen(MethodModel method) {
        for (CodeElement element : method.code().orElseThrow())
            if (element instanceof InvokeInstruction call && isUnseen(call)) return true;
        return false;
    }

    private boolean isUnseen(InvokeInstruction call) {
        String owner = call.owner().asInternalName().replace('/', '.');
        return !call.name().equalsString("<init>")
                && !owner.equals(className)
                && options.include().stream().noneMatch(it -> it.matchesClass(owner));
    }

    /// How many methods of those asked for were left out because they are short.
    int tooShort() {
        return tooShort;
    }

    private Chosen chosen(String given, String method, boolean common) {
        String usual = method.equals("<init>") ? "new " + typeName() : typeName() + "." + method;
        return new Chosen(given.isEmpty() ? usual : given, common, className + "#" + method);
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
