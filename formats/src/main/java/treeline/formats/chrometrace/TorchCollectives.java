package treeline.formats.chrometrace;

import treeline.formats.slices.CollectiveSlice;
import treeline.formats.slices.SkippedEvents;
import treeline.source.trace.OperationKind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Collective operations of PyTorch in the trace of a rank.
///
/// NCCL executes an operation as a kernel, which waits on its stream for the other ranks. Gloo
/// executes it on a thread of its own (`gloo:all_reduce`) while the thread that started it
/// (`c10d::allreduce_`) waits; the operations of a kind are executed in the order of their starts.
/// `record_param_comms`, within the operator that starts an operation, has its group and number.
final class TorchCollectives {
    /// The process group of operations whose group is unknown.
    static final String UNNAMED = "";

    private static final String STARTS = "c10d::";
    private static final String GLOO = "gloo:";
    private static final String PARAMETERS = "record_param_comms";

    /// `ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)`; versions before 2.19 have `ncclKernel_`.
    private static final Pattern KERNEL = Pattern.compile("nccl(?:Dev)?Kernel_(\\w{1,100}).*");

    /// Names of PyTorch, gloo and NCCL begin with these, without underscores and in lower case.
    private static final List<Map.Entry<String, OperationKind>> KINDS =
            List.of(
                    Map.entry("allreduce", OperationKind.ALLREDUCE),
                    Map.entry("allgather", OperationKind.ALLGATHER),
                    Map.entry("alltoall", OperationKind.ALLTOALLV),
                    Map.entry("reducescatter", OperationKind.REDUCE_SCATTER),
                    Map.entry("reduce", OperationKind.REDUCE),
                    Map.entry("broadcast", OperationKind.BROADCAST),
                    Map.entry("barrier", OperationKind.BARRIER),
                    Map.entry("gather", OperationKind.GATHER),
                    Map.entry("scatter", OperationKind.SCATTER));

    private final List<CollectiveSlice> kernels = new ArrayList<>();
    private final Map<OperationKind, List<Span>> starts = new EnumMap<>(OperationKind.class);
    private final Map<OperationKind, List<Span>> executed = new EnumMap<>(OperationKind.class);
    private final Map<Integer, TreeMap<Double, Parameters>> parameters = new HashMap<>();
    private final Map<String, Integer> groupSizes;

    /// A slice of a thread.
    private record Span(int thread, double begin, double end) {}

    private record Parameters(String group, int sequence) {
        static final Parameters UNKNOWN = new Parameters(UNNAMED, -1);
    }

    /// @param groupSizes gets the number of ranks of each process group that the file states
    TorchCollectives(Map<String, Integer> groupSizes) {
        this.groupSizes = groupSizes;
    }

    /// Whether an operator starts collective operations, or waits for them.
    static boolean isOperator(String name) {
        return name.startsWith(STARTS) || name.equals(PARAMETERS);
    }

    /// Whether gloo transfers data from one rank to another: the trace does not say to which.
    static boolean isTransfer(String name) {
        return name.equals(GLOO + "send") || name.equals(GLOO + "recv");
    }

    private static Optional<OperationKind> kind(String name) {
        String plain =
                name.substring(name.lastIndexOf(':') + 1).replace("_", "").toLowerCase(Locale.ROOT);
        return KINDS.stream()
                .filter(each -> plain.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    void add(TraceEvent event, Category category, int thread) {
        var span = new Span(thread, event.begin, event.begin + event.duration);
        switch (category) {
            case DEVICE -> addKernel(event, span);
            case OPERATOR -> {
                if (event.name.equals(PARAMETERS))
                    parameters
                            .computeIfAbsent(thread, _ -> new TreeMap<>())
                            .put(event.begin, parameters(event));
                else if (event.name.startsWith(STARTS)) add(starts, event.name, span);
            }
            case REGION, ANNOTATION -> {
                if (event.name.startsWith(GLOO)) add(executed, event.name, span);
            }
            default -> {}
        }
    }

    private static void add(Map<OperationKind, List<Span>> to, String name, Span span) {
        kind(name).ifPresent(it -> to.computeIfAbsent(it, _ -> new ArrayList<>()).add(span));
    }

    private void addKernel(TraceEvent event, Span span) {
        Matcher kernel = KERNEL.matcher(event.name);
        if (event.collective.isEmpty() && !kernel.matches()) return;
        String name = event.collective.isEmpty() ? kernel.group(1) : event.collective;
        kind(name).ifPresent(it -> kernels.add(slice(it, parameters(event), span, span)));
    }

    private Parameters parameters(TraceEvent event) {
        String group = (event.group + " " + event.groupRanks).strip();
        if (event.groupSize > 0 && !group.isEmpty())
            groupSizes.merge(group, event.groupSize, Math::max);
        return group.isEmpty() ? Parameters.UNKNOWN : new Parameters(group, event.sequence);
    }

    private static CollectiveSlice slice(
            OperationKind kind, Parameters parameters, Span start, Span executed) {
        return new CollectiveSlice(
                start.thread,
                executed.thread,
                kind,
                parameters.group,
                parameters.sequence,
                start.begin,
                executed.begin,
                executed.end);
    }

    /// All of the file. Those of gloo are omitted if they do not correspond to the operators that
    /// start them.
    List<CollectiveSlice> slices(SkippedEvents log) {
        List<CollectiveSlice> all = new ArrayList<>(kernels);
        executed.forEach(
                (kind, spans) -> {
                    List<Span> from = inOrder(starts.getOrDefault(kind, List.of()));
                    List<Span> to = inOrder(spans);
                    boolean isPaired = from.size() == to.size();
                    for (int i = 0; isPaired && i < to.size(); i++)
                        isPaired = from.get(i).begin <= to.get(i).begin;
                    if (!isPaired)
                        log.note(
                                "collective operations of gloo do not correspond to the operators"
                                        + " that start them and are ignored",
                                kind.name().toLowerCase(Locale.ROOT));
                    else
                        for (int i = 0; i < to.size(); i++)
                            all.add(slice(kind, parameters(from.get(i)), from.get(i), to.get(i)));
                });
        return all;
    }

    private static List<Span> inOrder(List<Span> spans) {
        return spans.stream().sorted(Comparator.comparingDouble(Span::begin)).toList();
    }

    /// What is recorded within an operator.
    private Parameters parameters(Span start) {
        var within =
                parameters.getOrDefault(start.thread, new TreeMap<>()).ceilingEntry(start.begin);
        return within == null || within.getKey() > start.end
                ? Parameters.UNKNOWN
                : within.getValue();
    }
}
