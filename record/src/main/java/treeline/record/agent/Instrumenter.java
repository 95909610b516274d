package treeline.record.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Class file transformer that adds events to selected methods.
final class Instrumenter {
    private final AgentOptions options;
    private final InstrumentationTally tally;

    /// Methods that are no longer recorded, as patterns of [MethodChoice.Chosen].
    private final Set<String> removed = ConcurrentHashMap.newKeySet();

    Instrumenter(AgentOptions options, InstrumentationTally tally) {
        this.options = options;
        this.tally = tally;
    }

    /// Leaves these methods without events from now on.
    void remove(Set<String> patterns) {
        removed.addAll(patterns);
    }

    /// An instrumented class.
    ///
    /// @param events the instrumented methods
    record Changed(byte[] bytes, List<MethodChoice.Chosen> events) {}

    /// The class with events, or empty if no method is chosen.
    ///
    /// @param loader tells of other classes, by their files, without loading them
    /// @throws IllegalArgumentException if the class file cannot be read, or needs a class that is
    ///   not there
    Optional<Changed> changed(byte[] bytes, ClassLoader loader) {
        ClassModel model = ClassFile.of().parse(bytes);
        Map<MethodModel, CodeTransform> changes = new HashMap<>();
        List<MethodChoice.Chosen> events = new ArrayList<>();
        var choice = new MethodChoice(options, model);
        for (MethodModel method : model.methods()) {
            Optional<CodeTransform> limit = limit(choice.className(), method);
            Optional<CodeTransform> event = event(choice, method, events);
            if (event.isPresent() || limit.isPresent())
                changes.put(
                        method,
                        event.orElse(CodeTransform.ACCEPT_ALL)
                                .andThen(limit.orElse(CodeTransform.ACCEPT_ALL)));
        }
        tally.tooShort(choice.className(), choice.tooShort());
        if (changes.isEmpty()) return Optional.empty();
        ClassTransform transform =
                (builder, element) -> {
                    if (element instanceof MethodModel method && changes.containsKey(method))
                        builder.transformMethod(
                                method, MethodTransform.transformingCode(changes.get(method)));
                    else builder.with(element);
                };
        ClassFile files =
                ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy(model, loader)));
        return Optional.of(new Changed(files.transformClass(model, transform), events));
    }

    private Optional<CodeTransform> event(
            MethodChoice choice, MethodModel method, List<MethodChoice.Chosen> events) {
        boolean isConstructor = method.methodName().equalsString("<init>");
        if (isConstructor && !EventCode.callsOneConstructor(method.code().orElseThrow()))
            return Optional.empty();
        Optional<MethodChoice.Chosen> chosen =
                choice.of(method).filter(it -> !removed.contains(it.pattern()));
        chosen.ifPresent(events::add);
        return chosen.map(it -> new EventCode(it, isConstructor));
    }

    /// The recording begins inside the events of its first method, and ends inside those of its
    /// last.
    private Optional<CodeTransform> limit(String className, MethodModel method) {
        boolean starts = matches(options.start(), className, method);
        boolean stops = matches(options.stop(), className, method);
        return starts || stops ? Optional.of(new LimitCode(starts, stops)) : Optional.empty();
    }

    private static boolean matches(
            List<MethodPattern> patterns, String className, MethodModel method) {
        String name = method.methodName().stringValue();
        return !name.startsWith("<")
                && method.code().isPresent()
                && patterns.stream().anyMatch(it -> it.matches(className, name));
    }

    /// Frames are computed anew, which needs the common parent of classes. The class itself may
    /// have no file.
    private static ClassHierarchyResolver hierarchy(ClassModel model, ClassLoader loader) {
        ClassDesc self = model.thisClass().asSymbol();
        ClassHierarchyInfo info =
                model.flags().has(AccessFlag.INTERFACE)
                        ? ClassHierarchyInfo.ofInterface()
                        : ClassHierarchyInfo.ofClass(
                                model.superclass().map(ClassEntry::asSymbol).orElse(null));
        ClassHierarchyResolver itself = wanted -> wanted.equals(self) ? info : null;
        return itself.orElse(ClassHierarchyResolver.ofResourceParsing(loader))
                .orElse(ClassHierarchyResolver.defaultResolver());
    }
}
