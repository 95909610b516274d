package treeline.question.parameter;

/// A positional argument of a command.
public record Operand(String name, Times times, ParameterType<String> value, String description) {

    /// How often the operand may occur; only the last operand of a command may be SOME or ANY.
    public enum Times {
        ONCE,
        /// Once or not at all.
        MAYBE,
        /// Once or more.
        SOME,
        /// As often as one likes, or not at all.
        ANY
    }

    public static Operand once(ParameterType<String> value, String description) {
        return new Operand(value.placeholder(), Times.ONCE, value, description);
    }

    public static Operand maybe(ParameterType<String> value, String description) {
        return new Operand(value.placeholder(), Times.MAYBE, value, description);
    }

    public static Operand some(ParameterType<String> value, String description) {
        return new Operand(value.placeholder(), Times.SOME, value, description);
    }

    public static Operand any(ParameterType<String> value, String description) {
        return new Operand(value.placeholder(), Times.ANY, value, description);
    }

    public boolean isNeeded() {
        return times == Times.ONCE || times == Times.SOME;
    }

    public boolean isRepeated() {
        return times == Times.SOME || times == Times.ANY;
    }

    public String usage() {
        return switch (times) {
            case ONCE -> name;
            case MAYBE -> "[" + name + "]";
            case SOME -> name + "...";
            case ANY -> "[" + name + "...]";
        };
    }
}
