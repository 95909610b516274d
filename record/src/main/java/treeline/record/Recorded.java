package treeline.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks what is recorded as an event when the program runs with the agent
/// (`-javaagent:treeline-record.jar`), and nothing without it. On a method or constructor: that
/// one, however short. On a type: its own methods, without very short ones, constructors and those
/// of nested types.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface Recorded {
    /// The name of the event, instead of `Type.method`; on a type, what stands for the type.
    String value() default "";

    /// False for what only some ranks do, as [Recorder#localEvent].
    boolean common() default true;
}
