package treeline.trace;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.source.trace.CallOperations;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;
import treeline.trace.path.CriticalPath;
import treeline.trace.waiting.WaitAnalysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A trace of some ranks, drawn as events: one string per rank, such as
///
/// ```
/// 0 work 10 MPI_Recv 25 < 0 30
/// ```
///
/// A number and a name enter a function at the top level at that time; the next number ends it. A
/// call may have a record: `> 1` sends to rank 1, `< 1` receives from rank 1, `isend 1` and `irecv
/// 1` post, `done` completes all that were posted, `coll KIND ROOT SENT RECEIVED` is collective,
/// `team 0` starts to work for the team of context 0. Messages have 8 bytes, after `bytes 100` 100.
public final class DrawnOperations implements Interactions {
    private final TreeBuilder tree = new TreeBuilder();
    private final List<List<Long>> samples = new ArrayList<>();
    private final List<Operations> operations = new ArrayList<>();
    private long bytes;
    private long end;

    public DrawnOperations(String... ranks) {
        for (String rank : ranks) draw(rank.strip().split("\\s+"));
    }

    private void draw(String[] words) {
        List<Long> line = new ArrayList<>();
        var events = new CallOperations();
        List<String> posted = new ArrayList<>();
        bytes = 8;
        long request = 0;
        int at = 0;
        while (at < words.length) {
            long begin = Long.parseLong(words[at++]);
            int node = tree.child(TreeBuilder.ROOT, Frame.function(words[at++]));
            List<String> records = new ArrayList<>();
            while (at < words.length && !isTimeOfEnd(words, at)) records.add(words[at++]);
            if (records.contains("team")) events.start(begin, peer(records, 1), 0);
            events.enter(begin, node);
            line.add(begin);
            line.add((long) node);
            long leave = Long.parseLong(words[at++]);
            request = record(events, records, posted, begin, leave, request);
            events.leave(leave);
            line.add(leave);
            line.add((long) TraceLine.NO_NODE);
            end = Math.max(end, leave);
        }
        samples.add(line);
        operations.add(events.build(end));
    }

    /// A number that is not an argument of a record.
    private static boolean isTimeOfEnd(String[] words, int at) {
        if (!words[at].matches("-?\\d+")) return false;
        if (words[at - 1].matches("[<>]|isend|irecv|bytes|team")) return false;
        for (int back = 2; back <= 4; back++)
            if (at >= back && words[at - back].equals("coll")) return false;
        return true;
    }

    private long record(
            CallOperations events,
            List<String> words,
            List<String> posted,
            long begin,
            long end,
            long next) {
        long request = next;
        for (int i = 0; i < words.size(); i++)
            switch (words.get(i)) {
                case ">" -> events.send(begin, peer(words, ++i), 0, 0, bytes);
                case "<" -> events.receive(end, peer(words, ++i), 0, 0, bytes);
                case "isend" -> {
                    events.postSend(begin, request, peer(words, ++i), 0, 0, bytes);
                    posted.add("s" + request++);
                }
                case "irecv" -> {
                    events.postReceive(begin, request);
                    posted.add("r" + request++ + " " + peer(words, ++i));
                }
                case "bytes" -> bytes = peer(words, ++i);
                case "team" -> i++; // has started before its call
                case "done" -> complete(events, posted, end);
                case "coll" -> {
                    events.beginCollective(begin);
                    events.endCollective(
                            end,
                            OperationKind.valueOf(words.get(i + 1)),
                            0,
                            peer(words, i + 2),
                            peer(words, i + 3),
                            peer(words, i + 4));
                    i += 4;
                }
                default -> throw new IllegalArgumentException(words.get(i));
            }
        return request;
    }

    private static int peer(List<String> words, int at) {
        return Integer.parseInt(words.get(at));
    }

    private void complete(CallOperations events, List<String> posted, long end) {
        for (String each : posted) {
            String[] parts = each.substring(1).split(" ");
            long request = Long.parseLong(parts[0]);
            if (each.startsWith("s")) events.completeSend(end, request);
            else events.completeReceive(end, request, Integer.parseInt(parts[1]), 0, 0, bytes);
        }
        posted.clear();
    }

    @Override
    public List<ProcessGroup> groups() {
        return List.of(
                new ProcessGroup("world", IntStream.range(0, samples.size()).boxed().toList()));
    }

    @Override
    public Operations of(int context) {
        return operations.get(context);
    }

    public CallTree tree() {
        return tree.build();
    }

    public Outline outline() {
        return new Outline(
                tree(),
                List.of(),
                IntStream.range(0, samples.size()).mapToObj(Context::ofRank).toList(),
                List.of(),
                List.of(),
                Metadata.NONE);
    }

    public Traces traces() {
        List<TraceLine> lines = new ArrayList<>();
        for (int rank = 0; rank < samples.size(); rank++) {
            List<Long> line = samples.get(rank);
            lines.add(
                    FakeLine.of(
                            rank,
                            line.get(line.size() - 2),
                            line.stream().mapToLong(Long::longValue).toArray()));
        }
        return new Traces(0, end, lines, Traces.Detail.CALLS, this, List.of());
    }

    public WaitAnalysis analysis() {
        return WaitAnalysis.of(outline(), traces());
    }

    public CriticalPath criticalPath() {
        WaitAnalysis analysis = analysis();
        return CriticalPath.of(analysis.traces(), analysis.operations(), analysis.pathWaits());
    }
}
