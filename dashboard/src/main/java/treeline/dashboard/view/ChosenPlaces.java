package treeline.dashboard.view;

import treeline.model.Context;
import treeline.numbers.Locations;

import java.util.Arrays;
import java.util.List;

/// Maps the locations of selected contexts to the locations of the whole run, because the page
/// shows one bar per location of the whole run.
public final class ChosenPlaces {
    private final Locations chosen;
    private final Locations all;
    private final int[] inAll;

    private ChosenPlaces(Locations chosen, Locations all, int[] inAll) {
        this.chosen = chosen;
        this.all = all;
        this.inAll = inAll;
    }

    /// The places of chosen contexts among all.
    ///
    /// @param asked which of all contexts are chosen
    /// @param some these contexts
    public static ChosenPlaces of(
            List<Context> contexts, int[] asked, List<Context> some, Locations.By by) {
        Locations all = Locations.of(contexts, by);
        Locations chosen = Locations.of(some, by);
        int[] inAll = new int[chosen.size()];
        for (int i = 0; i < asked.length; i++) inAll[chosen.of(i)] = all.of(asked[i]);
        return new ChosenPlaces(chosen, all, inAll);
    }

    public Locations chosen() {
        return chosen;
    }

    /// -1 stays so.
    public int inAll(int place) {
        return place < 0 ? place : inAll[place];
    }

    public double[] inAll(double[] ofChosen) {
        double[] values = new double[all.size()];
        Arrays.fill(values, Double.NaN);
        for (int place = 0; place < ofChosen.length; place++)
            values[inAll[place]] = ofChosen[place];
        return values;
    }
}
