package treeline.app.commands.single;

import treeline.app.commands.input.Recording;
import treeline.breakdown.DeviceUse;
import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.formats.hpctoolkit.TraceLine;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.source.Selection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When the GPU streams of a traced run were busy. Only traces say that: values of a stream may be
/// those of streams that ran at the same time.
final class DeviceStreams {
    private static final String DEVICE = "gpudevice";
    private static final String IDLE = "<no activity>";

    private DeviceStreams() {}

    /// The devices of a run; empty where it has no traces of streams.
    ///
    /// @param chosen the contexts that the user looks at
    static List<DeviceUse> of(Recording recording, Selection chosen) throws IOException {
        if (!recording.format().name().equals(new HpctoolkitFormat().name())) return List.of();
        try (HpctoolkitSource source = new HpctoolkitFormat().open(recording.input())) {
            Outline outline = source.outline();
            Optional<Long> begin = time(outline, "trace.begin.ns");
            Optional<Long> end = time(outline, "trace.end.ns");
            if (begin.isEmpty() || end.isEmpty()) return List.of();
            List<DeviceUse.Stream> streams = new ArrayList<>();
            for (TraceLine line : source.traces())
                if (chosen.contains(line.context())
                        && outline.contexts().get(line.context()).stream() != Context.NONE)
                    streams.add(stream(outline, line, begin.get(), end.get()));
            return DeviceUse.of(streams, begin.get(), end.get());
        }
    }

    private static Optional<Long> time(Outline outline, String name) {
        return outline.metadata().get(name).map(value -> Long.valueOf(value.toString()));
    }

    private static DeviceUse.Stream stream(Outline outline, TraceLine line, long begin, long end) {
        List<DeviceUse.Interval> busy = new ArrayList<>();
        line.between(
                begin,
                end,
                (from, to, node) -> {
                    if (node != TraceLine.IDLE && !outline.tree().name(node).equals(IDLE))
                        busy.add(new DeviceUse.Interval(from, to));
                });
        return new DeviceUse.Stream(device(outline, line.context()), busy);
    }

    /// `rank 3`, and which of its devices, where that is known.
    private static String device(Outline outline, int context) {
        Context stream = outline.contexts().get(context);
        String owner =
                new Context(stream.host(), stream.rank(), Context.NONE, Context.NONE, Context.NONE)
                        .toString();
        String device = outline.contextLabel(DEVICE, context);
        return device.isEmpty() ? owner : owner + " device " + device;
    }
}
