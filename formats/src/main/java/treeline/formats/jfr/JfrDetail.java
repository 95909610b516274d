package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

import treeline.source.ReadReport;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The subject of an event in addition to its stack: the class of a monitor and the thread that
/// held it, the object that a thread is parked on, the allocated or thrown class, the file or the
/// host. Events with the same stack and different details are separate nodes.
///
/// @param text for display; empty for samples
/// @param className or empty
/// @param owner the thread that held a monitor, or empty
/// @param target a file, or a host with its port, or empty
record JfrDetail(String text, String className, String owner, String target) {
    static final JfrDetail NONE = new JfrDetail("", "", "", "");

    /// Reads details. A program may open millions of files, so the number of distinct details is
    /// limited.
    static final class Reader {
        private static final Map<String, String> PRIMITIVES =
                Map.of(
                        "B", "byte", "C", "char", "D", "double", "F", "float", "I", "int", "J",
                        "long", "S", "short", "Z", "boolean");
        private static final int MAX_TARGETS = 1000;
        private static final String OTHERS = "(other files and hosts)";

        private final Set<String> targets = new HashSet<>();
        private final ReadReport.Log log;

        Reader(ReadReport.Log log) {
            this.log = log;
        }

        JfrDetail of(RecordedEvent event, JfrMeasure measure) {
            String type = className(event, measure.classField());
            return switch (measure.event()) {
                case "jdk.JavaMonitorEnter" -> monitor(type, event);
                case "jdk.JavaMonitorWait" -> ofClass("waits", " on ", type);
                case "jdk.ThreadPark" -> ofClass("parked", " on ", type);
                case "jdk.ThreadSleep" -> ofClass("asleep", "", "");
                case "jdk.VirtualThreadPinned" -> ofClass("pinned", "", "");
                case "jdk.JavaExceptionThrow", "jdk.JavaErrorThrow" -> ofClass("throws", " ", type);
                case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" ->
                        ofTarget("file", text(event, "path"));
                case "jdk.SocketRead", "jdk.SocketWrite" -> ofTarget("socket", host(event));
                default -> measure.classField().isEmpty() ? NONE : ofClass("allocates", " ", type);
            };
        }

        private static JfrDetail monitor(String type, RecordedEvent event) {
            RecordedThread thread =
                    event.hasField("previousOwner") ? event.getThread("previousOwner") : null;
            String owner = thread == null ? "" : JfrThreads.name(thread);
            String held = owner.isEmpty() ? "" : ", held by " + owner;
            return new JfrDetail("monitor " + type + held, type, owner, "");
        }

        private static JfrDetail ofClass(String verb, String preposition, String type) {
            return new JfrDetail(type.isEmpty() ? verb : verb + preposition + type, type, "", "");
        }

        private JfrDetail ofTarget(String kind, String target) {
            boolean known = targets.contains(target) || targets.size() < MAX_TARGETS;
            if (known) targets.add(target);
            else log.note("files and hosts beyond the first 1,000 are combined", OTHERS);
            String shown = known ? target : OTHERS;
            return new JfrDetail(shown.isEmpty() ? kind : kind + " " + shown, "", "", shown);
        }

        private static String host(RecordedEvent event) {
            String name = text(event, "host");
            String host = name.isEmpty() ? text(event, "address") : name;
            return event.hasField("port") ? host + ":" + event.getInt("port") : host;
        }

        private static String text(RecordedEvent event, String field) {
            String text = event.hasField(field) ? event.getString(field) : null;
            return text == null ? "" : text;
        }

        private static String className(RecordedEvent event, String field) {
            if (field.isEmpty() || !event.hasField(field)) return "";
            RecordedClass type = event.getClass(field);
            return type == null ? "" : JfrStacks.typeName(readable(type.getName()));
        }

        /// Arrays as Java writes them: `[J` is `long[]`.
        private static String readable(String name) {
            int dimensions = name.lastIndexOf('[') + 1;
            if (dimensions == 0) return name;
            String element = name.substring(dimensions);
            boolean object = element.startsWith("L") && element.endsWith(";");
            String type =
                    object
                            ? element.substring(1, element.length() - 1)
                            : PRIMITIVES.getOrDefault(element, element);
            return type + "[]".repeat(dimensions);
        }
    }
}
