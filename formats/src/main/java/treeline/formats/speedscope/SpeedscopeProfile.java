package treeline.formats.speedscope;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.formats.reading.JsonCursor;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.List;

/// One profile of a file: open and close events, or weighted samples. Its unit and end may follow
/// them, so values are buffered.
final class SpeedscopeProfile {
    private final ProfileBuilder builder;
    private final List<Frame> frames;
    private final ReadReport.Log log;
    private final Doubles values = new Doubles(); // by node, NaN if missing
    private final Doubles calls = new Doubles(); // by node, NaN if missing
    private final Doubles samples = new Doubles(); // by node, NaN if missing
    private String name = "";
    private String unit = "";
    private double end = Double.NaN;
    private boolean hasContent;

    /// Of events: the frames that are open, their nodes and the time of the last event.
    private final Ints openFrame = new Ints();

    private final Ints openNode = new Ints();
    private double last = Double.NEGATIVE_INFINITY;

    /// Of samples: the node of each and its weight.
    private final Ints nodes = new Ints();

    private final Doubles weights = new Doubles();

    SpeedscopeProfile(ProfileBuilder builder, List<Frame> frames, ReadReport.Log log) {
        this.builder = builder;
        this.frames = frames;
        this.log = log;
    }

    String name() {
        return name;
    }

    String unit() {
        return unit;
    }

    double[] values() {
        return values.toArray();
    }

    double[] calls() {
        return calls.toArray();
    }

    double[] samples() {
        return samples.toArray();
    }

    void read(JsonCursor json) {
        json.requireObject("a profile");
        while (json.nextField()) {
            switch (json.name()) {
                case "name" -> name = json.text("a name");
                case "unit" -> unit = json.text("a unit");
                case "endValue" -> end = json.number("an end");
                case "type" -> requireKnown(json);
                case "events" -> readEvents(json);
                case "samples" -> readSamples(json);
                case "weights" -> readWeights(json);
            }
        }
        if (!hasContent) throw json.malformed("a profile with events or samples", "neither");
        closeOpenFrames();
        weigh(json);
    }

    private static void requireKnown(JsonCursor json) {
        String type = json.text("a type");
        if (!type.equals("evented") && !type.equals("sampled"))
            throw json.malformed("a profile of type evented or sampled", "'" + type + "'");
    }

    private void readEvents(JsonCursor json) {
        json.requireArray("the events");
        hasContent = true;
        while (json.nextElement()) readEvent(json);
    }

    private void readEvent(JsonCursor json) {
        String type = "";
        double at = Double.NaN;
        int frame = -1;
        json.requireObject("an event");
        while (json.nextField()) {
            switch (json.name()) {
                case "type" -> type = json.text("a type");
                case "at" -> at = json.number("a time");
                case "frame" -> frame = frameIndex(json);
            }
        }
        if (frame < 0) throw json.malformed("an event with a frame", "none");
        if (!(at >= last) || Double.isInfinite(at))
            throw json.malformed("a time from %s on".formatted(last), Double.toString(at));
        spend(at);
        switch (type) {
            case "O" -> open(frame);
            case "C" -> close(json, frame);
            default -> throw json.malformed("an event of type O or C", "'" + type + "'");
        }
    }

    private int frameIndex(JsonCursor json) {
        int frame = json.index("the number of a frame");
        if (frame >= frames.size())
            throw json.malformed("one of %d frames".formatted(frames.size()), "number " + frame);
        return frame;
    }

    /// What passed since the last event belongs to the innermost open frame.
    private void spend(double at) {
        if (!openNode.isEmpty()) add(values, openNode.last(), at - last);
        last = at;
    }

    private void open(int frame) {
        int parent = openNode.isEmpty() ? ProfileBuilder.ROOT : openNode.last();
        int node = builder.child(parent, frames.get(frame));
        openFrame.add(frame);
        openNode.add(node);
        add(values, node, 0);
        add(calls, node, 1);
    }

    private static void add(Doubles byNode, int node, double value) {
        byNode.padTo(node + 1, Double.NaN);
        double known = byNode.at(node);
        byNode.set(node, Double.isNaN(known) ? value : known + value);
    }

    private void close(JsonCursor json, int frame) {
        if (openFrame.isEmpty()) throw json.malformed("an open frame to close", "none");
        int innermost = openFrame.last();
        if (frame != innermost)
            throw json.malformed(
                    "the innermost open frame '%s' to close"
                            .formatted(frames.get(innermost).name()),
                    "'%s'".formatted(frames.get(frame).name()));
        openFrame.removeLast();
        openNode.removeLast();
    }

    private void closeOpenFrames() {
        if (openNode.isEmpty()) return;
        log.note(
                "a frame without a close event was closed at the end of its profile",
                name,
                openNode.size());
        if (end > last && !Double.isInfinite(end)) spend(end);
    }

    private void readSamples(JsonCursor json) {
        json.requireArray("the samples");
        hasContent = true;
        while (json.nextElement()) {
            json.requireArray("a sample");
            int node = ProfileBuilder.ROOT;
            while (json.nextElement()) node = builder.child(node, frames.get(frameIndex(json)));
            if (node == ProfileBuilder.ROOT) node = builder.child(node, Frame.OUTSIDE_REGIONS);
            nodes.add(node);
        }
    }

    private void readWeights(JsonCursor json) {
        json.requireArray("the weights");
        while (json.nextElement()) weights.add(json.number("a weight"));
    }

    private void weigh(JsonCursor json) {
        if (nodes.size() != weights.size())
            throw json.malformed(
                    "as many weights as samples (%d)".formatted(nodes.size()),
                    Integer.toString(weights.size()));
        for (int sample = 0; sample < nodes.size(); sample++) {
            add(values, nodes.at(sample), weights.at(sample));
            add(samples, nodes.at(sample), 1);
        }
    }
}
