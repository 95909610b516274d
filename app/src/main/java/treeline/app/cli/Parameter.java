package treeline.app.cli;

/// A positional argument of a command.
public record Parameter(String name, Times times, Value<String> value, String description) {

    /// How often it may stand there; only the last parameter of a command may be SOME.
    public enum Times {
        ONCE,
        /// Once or not at all.
        MAYBE,
        /// Once or more.
        SOME
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

    String usage() {
        return switch (times) {
            case ONCE -> name;
            case MAYBE -> "[" + name + "]";
            case SOME -> name + "...";
        };
    }
}
