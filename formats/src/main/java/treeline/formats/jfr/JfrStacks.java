package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;

import org.jspecify.annotations.Nullable;

import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Builds call tree nodes from JFR stack traces: one node per method under its caller. The line and
/// event detail of the top frame form a child node of its method.
final class JfrStacks {
    private static final Frame NO_STACK = new Frame(Frame.Kind.OTHER, "(no stack)", "", 0, "");
    private static final Frame COLLECTIONS =
            new Frame(Frame.Kind.OTHER, "(garbage collection)", "", 0, "");
    private static final Frame CUT = new Frame(Frame.Kind.OTHER, "(cut stack)", "", 0, "");

    private static final Pattern HIDDEN = Pattern.compile("[./+]0x[0-9a-f]{8,16}$");

    private final ProfileBuilder builder;
    private final ReadReport.Log log;
    private final Map<String, Frame> frames = new HashMap<>();

    JfrStacks(ProfileBuilder builder, ReadReport.Log log) {
        this.builder = builder;
        this.log = log;
    }

    /// @param detail of the event; empty for samples
    int node(@Nullable RecordedStackTrace stack, String detail) {
        if (stack == null || stack.getFrames().isEmpty())
            return withLine(builder.child(ProfileBuilder.ROOT, NO_STACK), 0, detail, "");
        List<RecordedFrame> top = stack.getFrames();
        int node = ProfileBuilder.ROOT;
        if (stack.isTruncated()) {
            log.note(
                    "a stack was truncated by the recorder (stackdepth), so it starts at '%s'"
                            .formatted(CUT.name()),
                    "");
            node = builder.child(node, CUT);
        }
        for (int i = top.size() - 1; i >= 0; i--) node = builder.child(node, frame(top.get(i)));
        int line = Math.max(0, top.getFirst().getLineNumber());
        return withLine(node, line, detail, frame(top.getFirst()).module());
    }

    /// `line 30`, `line 30 (parked on Lock)`, `(parked on Lock)`.
    private int withLine(int node, int line, String detail, String module) {
        if (line == 0 && detail.isEmpty()) return node;
        String number = line == 0 ? "" : "line " + line;
        String about = detail.isEmpty() ? "" : "(" + detail + ")";
        String name = number + (line == 0 || detail.isEmpty() ? "" : " ") + about;
        return builder.child(node, new Frame(Frame.Kind.LINE, name, "", line, module));
    }

    /// The node of collections of a kind: they have no stack.
    int collection(String name, String cause) {
        int node = builder.child(ProfileBuilder.ROOT, COLLECTIONS);
        String text = cause.isEmpty() ? name : name + ", " + cause;
        return builder.child(node, Frame.region(text.isEmpty() ? "(unknown)" : text));
    }

    private Frame frame(RecordedFrame recorded) {
        RecordedMethod method = recorded.getMethod();
        if (method == null) return new Frame(Frame.Kind.FUNCTION, "(unknown method)", "", 0, "");
        String type = method.getType() == null ? "" : typeName(method.getType().getName()) + ".";
        String name = type + method.getName();
        Frame known = frames.get(name);
        if (known != null) return known;
        Frame made = new Frame(Frame.Kind.FUNCTION, name, "", 0, module(method));
        frames.put(name, made);
        return made;
    }

    /// Hidden classes (lambdas) have an address in their name, another one in each run.
    static String typeName(String recorded) {
        return HIDDEN.matcher(recorded).replaceFirst("");
    }

    private static String module(RecordedMethod method) {
        RecordedObject type = method.getType();
        RecordedObject inPackage = type == null ? null : part(type, "package");
        RecordedObject module = inPackage == null ? null : part(inPackage, "module");
        Object name = module == null || !module.hasField("name") ? null : module.getValue("name");
        return name == null ? "" : name.toString();
    }

    private static @Nullable RecordedObject part(RecordedObject of, String field) {
        Object part = of.hasField(field) ? of.getValue(field) : null;
        return part instanceof RecordedObject object ? object : null;
    }
}
