package treeline.testkit;

import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Messages drawn in tests.
final class DrawnMessages implements Interactions {
    private final Map<Integer, Operations.Builder> byContext = new HashMap<>();

    /// `message SENDER RECEIVER NODE BYTES SENDBEGIN SENDEND RECEIVEBEGIN RECEIVEEND`.
    void add(String[] words) {
        int sender = Integer.parseInt(words[1]);
        int receiver = Integer.parseInt(words[2]);
        add(OperationKind.SEND, sender, receiver, words, 5);
        add(OperationKind.RECEIVE, receiver, sender, words, 7);
    }

    private void add(OperationKind kind, int context, int peer, String[] words, int at) {
        Operations.Builder operations =
                byContext.computeIfAbsent(context, _ -> new Operations.Builder());
        long begin = DrawnFormat.nanos(words[at]);
        long end = DrawnFormat.nanos(words[at + 1]);
        operations.add(kind, Integer.parseInt(words[3]), peer, 0, 0);
        operations.call(begin, begin, end);
        operations.within(begin, end);
        operations.bytes(Long.parseLong(words[4]), 0);
    }

    boolean isEmpty() {
        return byContext.isEmpty();
    }

    @Override
    public List<ProcessGroup> groups() {
        return List.of(new ProcessGroup("world", List.of(0, 1)));
    }

    @Override
    public Operations of(int context) {
        Operations.Builder operations = byContext.get(context);
        return operations == null ? Operations.NONE : operations.build();
    }
}
