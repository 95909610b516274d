package treeline.app.cli;

/// A positional argument of a command.
public record Parameter(String name, Times times, Value<String> value, String description) {

    /// How often it may stand there; only the last parameter of a command may be SOME or ANY.
    public enum Times {
        ONCE,
        /// Once or not at all.
        MAYBE,
        /// Once or more.
        SOME,
        /// As often as one likes, or not at all.
        ANY
    }

    public static Parameter once(Value<String> value, String description) {
        return new Parameter(value.placeholder(), Times.ONCE, value, description);
    }

    public static Parameter maybe(Value<String> value, String description) {
        return new Parameter(value.placeholder(), Times.MAYBE, value, description);
    }

    public static Parameter some(Value<String> value, String description) {
        return new Parameter(value.placeholder(), Times.SOME, value, description);
    }

    public static Parameter any(Value<String> value, String description) {
        return new Parameter(value.placeholder(), Times.ANY, value, description);
    }

    boolean isNeeded() {
        return times == Times.ONCE || times == Times.SOME;
    }

    boolean isRepeated() {
        return times == Times.SOME || times == Times.ANY;
    }

    String usage() {
        return switch (times) {
            case ONCE -> name;
            case MAYBE -> "[" + name + "]";
            case SOME -> name + "...";
            case ANY -> "[" + name + "...]";
        };
    }
}
