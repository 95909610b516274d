package treeline.dashboard;

import treeline.model.Context;
import treeline.numbers.Places;

import java.util.Arrays;
import java.util.List;

/// The places of some contexts of a run, and where they are among the places of all: the page has
/// one bar for each of the latter, whichever contexts are chosen.
final class ChosenPlaces {
    private final Places chosen;
    private final Places all;
    private final int[] inAll;

    private ChosenPlaces(Places chosen, Places all, int[] inAll) {
        this.chosen = chosen;
        this.all = all;
        this.inAll = inAll;
    }

    /// @param asked which of all contexts are chosen
    /// @param some these contexts
    static ChosenPlaces of(List<Context> contexts, int[] asked, List<Context> some, Places.By by) {
        Places all = Places.of(contexts, by);
        Places chosen = Places.of(some, by);
        int[] inAll = new int[chosen.size()];
        for (int i = 0; i < asked.length; i++) inAll[chosen.of(i)] = all.of(asked[i]);
        return new ChosenPlaces(chosen, all, inAll);
    }

    Places chosen() {
        return chosen;
    }

    /// -1 stays so.
    int inAll(int place) {
        return place < 0 ? place : inAll[place];
    }

    double[] inAll(double[] ofChosen) {
        double[] values = new double[all.size()];
        Arrays.fill(values, Double.NaN);
        for (int place = 0; place < ofChosen.length; place++)
            values[inAll[place]] = ofChosen[place];
        return values;
    }
}
