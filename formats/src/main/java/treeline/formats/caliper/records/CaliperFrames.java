package treeline.formats.caliper.records;

import treeline.formats.reading.IdNumbers;
import treeline.model.Frame;

import java.util.Locale;
import java.util.Map;

/// Frames from Caliper names. The attribute of a name determines its kind; JSON files lack it, so
/// their names are regions unless there is other evidence.
public final class CaliperFrames {
    private static final String UNNAMED = "(unnamed)";

    /// Attributes of Caliper, and those that we write for kinds of frames that it does not know.
    private static final Map<String, Frame.Kind> NAMED_KINDS =
            Map.of(
                    "loop", Frame.Kind.LOOP,
                    "treeline.line", Frame.Kind.LINE,
                    "treeline.instruction", Frame.Kind.INSTRUCTION,
                    "treeline.kernel", Frame.Kind.KERNEL,
                    "treeline.thread", Frame.Kind.THREAD,
                    "treeline.other", Frame.Kind.OTHER);

    private CaliperFrames() {}

    /// The attribute under which a frame of this kind is written.
    public static String attributeOf(Frame.Kind kind) {
        return switch (kind) {
            case FUNCTION, REGION, LOOP -> kind.name().toLowerCase(Locale.ROOT);
            case LINE, INSTRUCTION, KERNEL, THREAD, OTHER ->
                    "treeline." + kind.name().toLowerCase(Locale.ROOT);
        };
    }

    public static Frame of(String attribute, String name) {
        return frame(kindOf(attribute, name), name);
    }

    private static Frame.Kind kindOf(String attribute, String name) {
        if (NAMED_KINDS.containsKey(attribute)) return NAMED_KINDS.get(attribute);
        boolean function =
                attribute.equals("function")
                        || attribute.endsWith(".function")
                        || attribute.startsWith("source.function")
                        || attribute.endsWith("API")
                        || attribute.endsWith(".api")
                        || (attribute.equals("path") && name.startsWith("MPI_"));
        return function ? Frame.Kind.FUNCTION : Frame.Kind.REGION;
    }

    public static Frame loop(String name) {
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
        int number = Math.max(0, IdNumbers.count(line));
        return new Frame(Frame.Kind.LINE, shortName, file, number, module);
    }
}
