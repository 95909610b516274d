package treeline.trace.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The number of pieces of work that were launched to a stream and had not started, over time.
///
/// @param mean weighted by time, from the first launch to the start of the last work; NaN if no
///   launch is known
record QueueLength(double mean, int max) {

    /// A change of the length.
    private record Step(long nanos, int change) {}

    static QueueLength of(DeviceWork work, int stream) {
        List<Step> steps = new ArrayList<>();
        for (DeviceWork.Work each : work.work()) {
            if (each.stream() != stream || !each.isLaunchKnown()) continue;
            steps.add(new Step(Math.min(each.launchBegin(), each.begin()), 1));
            steps.add(new Step(each.begin(), -1));
        }
        if (steps.isEmpty()) return new QueueLength(Double.NaN, 0);
        // Of equal times, work is launched before it starts.
        steps.sort(Comparator.comparingLong(Step::nanos).thenComparingInt(step -> -step.change));
        double area = 0;
        int length = 0;
        int max = 0;
        long before = steps.getFirst().nanos;
        for (Step step : steps) {
            area += (double) length * (step.nanos - before);
            length += step.change;
            max = Math.max(max, length);
            before = step.nanos;
        }
        long span = before - steps.getFirst().nanos;
        return new QueueLength(span == 0 ? max : area / span, max);
    }
}
