package treeline.testkit.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A class loader that instruments Treeline's classes: it counts the branches of the fuzzed
/// packages and replaces every checksum by 0. Files written by classes of this loader also carry 0,
/// so that damage gets past the checksums to the code that they protect.
public final class CoverageLoader extends ClassLoader {
    private static final Set<String> CHECKSUMS =
            Set.of("java/util/zip/CRC32", "java/util/zip/CRC32C", "java/util/zip/Checksum");
    private static final Set<String> SHARED =
            Set.of(Coverage.class.getName(), Subject.class.getName());
    private static final int LONGEST_WORD = 40;

    private static final ClassDesc COVERAGE = ClassDesc.of(Coverage.class.getName());
    private static final MethodTypeDesc HIT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    private final ClassLoader original;
    private final List<String> counted;
    private final Set<String> words = new LinkedHashSet<>();

    /// @param counted prefixes of the classes whose branches are counted
    public CoverageLoader(ClassLoader original, String... counted) {
        super(original);
        this.original = original;
        this.counted = List.of(counted);
    }

    /// A subject, loaded by this loader together with everything that it uses.
    ///
    /// @param arguments strings for its constructor
    public Subject subject(Class<? extends Subject> type, String... arguments)
            throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        var constructor = loadClass(type.getName()).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return (Subject) constructor.newInstance((Object[]) arguments);
    }

    /// String constants of the instrumented classes: keys, magic strings, column names.
    List<byte[]> words() {
        return words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("treeline.") || SHARED.contains(name))
            return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) return loaded;
            byte[] bytes = bytes(name);
            if (counted.stream().anyMatch(name::startsWith)) bytes = instrumented(name, bytes);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = original.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) throw new ClassNotFoundException(name);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] instrumented(String name, byte[] original) {
        ClassFile file =
                ClassFile.of(
                        ClassFile.DebugElementsOption.DROP_DEBUG,
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(this.original)));
        return file.transformClass(
                file.parse(original), ClassTransform.transformingMethodBodies(new Counts(name)));
    }

    private final class Counts implements CodeTransform {
        private final String className;

        Counts(String className) {
            this.className = className;
        }

        @Override
        public void atStart(CodeBuilder code) {
            count(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof InvokeInstruction call && isChecksum(call)) {
                code.pop().lconst_0();
                return;
            }
            code.with(element);
            switch (element) {
                case LabelTarget _ -> count(code);
                case BranchInstruction branch when isConditional(branch) -> count(code);
                case ConstantInstruction constant -> learn(constant);
                default -> {}
            }
        }

        private void count(CodeBuilder code) {
            code.loadConstant(Coverage.newBranch(className)).invokestatic(COVERAGE, "hit", HIT);
        }

        private void learn(ConstantInstruction constant) {
            if (constant.constantValue() instanceof String word
                    && !word.isEmpty()
                    && word.length() <= LONGEST_WORD
                    && word.indexOf(' ') < 0
                    && word.indexOf('%') < 0) words.add(word);
        }
    }

    private static boolean isConditional(BranchInstruction branch) {
        return branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W;
    }

    private static boolean isChecksum(InvokeInstruction call) {
        return call.name().equalsString("getValue")
                && CHECKSUMS.contains(call.owner().asInternalName());
    }
}
