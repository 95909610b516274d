package treeline.formats.caliper;

import treeline.model.Frame;

/// The frames of Caliper's names. The attribute that a name belongs to says what it is; JSON files
/// have forgotten it, and there all names are regions unless something else tells.
final class CaliperFrames {
    private static final String UNNAMED = "(unnamed)";

    private CaliperFrames() {}

    static Frame of(String attribute, String name) {
        return frame(kindOf(attribute, name), name);
    }

    private static Frame.Kind kindOf(String attribute, String name) {
        if (attribute.equals("loop")) return Frame.Kind.LOOP;
        boolean function =
                attribute.equals("function")
                        || attribute.endsWith(".function")
                        || attribute.startsWith("source.function")
                        || attribute.endsWith("API")
                        || attribute.endsWith(".api")
                        || (attribute.equals("path") && name.startsWith("MPI_"));
        return function ? Frame.Kind.FUNCTION : Frame.Kind.REGION;
    }

    static Frame loop(String name) {
        return frame(Frame.Kind.LOOP, name);
    }

    private static Frame frame(Frame.Kind kind, String name) {
        return new Frame(kind, name.isEmpty() ? UNNAMED : name, "", 0, "");
    }

    /// The frame of a GPU activity, below the region that started it.
    static Frame activity(String kernel, String activity, String copy) {
        if (!kernel.isEmpty()) return frame(Frame.Kind.KERNEL, kernel);
        boolean both = !copy.isEmpty() && !activity.isEmpty();
        return frame(Frame.Kind.OTHER, both ? activity + " " + copy : activity + copy);
    }

    /// The frame of a sampled line such as `src/solve.c:42`, below its function.
    static Frame line(String fileAndLine, String module) {
        int colon = fileAndLine.lastIndexOf(':');
        String file = colon < 0 ? fileAndLine : fileAndLine.substring(0, colon);
        String shortName = fileAndLine.substring(file.lastIndexOf('/') + 1);
        String line = fileAndLine.substring(colon + 1);
        return new Frame(Frame.Kind.LINE, shortName, file, lineNumber(line), module);
    }

    private static int lineNumber(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
