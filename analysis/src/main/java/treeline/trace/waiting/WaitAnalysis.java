package treeline.trace.waiting;

import treeline.model.Outline;
import treeline.source.trace.Traces;
import treeline.trace.clock.ClockCorrection;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.Optional;

/// The dependences between the contexts of a run: matched messages and collective operations, and
/// the waits that they cause, on one clock.
///
/// @param traces those that were given, with corrected clocks if their messages required it
/// @param pathWaits the waits that the critical path follows
/// @param correction empty if no message arrives before it was sent
public record WaitAnalysis(
        Traces traces,
        OperationSet operations,
        Messages messages,
        Collectives collectives,
        WaitStates waits,
        WaitStates pathWaits,
        Optional<ClockCorrection> correction) {

    public static WaitAnalysis of(Outline outline, Traces recorded) {
        int contexts = outline.contexts().size();
        OperationSet operations = OperationSet.of(recorded.interactions(), contexts);
        Messages messages = Messages.of(operations);
        Collectives collectives = Collectives.of(operations);
        Traces traces = recorded;
        Optional<ClockCorrection> correction = Optional.empty();
        if (ClockCorrection.violations(operations, messages) > 0) {
            var estimated =
                    ClockCorrection.of(operations, messages, collectives, recorded.endNanos());
            correction = Optional.of(estimated);
            traces = estimated.of(recorded);
            operations = OperationSet.of(traces.interactions(), contexts);
            messages = Messages.of(operations);
            collectives = Collectives.of(operations);
        }
        WaitSearch.Result found = WaitSearch.of(operations, messages, collectives, outline);
        return new WaitAnalysis(
                traces,
                operations,
                messages,
                collectives,
                found.waits(),
                found.pathWaits(),
                correction);
    }

    /// The root causes of the waits.
    public DelayCosts delayCosts() {
        return DelayCosts.of(
                traces, operations, messages, collectives, new WaitSearch.Result(waits, pathWaits));
    }
}
