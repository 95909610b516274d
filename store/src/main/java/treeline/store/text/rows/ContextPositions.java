package treeline.store.text.rows;

import treeline.model.Context;

import java.util.Arrays;
import java.util.List;

/// The positions of a `|` list. A position is a context without its repetition, mostly a rank; its
/// repetitions are adjacent in the list of contexts.
public final class ContextPositions {
    private final int[] firstContext;

    private ContextPositions(int[] firstContext) {
        this.firstContext = firstContext;
    }

    /// Places that all have the same number of executions.
    public static ContextPositions uniform(int places, int executions) {
        int[] first = new int[places + 1];
        for (int place = 0; place <= places; place++) first[place] = place * executions;
        return new ContextPositions(first);
    }

    /// The places of a list of contexts: consecutive repetitions of one rank, thread or stream are
    /// one.
    public static ContextPositions of(List<Context> contexts) {
        int[] first = new int[contexts.size() + 1];
        int places = 0;
        for (int i = 0; i < contexts.size(); i++)
            if (i == 0 || !isNextRepetition(contexts.get(i - 1), contexts.get(i)))
                first[places++] = i;
        first[places] = contexts.size();
        return new ContextPositions(Arrays.copyOf(first, places + 1));
    }

    private static boolean isNextRepetition(Context before, Context context) {
        return before.repetition() != Context.NONE
                && before.repetition() == context.repetition() - 1 // the largest has no next one
                && before.equals(context.inRepetition(before.repetition()));
    }

    public int count() {
        return firstContext.length - 1;
    }

    /// The first context of a place; its contexts are `[start(place), end(place))`.
    public int start(int place) {
        return firstContext[place];
    }

    public int end(int place) {
        return firstContext[place + 1];
    }
}
