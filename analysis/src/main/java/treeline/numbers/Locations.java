package treeline.numbers;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The locations that an analysis compares: the ranks, threads or hosts of a run. Repetitions
/// belong to the same location.
public final class Locations implements Serializable {
    private static final long serialVersionUID = 1;

    /// The kind of a location.
    public enum By {
        /// A process with all its threads and streams. Programs without ranks are one process a
        /// host.
        RANK,
        /// A thread or stream of a process.
        THREAD,
        HOST
    }

    private final By by;
    private final List<Context> places;
    private final int[] placeOf;
    private volatile @Nullable ContextNames names;

    private Locations(By by, List<Context> places, int[] placeOf) {
        this.by = by;
        this.places = places;
        this.placeOf = placeOf;
    }

    /// The locations of a run, with the names that it has for its threads.
    public static Locations of(Outline outline, By by) {
        Locations places = of(outline.contexts(), by);
        if (by != By.THREAD || outline.contextLabels().isEmpty()) return places;
        int[] first = places.firstContexts();
        places.names =
                ContextNames.of(
                        places.places,
                        outline.contextLabels().stream().map(label -> label.of(first)).toList());
        return places;
    }

    private int[] firstContexts() {
        int[] first = new int[places.size()];
        for (int context = placeOf.length - 1; context >= 0; context--)
            first[placeOf[context]] = context;
        return first;
    }

    /// The locations of contexts that have numbers only.
    public static Locations of(List<Context> contexts, By by) {
        List<Context> keys = contexts.stream().map(key(by)).toList();
        List<Context> places = new ArrayList<>();
        int[] placeOf = new int[keys.size()];
        for (int i = 0; i < placeOf.length; i++) {
            int order = places.isEmpty() ? 1 : keys.get(i).compareTo(places.getLast());
            if (order < 0) return sorted(keys, by);
            if (order > 0) places.add(keys.get(i));
            placeOf[i] = places.size() - 1;
        }
        return new Locations(by, List.copyOf(places), placeOf);
    }

    /// Most runs list their contexts in order; for those that do not.
    private static Locations sorted(List<Context> keys, By by) {
        var index = new TreeMap<Context, Integer>();
        for (Context key : keys) index.put(key, 0);
        List<Context> places = List.copyOf(index.keySet());
        for (int i = 0; i < places.size(); i++) index.put(places.get(i), i);
        return new Locations(by, places, keys.stream().mapToInt(index::get).toArray());
    }

    /// The places that are compared: several, and the same ones in all repetitions.
    ///
    /// @param by what is compared; empty for what is usual
    /// @param run what messages call it
    /// @throws IllegalArgumentException where there is nothing to compare
    public static Locations compared(Outline outline, Optional<By> by, String run) {
        Locations places = by.map(each -> of(outline, each)).orElseGet(() -> defaultFor(outline));
        boolean several = places.size() > 1;
        if ((places.by() == By.THREAD && !places.areSameInRepetitions())
                || (!several && Population.of(outline).threads() > 1))
            throw new IllegalArgumentException(
                    "repetitions ran on different threads; select one repetition, such as"
                            + " --repetition 0");
        if (several) return places;
        throw new IllegalArgumentException("%s: %s".formatted(run, places.tooFew()));
    }

    /// What people compare first: ranks or, where there is one rank only, its threads. Threads of a
    /// pool that are others in every repetition cannot be compared over them: then it is the rank.
    public static Locations defaultFor(Outline outline) {
        Locations ranks = of(outline, By.RANK);
        if (ranks.size() > 1) return ranks;
        Locations threads = of(outline, By.THREAD);
        return threads.areSameInRepetitions() ? threads : ranks;
    }

    /// Whether every place is there in every repetition, so that its mean over them is one of the
    /// same place.
    public boolean areSameInRepetitions() {
        int[] times = new int[places.size()];
        for (int place : placeOf) times[place]++;
        return Arrays.stream(times).distinct().count() <= 1;
    }

    private static UnaryOperator<Context> key(By by) {
        return switch (by) {
            case RANK ->
                    context ->
                            context.rank() == Context.NONE
                                    ? hostOf(context)
                                    : Context.ofRank(context.rank());
            case THREAD -> context -> context.inRepetition(Context.NONE);
            case HOST -> Locations::hostOf;
        };
    }

    private static Context hostOf(Context context) {
        return Context.ofHost(context.host());
    }

    public By by() {
        return by;
    }

    public int size() {
        return places.size();
    }

    /// The index of the place that a context belongs to.
    public int of(int context) {
        return placeOf[context];
    }

    /// The place that each place of a finer division of the same contexts is in.
    public int[] ofEach(Locations finer) {
        int[] of = new int[finer.size()];
        for (int context = 0; context < placeOf.length; context++)
            of[finer.placeOf[context]] = placeOf[context];
        return of;
    }

    int[] placeOf() {
        return placeOf;
    }

    /// A place as the context that stands for it, such as rank 3 without any thread.
    public Context place(int index) {
        return places.get(index);
    }

    /// Whether a place that did not run a node took part with 0: a rank that idles is imbalance. A
    /// thread that has no part in a region is not, so threads are compared with those that ran it.
    public boolean absentCounts() {
        return by != By.THREAD;
    }

    /// `rank 3`, `thread 7`, `worker-0`: the name that the location has on every screen, see
    /// [ContextNames].
    public String name(int index) {
        ContextNames known = names;
        if (known == null) names = known = ContextNames.of(places, List.of());
        return known.name(index);
    }

    /// Why fewer than two cannot be compared.
    public String tooFew() {
        return "cannot compare %s: %d found, at least 2 required".formatted(plural(), size());
    }

    /// What one of them is called.
    public String noun() {
        return switch (by) {
            case RANK -> has(place -> place.rank() != Context.NONE) ? "rank" : "process";
            case THREAD -> threadNoun();
            case HOST -> "host";
        };
    }

    private String threadNoun() {
        boolean threads = has(place -> place.thread() != Context.NONE);
        boolean streams = has(place -> place.stream() != Context.NONE);
        if (threads && streams) return "thread or stream";
        if (streams) return "stream";
        return threads ? "thread" : has(place -> place.rank() != Context.NONE) ? "rank" : "process";
    }

    private boolean has(Predicate<Context> what) {
        return places.stream().anyMatch(what);
    }

    /// `16 ranks`.
    public String counted() {
        return counted(size());
    }

    /// `41 of 65,536 ranks`, or `16 ranks` if that is all.
    public String counted(int present) {
        String noun = size() == 1 ? noun() : plural();
        return present == size()
                ? String.format(Locale.ROOT, "%,d %s", size(), noun)
                : String.format(Locale.ROOT, "%,d of %,d %s", present, size(), noun);
    }

    /// What several of them are called: `ranks`, `processes`, `threads or streams`.
    public String plural() {
        return noun().replace("process", "processe").replace("thread or", "threads or") + "s";
    }
}
