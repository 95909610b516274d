package treeline.single;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

/// Profiles of tools that go into functions, drawn as text: `loop:10`, `line:11` and
/// `instruction:7f` are places in `src/main.c`, everything else is a function of the module `app`.
/// Values are exclusive seconds.
final class DrawnCode {
    private DrawnCode() {}

    static Profile profileOf(String drawing) {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        for (String line : drawing.strip().split("\n")) {
            String[] cells = line.strip().split("\\s+");
            int node = ProfileBuilder.ROOT;
            for (String name : cells[0].split("/")) node = builder.child(node, frame(name));
            builder.add(time, whole, node, Double.parseDouble(cells[1]));
        }
        return builder.build();
    }

    private static Frame frame(String text) {
        String place = text.substring(text.indexOf(':') + 1);
        if (text.startsWith("loop:"))
            return in(Frame.Kind.LOOP, "loop at main.c:" + place, Integer.parseInt(place));
        if (text.startsWith("line:"))
            return in(Frame.Kind.LINE, "main.c:" + place, Integer.parseInt(place));
        if (text.startsWith("instruction:"))
            return new Frame(Frame.Kind.INSTRUCTION, "app@0x" + place, "", 0, "");
        return new Frame(Frame.Kind.FUNCTION, text, "src/main.c", 1, "app");
    }

    private static Frame in(Frame.Kind kind, String name, int line) {
        return new Frame(kind, name, "src/main.c", line, "");
    }
}
