package treeline.formats.slices;

import java.util.HashMap;
import java.util.Map;

/// Matches begin and end events of a thread in time order. An end event closes the innermost open
/// slice of its name with all slices open within it; without a name, it closes the innermost slice.
final class BeginEndMatcher {
    private final Opened open;
    private final SliceNames names;
    private final SkippedEvents log;
    private final Map<Integer, Integer> openOfName = new HashMap<>();

    /// The slices that are open.
    interface Opened {
        int depth();

        /// The name of the innermost one.
        int name();

        /// The innermost one ends.
        void leave(double end);

        /// The innermost one has no end that is known; what it holds ends by then.
        void abandon(double last);
    }

    BeginEndMatcher(Opened open, SliceNames names, SkippedEvents log) {
        this.open = open;
        this.names = names;
        this.log = log;
    }

    /// A slice of this name was opened.
    void begin(int name) {
        openOfName.merge(name, 1, Integer::sum);
    }

    void end(int name, double at) {
        boolean named = !names.text(name).isEmpty();
        if (open.depth() == 0 || (named && openOfName.getOrDefault(name, 0) == 0)) {
            log.lost("skipped an end event without a begin event", names.text(name));
            return;
        }
        while (named && open.name() != name) {
            log.note("a slice without an end event was closed with its caller", innermost());
            leave(at);
        }
        leave(at);
    }

    /// There are no more ends.
    ///
    /// @param last the time of the last event
    /// @param cut whether the file was cut, so that the ends are missing
    void finish(double last, boolean cut) {
        while (cut && open.depth() > 0) {
            log.lost("a slice was open at the end of the file; its time is unknown", innermost());
            openOfName.merge(open.name(), -1, Integer::sum);
            open.abandon(last);
        }
        while (open.depth() > 0) {
            log.note(
                    "a slice without an end event was closed at the last event of its thread",
                    innermost());
            leave(last);
        }
    }

    private String innermost() {
        return names.text(open.name());
    }

    private void leave(double end) {
        openOfName.merge(open.name(), -1, Integer::sum);
        open.leave(end);
    }
}
