package treeline.testkit.files;

import org.jspecify.annotations.Nullable;

import treeline.testkit.Trials;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/// Deterministic simulation of writers and readers in one folder. Each actor has a thread, but only
/// one of them runs at a time: before every call to the file system, a seeded random choice decides
/// who makes the next one. A seed therefore reproduces an interleaving, as far as the actors
/// themselves are deterministic (random names are not, but they change no choice).
///
/// Every third seed may switch actors before each call; the others switch rarely, so that one actor
/// may finish its work while another one is between two calls (as in probabilistic concurrency
/// testing, Burckhardt et al., ASPLOS 2010, where a defect needs few switches at the right calls).
///
/// An actor must not wait for another one by other means than the file system. Threads that an
/// actor starts are not scheduled.
public final class Simulation implements Watcher {
    /// What an actor does; its exceptions fail the simulation.
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private static final class Actor {
        final String name;
        final Action action;
        final Semaphore turn = new Semaphore(0);
        @Nullable Throwable failed;

        Actor(String name, Action action) {
            this.name = name;
            this.action = action;
        }
    }

    private static final double[] SWITCHING = {1, 0.3, 0.08};

    private final Random random;
    private final double switching;
    private final Predicate<Path> isTemporary;
    private final List<Actor> actors = new ArrayList<>();
    private final List<Actor> active = new ArrayList<>();
    private final Map<Thread, Actor> actorOf = new HashMap<>();
    private final Map<Path, Actor> creatorOf = new HashMap<>();
    private final List<String> trace = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Semaphore ended = new Semaphore(0);

    /// @param isTemporary names of files that only the actor that created them may rename or delete
    public Simulation(long seed, Predicate<Path> isTemporary) {
        this.random = new Random(seed);
        this.switching = SWITCHING[(int) Math.floorMod(seed, (long) SWITCHING.length)];
        this.isTemporary = isTemporary;
    }

    /// The number of seeds to try: as given, or all with [Trials].
    public static int seeds(int shortForm) {
        return Trials.of(shortForm, 10_000);
    }

    public Simulation actor(String name, Action action) {
        actors.add(new Actor(name, action));
        return this;
    }

    /// The calls in the order in which they were made, as `actor: CALL name`.
    public List<String> trace() {
        return List.copyOf(trace);
    }

    /// Runs all actors to their end.
    ///
    /// @throws AssertionError if an actor failed, or touched a temporary file of another one
    public void run(WatchedFileSystem system) {
        active.addAll(actors);
        for (Actor actor : actors) {
            Thread thread =
                    Thread.ofPlatform().daemon().name(actor.name).unstarted(() -> live(actor));
            actorOf.put(thread, actor);
        }
        system.watch(this);
        actorOf.keySet().forEach(Thread::start);
        next().turn.release();
        ended.acquireUninterruptibly(actors.size());
        system.watchNoLonger();
        for (Actor actor : actors)
            if (actor.failed != null)
                throw new AssertionError(
                        "%s failed: %s%n%s".formatted(actor.name, actor.failed, lastCalls()),
                        actor.failed);
        if (!violations.isEmpty())
            throw new AssertionError("%s%n%s".formatted(violations.getFirst(), lastCalls()));
    }

    private String lastCalls() {
        return String.join("\n", trace);
    }

    private Actor next() {
        return active.get(random.nextInt(active.size()));
    }

    private void live(Actor actor) {
        actor.turn.acquireUninterruptibly();
        try {
            actor.action.run();
        } catch (Exception | AssertionError failed) {
            actor.failed = failed;
        } finally {
            active.remove(actor);
            if (!active.isEmpty()) next().turn.release();
            ended.release();
        }
    }

    @Override
    public void before(Call call) {
        Actor me = actorOf.get(Thread.currentThread());
        if (me == null) return;
        Actor next = random.nextDouble() < switching ? next() : me;
        if (next != me) {
            next.turn.release();
            me.turn.acquireUninterruptibly();
        }
        trace.add(me.name + ": " + call);
        checkOwner(me, call);
    }

    private void checkOwner(Actor me, Call call) {
        Path path = call.path();
        if (!isTemporary.test(path)) return;
        switch (call.kind()) {
            case CREATE, MAKE_DIRECTORY -> creatorOf.putIfAbsent(path, me);
            case RENAME, DELETE, WRITE -> {
                Actor owner = creatorOf.get(path);
                if (owner != null && owner != me)
                    violations.add(
                            "%s: %s, a temporary file of %s".formatted(me.name, call, owner.name));
                if (call.kind() != Call.Kind.WRITE) creatorOf.remove(path);
            }
            case OPEN, READ, RESIZE, FORCE, CLOSE, LOCK, LINK, LIST, ATTRIBUTES -> {}
        }
    }
}
