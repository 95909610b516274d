package treeline.record.agent;

import treeline.record.Recorded;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.constant.ClassDesc;
import java.util.Optional;

/// A `@Recorded` annotation, read from the class file.
///
/// @param name or empty
record Mark(String name, boolean common) {
    static final String DESCRIPTOR = ClassDesc.of(Recorded.class.getName()).descriptorString();

    static Optional<Mark> on(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> annotation.className().equalsString(DESCRIPTOR))
                .findFirst()
                .map(Mark::of);
    }

    private static Mark of(Annotation annotation) {
        String name = "";
        boolean common = true;
        for (AnnotationElement element : annotation.elements())
            switch (element.value()) {
                case AnnotationValue.OfString text -> name = text.stringValue();
                case AnnotationValue.OfBoolean flag -> common = flag.booleanValue();
                default -> {} // of a later version of the annotation
            }
        return new Mark(name, common);
    }
}
