package treeline.app.commands.single;

import treeline.app.commands.input.Recording;
import treeline.breakdown.DeviceUse;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.numbers.Activities;
import treeline.numbers.Activity;
import treeline.source.Selection;
import treeline.source.TraceLine;
import treeline.source.Traces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// When the GPU streams of a traced run were busy. Only traces say that: values of a stream may be
/// those of streams that ran at the same time.
final class DeviceStreams {
    /// Labels of streams: of HPCToolkit, and of traces.
    private static final List<String> DEVICE = List.of("gpudevice", "device");

    private static final String IDLE = "<no activity>";

    private DeviceStreams() {}

    /// The devices of a run; empty where it has no traces of streams.
    ///
    /// @param chosen the contexts that the user looks at
    static List<DeviceUse> of(Recording recording, Selection chosen) throws IOException {
        Outline outline = recording.source().outline();
        if (outline.contexts().stream().noneMatch(each -> each.stream() != Context.NONE))
            return List.of();
        Traces traces = recording.source().traces();
        Activities activities = Activities.of(outline);
        List<DeviceUse.Stream> streams = new ArrayList<>();
        for (TraceLine line : traces.lines())
            if (chosen.contains(line.context())
                    && outline.contexts().get(line.context()).stream() != Context.NONE)
                streams.add(stream(outline, activities, line, traces.endNanos()));
        return DeviceUse.of(streams, 0, traces.endNanos());
    }

    private static DeviceUse.Stream stream(
            Outline outline, Activities activities, TraceLine line, long end) {
        List<DeviceUse.Interval> busy = new ArrayList<>();
        line.between(
                0,
                end,
                (from, to, node) -> {
                    if (node >= 0 && !outline.tree().name(node).equals(IDLE))
                        busy.add(
                                new DeviceUse.Interval(
                                        from, to, activities.of(node) == Activity.COMMUNICATION));
                });
        return new DeviceUse.Stream(device(outline, line.context()), busy);
    }

    /// `rank 3`, and which of its devices, where that is known.
    private static String device(Outline outline, int context) {
        Context stream = outline.contexts().get(context);
        String owner =
                new Context(stream.host(), stream.rank(), Context.NONE, Context.NONE, Context.NONE)
                        .toString();
        return DEVICE.stream()
                .map(label -> outline.contextLabel(label, context))
                .filter(device -> !device.isEmpty())
                .findFirst()
                .map(device -> owner + " device " + device)
                .orElse(owner);
    }
}
