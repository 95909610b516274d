package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import treeline.record.Recorded;
import treeline.record.Recorder;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.AnnotatedElement;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;

/// Receives every loaded class and passes candidates to the [Instrumenter]. Failures never reach
/// the program: the class is then left unchanged.
final class LoadedClasses implements ClassFileTransformer {
    private static final List<String> OWN =
            List.of(
                    "treeline.record.",
                    "treeline.model.",
                    "treeline.source.",
                    "treeline.store.",
                    "treeline.text.",
                    "treeline.cores.",
                    "treeline.runs.");
    private static final byte[] MARK = Mark.DESCRIPTOR.getBytes(StandardCharsets.UTF_8);

    private final Instrumentation jvm;
    private final AgentOptions options;
    private final Instrumenter instrumenter;
    private final InstrumentationTally tally;
    private final Map<ClassLoader, Boolean> seesRecorder =
            Collections.synchronizedMap(new WeakHashMap<>());

    LoadedClasses(Instrumentation jvm, AgentOptions options, InstrumentationTally tally) {
        this.jvm = jvm;
        this.options = options;
        this.instrumenter = new Instrumenter(options, tally);
        this.tally = tally;
    }

    /// Instruments what is loaded from now on and, again, what is loaded already.
    void watch() {
        jvm.addTransformer(this, true);
        for (Class<?> loaded : jvm.getAllLoadedClasses())
            if (jvm.isModifiableClass(loaded) && isWanted(loaded)) loadAgain(loaded);
    }

    /// Removes the events of these names from the methods that have them; false if none has.
    boolean remove(Set<String> events) {
        Set<String> patterns = new HashSet<>();
        for (String event : events) patterns.addAll(tally.patternsOf(event));
        if (patterns.isEmpty()) return false;
        instrumenter.remove(patterns);
        Set<String> classes = new HashSet<>();
        for (String pattern : patterns) classes.add(pattern.substring(0, pattern.indexOf('#')));
        for (Class<?> loaded : jvm.getAllLoadedClasses())
            if (classes.contains(loaded.getName()) && jvm.isModifiableClass(loaded))
                loadAgain(loaded);
        return true;
    }

    private boolean isWanted(Class<?> loaded) {
        if (loaded.isHidden() || !mayBeChanged(loaded.getClassLoader(), loaded.getName()))
            return false;
        return isNamed(loaded.getName()) || (options.annotated() && isMarked(loaded));
    }

    private static boolean isMarked(Class<?> loaded) {
        try {
            return Stream.<AnnotatedElement[]>of(
                            new AnnotatedElement[] {loaded},
                            loaded.getDeclaredMethods(),
                            loaded.getDeclaredConstructors())
                    .flatMap(Arrays::stream)
                    .anyMatch(it -> it.isAnnotationPresent(Recorded.class));
        } catch (LinkageError | TypeNotPresentException incomplete) {
            return false;
        }
    }

    private void loadAgain(Class<?> loaded) {
        try {
            jvm.retransformClasses(loaded);
        } catch (UnmodifiableClassException
                | RuntimeException
                | LinkageError
                | InternalError failed) {
            tally.failed(loaded.getName(), failed);
        }
    }

    @Override
    public byte @Nullable [] transform(
            Module module,
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> loaded,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (internalName == null || loader == null) return null;
        String name = internalName.replace('/', '.');
        boolean isWanted = mayBeChanged(loader, name) && (isNamed(name) || isMarked(bytes));
        if (!isWanted) return null;
        try {
            return changed(module, loader, name, bytes);
        } catch (RuntimeException | Error failed) {
            tally.failed(name, failed);
            return null;
        }
    }

    private byte @Nullable [] changed(
            Module module, ClassLoader loader, String name, byte[] bytes) {
        Instrumenter.Changed changed = instrumenter.changed(bytes, loader).orElse(null);
        if (changed == null) return null;
        if (!seesRecorder(loader)) {
            tally.apart(name, loader);
            return null;
        }
        letRead(module);
        if (!changed.events().isEmpty()) tally.instrumented(name, changed.events());
        return changed.bytes();
    }

    /// Whether a class is of the program: not of the JDK, not of the recorder, not made at run time
    /// for another class.
    private static boolean mayBeChanged(@Nullable ClassLoader loader, String name) {
        return loader != null
                && !loader.equals(ClassLoader.getPlatformClassLoader())
                && !name.contains("$$")
                && OWN.stream().noneMatch(name::startsWith);
    }

    private boolean isNamed(String name) {
        return Stream.of(options.include(), options.start(), options.stop())
                .flatMap(List::stream)
                .anyMatch(it -> it.matchesClass(name));
    }

    private boolean isMarked(byte[] bytes) {
        if (!options.annotated()) return false;
        for (int at = 0; at <= bytes.length - MARK.length; at++)
            if (bytes[at] == MARK[0]
                    && Arrays.equals(bytes, at, at + MARK.length, MARK, 0, MARK.length))
                return true;
        return false;
    }

    /// Asked once of a loader, and without a lock of ours around its own.
    private boolean seesRecorder(ClassLoader loader) {
        Boolean known = seesRecorder.get(loader);
        if (known != null) return known;
        boolean sees = sees(loader);
        seesRecorder.put(loader, sees);
        return sees;
    }

    private static boolean sees(ClassLoader loader) {
        try {
            return Class.forName(Recorder.class.getName(), false, loader) == Recorder.class;
        } catch (ClassNotFoundException | LinkageError hidden) {
            return false;
        }
    }

    private void letRead(Module module) {
        Module recorder = Recorder.class.getModule();
        if (module.isNamed() && !module.canRead(recorder))
            jvm.redefineModule(module, Set.of(recorder), Map.of(), Map.of(), Set.of(), Map.of());
    }
}
