import java.lang.classfile.Attributes;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The part of a class file that the compiler reads to compile users of the class: everything but
/// code, private members and debug information.
///
/// @param digest of that part; constant for local and anonymous classes, which have no users in
///   other sources
/// @param supertypes internal names of the superclass and the interfaces
/// @param source name of the source file, which may contain several classes
record Abi(String name, String digest, List<String> supertypes, String source) {
    private static final ClassFile FRESH_POOL = ClassFile.of(ConstantPoolSharingOption.NEW_POOL);
    private static final ClassTransform WITHOUT_CODE =
            ClassTransform.dropping(Abi::isInvisible)
                    .andThen(
                            ClassTransform.transformingMethods(
                                    MethodTransform.dropping(CodeModel.class::isInstance)));
    private static final Pattern LOCAL = Pattern.compile(".*\\$\\d.*");
    private static final Pattern NOT_A_NAME = Pattern.compile("[^\\w/$]+");
    private static final Pattern DESCRIPTOR_PREFIX = Pattern.compile("^[BCDFIJSZ]*L");

    static Abi of(byte[] classFile) {
        ClassModel model = ClassFile.of().parse(classFile);
        String name = model.thisClass().asInternalName();
        List<String> supertypes = new ArrayList<>();
        model.superclass().ifPresent(each -> supertypes.add(each.asInternalName()));
        for (ClassEntry each : model.interfaces()) supertypes.add(each.asInternalName());
        String source =
                model.findAttribute(Attributes.sourceFile())
                        .orElseThrow()
                        .sourceFile()
                        .stringValue();
        return new Abi(
                name, LOCAL.matcher(name).matches() ? "local" : digest(model), supertypes, source);
    }

    private static boolean isInvisible(ClassElement element) {
        return switch (element) {
            case FieldModel field -> field.flags().has(AccessFlag.PRIVATE);
            case MethodModel method -> method.flags().has(AccessFlag.PRIVATE);
            case InnerClassesAttribute _, NestMembersAttribute _, SourceFileAttribute _ -> true;
            default -> false;
        };
    }

    private static String digest(ClassModel model) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            sha.update(FRESH_POOL.transformClass(model, WITHOUT_CODE));
            sha.update(nestedFlags(model).getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(sha.digest()).substring(0, 24);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The access flags of a class and of its member classes as their sources declare them:
    /// private, protected and static are not among the flags of a class file.
    private static String nestedFlags(ClassModel model) {
        String name = model.thisClass().asInternalName();
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(all -> all.classes().stream())
                .filter(each -> (each.innerClass().asInternalName() + "$").startsWith(name + "$"))
                .filter(each -> !LOCAL.matcher(each.innerClass().asInternalName()).matches())
                .map(each -> each.innerClass().asInternalName() + each.flagsMask())
                .collect(Collectors.joining());
    }

    /// The internal names of all classes that a class file mentions, among other strings.
    static Set<String> references(byte[] classFile) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : ClassFile.of().parse(classFile).constantPool()) {
            if (!(entry instanceof Utf8Entry text)) continue;
            for (String name : NOT_A_NAME.split(text.stringValue())) {
                names.add(name);
                names.add(DESCRIPTOR_PREFIX.matcher(name).replaceFirst(""));
            }
        }
        return names;
    }
}
