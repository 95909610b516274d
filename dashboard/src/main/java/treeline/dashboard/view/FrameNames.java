package treeline.dashboard.view;

import treeline.model.Frame;
import treeline.table.JsonWriter;
import treeline.view.TreeArrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// The distinct frames of the transmitted rows, numbered by first occurrence, so that a browser
/// receives only names that it shows.
public final class FrameNames {
    private final List<Frame> frames = new ArrayList<>();
    private final int[] ofRow;

    public FrameNames(TreeArrays rows) {
        int[] number = new int[rows.tree().frames().size()];
        Arrays.fill(number, -1);
        ofRow = new int[rows.length()];
        for (int row = 0; row < ofRow.length; row++) {
            int frame = rows.tree().frameIndex(rows.node().at(row));
            if (number[frame] < 0) {
                number[frame] = frames.size();
                frames.add(rows.tree().frames().get(frame));
            }
            ofRow[row] = number[frame];
        }
    }

    public int[] ofRow() {
        return ofRow;
    }

    /// Names always, files, lines, modules and kinds where at least one frame has one.
    public void write(JsonWriter json) {
        list(json, "names", Frame::name);
        listIf(json, "files", frame -> !frame.file().isEmpty(), Frame::file);
        listIf(json, "modules", frame -> !frame.module().isEmpty(), Frame::module);
        listIf(
                json,
                "kinds",
                frame -> frame.kind() != Frame.Kind.REGION,
                frame -> frame.kind().name().toLowerCase(java.util.Locale.ROOT));
        if (frames.stream().noneMatch(frame -> frame.line() > 0)) return;
        json.name("lines").values(frames.stream().mapToInt(Frame::line));
    }

    private void listIf(
            JsonWriter json, String name, Predicate<Frame> known, Function<Frame, String> text) {
        if (frames.stream().anyMatch(known)) list(json, name, text);
    }

    private void list(JsonWriter json, String name, Function<Frame, String> text) {
        json.name(name).values(frames.stream().map(text).toList());
    }
}
