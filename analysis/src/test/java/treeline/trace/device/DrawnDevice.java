package treeline.trace.device;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;
import treeline.trace.communication.OperationSet;
import treeline.trace.waiting.WaitAnalysis;

import java.util.ArrayList;
import java.util.List;

/// The work of GPU streams and of the thread that launches it, drawn as one string per context;
/// times are in microseconds. Context 0 is the thread, such as
///
/// ```
/// sync 60-91 sync:2 95-99
/// ```
///
/// which waits for all streams and then for context 2. The others are streams, such as
///
/// ```
/// gemm 0 5-10 copy ? 20-30
/// ```
///
/// a kernel from 5 to 10 whose launching call starts at 0 and takes 2, and a copy of 4,000 bytes
/// whose launch is unknown. `reduce` is a kernel of a communication library.
public final class DrawnDevice implements Interactions {
    public static final int MICRO = 1_000;

    private static final int MAIN = 0;

    private static final List<String> WORDS = List.of("main", "gemm", "reduce", "copy");
    private static final List<String> KERNELS =
            List.of("gemm", "ncclKernel_AllReduce", "Memcpy HtoD");
    private static final long CALL = 2 * MICRO;

    private final List<Operations> operations = new ArrayList<>();

    public DrawnDevice(String thread, String... streams) {
        operations.add(thread(thread));
        for (String stream : streams) operations.add(stream(stream.split(" ")));
    }

    private static Operations thread(String drawn) {
        var thread = new Operations.Builder();
        String[] words = drawn.isEmpty() ? new String[0] : drawn.split(" ");
        for (int at = 0; at < words.length; at += 2) {
            String[] call = words[at].split(":");
            int peer = call.length == 1 ? Operations.ABSENT : Integer.parseInt(call[1]);
            thread.add(OperationKind.SYNCHRONISE, MAIN, peer, -1, 0);
            long begin = begin(words[at + 1]);
            thread.call(begin, begin, end(words[at + 1]));
            thread.within(begin, end(words[at + 1]));
        }
        return thread.build();
    }

    private static Operations stream(String[] words) {
        var stream = new Operations.Builder();
        for (int at = 0; at < words.length; at += 3) {
            boolean isLaunched = !words[at + 1].equals("?");
            boolean isCopy = words[at].equals("copy");
            long begin = begin(words[at + 2]);
            long launch = isLaunched ? Long.parseLong(words[at + 1]) * MICRO : begin;
            stream.add(
                    isCopy ? OperationKind.COPY : OperationKind.KERNEL,
                    WORDS.indexOf(words[at]),
                    isLaunched ? 0 : Operations.ABSENT,
                    -1,
                    0);
            stream.call(launch, begin, end(words[at + 2]));
            stream.within(isLaunched ? launch + CALL : begin, end(words[at + 2]));
            stream.bytes(isCopy ? 4_000 : 0, 0);
        }
        return stream.build();
    }

    private static long begin(String times) {
        return Long.parseLong(times.split("-")[0]) * MICRO;
    }

    private static long end(String times) {
        return Long.parseLong(times.split("-")[1]) * MICRO;
    }

    public Outline outline() {
        var tree = new TreeBuilder();
        int main = tree.child(TreeBuilder.ROOT, Frame.function("main"));
        for (String kernel : KERNELS)
            tree.child(main, new Frame(Frame.Kind.KERNEL, kernel, "", 0, ""));
        List<Context> contexts = new ArrayList<>(List.of(Context.ofThread(0, 0)));
        for (int stream = 0; stream < operations.size() - 1; stream++)
            contexts.add(new Context("", 0, Context.NONE, stream, Context.NONE));
        return new Outline(tree.build(), List.of(), contexts, List.of(), List.of(), Metadata.NONE);
    }

    /// The thread is in `main` all the time, and streams are in nothing between their work.
    public WaitAnalysis analysis(long endMicros) {
        long end = endMicros * MICRO;
        List<TraceLine> lines = new ArrayList<>(List.of(FakeLine.of(0, end, 0, MAIN)));
        for (int stream = 1; stream < operations.size(); stream++) {
            Operations work = operations.get(stream);
            long[] samples = new long[4 * work.size()];
            for (int i = 0; i < work.size(); i++) {
                samples[4 * i] = work.beginNanos(i);
                samples[4 * i + 1] = work.node(i);
                samples[4 * i + 2] = work.endNanos(i);
                samples[4 * i + 3] = TraceLine.NO_NODE;
            }
            lines.add(FakeLine.of(stream, work.endNanos(work.size() - 1), samples));
        }
        return WaitAnalysis.of(
                outline(), new Traces(0, end, lines, Traces.Detail.CALLS, this, List.of()));
    }

    /// The work of the only process.
    DeviceWork work() {
        return DeviceWork.of(OperationSet.of(this, operations.size()), outline()).getFirst();
    }

    @Override
    public List<ProcessGroup> groups() {
        return List.of();
    }

    @Override
    public Operations of(int context) {
        return operations.get(context);
    }
}
