package treeline.app;

/// The entry point of the command line.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {}
}
