package treeline.formats.fuzz;

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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Loads Treeline's classes anew, with a count on every branch of those that read files, and with
/// checksums that are always 0: files written by classes of this loader carry 0 as well, so that
/// damage gets past the checksums to the code behind them.
final class CoverageLoader extends ClassLoader {
    private static final List<String> COUNTED =
            List.of("treeline.formats.", "treeline.store.", "treeline.source.");
    private static final Set<String> CHECKSUMS =
            Set.of("java/util/zip/CRC32", "java/util/zip/CRC32C", "java/util/zip/Checksum");
    private static final Set<String> SHARED =
            Set.of(Coverage.class.getName(), Subject.class.getName());
    private static final int LONGEST_WORD = 40;

    private static final ClassDesc COVERAGE = ClassDesc.of(Coverage.class.getName());
    private static final MethodTypeDesc HIT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    private final ClassLoader original;
    private final Set<String> words = new LinkedHashSet<>();

    CoverageLoader(ClassLoader original) {
        super(original);
        this.original = original;
    }

    /// A [Trial] of a reader, with everything it needs loaded by this loader.
    Subject trial(String contractName) throws ReflectiveOperationException {
        var constructor = loadClass(Trial.class.getName()).getDeclaredConstructor(String.class);
        return (Subject) constructor.newInstance(contractName);
    }

    /// A reader that is a class of its own.
    Subject reader(Class<? extends Subject> type) throws ReflectiveOperationException {
        return (Subject) loadClass(type.getName()).getDeclaredConstructor().newInstance();
    }

    /// Texts that the loaded readers compare with: keys, marks, column names.
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
            if (COUNTED.stream().anyMatch(name::startsWith)) bytes = counted(bytes);
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

    private byte[] counted(byte[] original) {
        ClassFile file =
                ClassFile.of(
                        ClassFile.DebugElementsOption.DROP_DEBUG,
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(this.original)));
        return file.transformClass(
                file.parse(original), ClassTransform.transformingMethodBodies(new Counts()));
    }

    private final class Counts implements CodeTransform {
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
            code.loadConstant(Coverage.newBranch()).invokestatic(COVERAGE, "hit", HIT);
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
