package treeline.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks methods that the agent (`-javaagent:treeline-record.jar`) records as events; without the
/// agent it has no effect. On a method or constructor, it selects that one, even if it is short. On
/// a type, it selects its methods except very short ones, constructors and those of nested types.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface Recorded {
    /// The event name instead of `Type.method`; on a type, the name that replaces the type.
    String value() default "";

    /// False if only some ranks run the method, as [Recorder#localEvent].
    boolean common() default true;
}
