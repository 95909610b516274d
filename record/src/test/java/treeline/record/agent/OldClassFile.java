package treeline.record.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.StackMapTableAttribute;

/// Class files as compilers wrote them before Java 6: without frames.
final class OldClassFile {
    private static final int JAVA_5 = 49;

    private OldClassFile() {}

    static byte[] of(byte[] bytes) {
        ClassFile files = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
        ClassModel model = files.parse(bytes);
        return files.transformClass(
                model,
                (builder, element) -> {
                    if (element instanceof java.lang.classfile.ClassFileVersion)
                        builder.withVersion(JAVA_5, 0);
                    else if (element instanceof java.lang.classfile.MethodModel method)
                        builder.transformMethod(
                                method,
                                java.lang.classfile.MethodTransform.transformingCode(
                                        (code, it) -> {
                                            if (!(it instanceof StackMapTableAttribute))
                                                code.with(it);
                                        }));
                    else builder.with(element);
                });
    }
}
