package treeline.formats.otf2;

import treeline.array.Ints;
import treeline.source.trace.CallOperations;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Messages, collective operations and thread teams of an archive, decoded by location on demand.
record Otf2Interactions(
        Otf2Definitions definitions,
        List<Otf2Source.TracedLocation> byContext,
        Communicators communicators)
        implements Interactions {
    private static final String FINALIZE = "MPI_Finalize";

    @Override
    public List<ProcessGroup> groups() {
        return communicators.groups();
    }

    @Override
    public Operations of(int context) {
        Otf2Source.TracedLocation location = byContext.get(context);
        try {
            var events = new Events(context, location);
            var reader = new Otf2EventReader(location.local(), events);
            long count = location.file().count();
            for (long chunk = 0; chunk < count; chunk++) reader.read(location.file().read(chunk));
            return events.operations.build(location.calls().lastNanos());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The events of one location.
    private final class Events implements Otf2EventReader.EventVisitor {
        private final int context;
        private final Otf2Source.TracedLocation location;
        private final CallOperations operations = new CallOperations();
        private final int[] teams = new int[64];
        private int teamDepth;
        private final Ints stack = new Ints();
        private long last;

        Events(int context, Otf2Source.TracedLocation location) {
            this.context = context;
            this.location = location;
        }

        private long ordered(long nanos) {
            last = Math.max(last, nanos);
            return last;
        }

        @Override
        public void enter(long nanos, int region) {
            int path = location.calls().find(stack, region);
            stack.add(path);
            operations.enter(ordered(nanos), location.nodeOf()[path]);
            Otf2Definitions.Region entered = definitions.region(region);
            if (entered.name().equals(FINALIZE) && communicators.world() >= 0)
                operations.synchronise(OperationKind.FINALIZE, communicators.world());
            else if (isTeamBarrier(entered))
                operations.synchronise(OperationKind.TEAM_BARRIER, teams[teamDepth - 1]);
        }

        private boolean isTeamBarrier(Otf2Definitions.Region region) {
            return teamDepth > 0
                    && teamDepth <= teams.length
                    && teams[teamDepth - 1] >= 0
                    && (region.role() == Otf2Layout.ROLE_BARRIER
                            || region.role() == Otf2Layout.ROLE_IMPLICIT_BARRIER)
                    && region.paradigm() == Otf2Layout.OPENMP;
        }

        @Override
        public void leave(long nanos, int region) {
            if (stack.isEmpty()) return;
            stack.removeLast();
            operations.leave(ordered(nanos));
        }

        @Override
        public void send(long nanos, int receiver, int communicator, int tag, long bytes) {
            operations.send(
                    ordered(nanos),
                    communicators.member(communicator, receiver, context),
                    communicators.group(communicator),
                    tag,
                    bytes);
        }

        @Override
        public void postSend(
                long nanos, int receiver, int communicator, int tag, long bytes, long request) {
            operations.postSend(
                    ordered(nanos),
                    request,
                    communicators.member(communicator, receiver, context),
                    communicators.group(communicator),
                    tag,
                    bytes);
        }

        @Override
        public void completeSend(long nanos, long request) {
            operations.completeSend(ordered(nanos), request);
        }

        @Override
        public void postReceive(long nanos, long request) {
            operations.postReceive(ordered(nanos), request);
        }

        @Override
        public void receive(long nanos, int sender, int communicator, int tag, long bytes) {
            operations.receive(
                    ordered(nanos),
                    communicators.member(communicator, sender, context),
                    communicators.group(communicator),
                    tag,
                    bytes);
        }

        @Override
        public void completeReceive(
                long nanos, int sender, int communicator, int tag, long bytes, long request) {
            operations.completeReceive(
                    ordered(nanos),
                    request,
                    communicators.member(communicator, sender, context),
                    communicators.group(communicator),
                    tag,
                    bytes);
        }

        @Override
        public void cancel(long request) {
            operations.cancel(request);
        }

        @Override
        public void beginCollective(long nanos) {
            operations.beginCollective(ordered(nanos));
        }

        @Override
        public void endCollective(
                long nanos,
                OperationKind kind,
                int communicator,
                long root,
                long sent,
                long received) {
            operations.endCollective(
                    ordered(nanos),
                    kind,
                    communicators.group(communicator),
                    root < 0 || root > Integer.MAX_VALUE
                            ? Operations.ABSENT
                            : communicators.member(communicator, (int) root, context),
                    sent,
                    received);
        }

        @Override
        public void beginTeam(long nanos, int communicator) {
            int team = communicators.group(communicator);
            if (teamDepth < teams.length) teams[teamDepth] = team;
            teamDepth++;
            int master = communicators.member(communicator, 0, context);
            if (master >= 0 && master != context) operations.start(ordered(nanos), master, team);
        }

        @Override
        public void endTeam(long nanos) {
            teamDepth = Math.max(0, teamDepth - 1);
        }
    }

    /// Communicators as groups of contexts.
    static final class Communicators {
        private final List<ProcessGroup> groups = new ArrayList<>();
        private final java.util.Map<Integer, Integer> groupOf = new java.util.HashMap<>();
        private final int world;

        /// @param contextOf context of each location
        Communicators(Otf2Definitions definitions, java.util.Map<Long, Integer> contextOf) {
            definitions.communicators.forEach(
                    (id, communicator) -> {
                        List<Long> members = definitions.members(id);
                        if (members.isEmpty()) return;
                        groupOf.put(id, groups.size());
                        groups.add(
                                new ProcessGroup(
                                        communicator.name(),
                                        members.stream()
                                                .map(each -> contextOf.getOrDefault(each, -1))
                                                .toList()));
                    });
            List<Long> all = definitions.commLocations(Otf2Layout.MPI);
            if (all.size() > 1) {
                var ranks = all.stream().map(each -> contextOf.getOrDefault(each, -1)).toList();
                int known = -1;
                for (int group = 0; group < groups.size() && known < 0; group++)
                    if (groups.get(group).members().equals(ranks)) known = group;
                if (known < 0) {
                    known = groups.size();
                    groups.add(new ProcessGroup("", ranks));
                }
                world = known;
            } else {
                world = -1;
            }
        }

        List<ProcessGroup> groups() {
            return List.copyOf(groups);
        }

        /// The group of all ranks, -1 if the program has none.
        int world() {
            return world;
        }

        int group(int communicator) {
            return groupOf.getOrDefault(communicator, Operations.ABSENT);
        }

        /// The context of a rank of a communicator; the own one in a communicator of its own.
        int member(int communicator, int rank, int own) {
            Integer group = groupOf.get(communicator);
            if (group == null) return own;
            List<Integer> members = groups.get(group).members();
            return rank >= 0 && rank < members.size() ? members.get(rank) : Operations.ABSENT;
        }
    }
}
