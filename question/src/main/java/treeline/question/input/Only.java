package treeline.question.input;

import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.numbers.activity.Activities;
import treeline.numbers.activity.Activity;
import treeline.numbers.activity.Library;
import treeline.numbers.activity.Operation;
import treeline.pattern.UserPattern;
import treeline.question.parameter.ParameterType;
import treeline.transform.NodePredicates;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/// The values of `--only`: parts of a run. All but MPI are the activities of `report` and `flat
/// --by activity`.
public enum Only {
    COMPUTATION,
    COMMUNICATION,
    SYNCHRONISATION,
    /// All in which a rank may wait for others, see [Activity#isWaiting].
    WAITING,
    FILES,
    KERNELS,
    /// Calls of MPI and what it does inside, be it messages, waits or files.
    MPI;

    /// What people write instead.
    private static final Map<String, String> SHORT =
            Map.of("compute", "computation", "io", "files", "gpu", "kernels", "wait", "waiting");

    /// Work of a device that is not a kernel.
    private static final Set<Operation> TRANSFERS =
            EnumSet.of(Operation.GPU_EXPLICIT_COPY, Operation.GPU_IMPLICIT_COPY, Operation.GPU_SET);

    static final ParameterType<Only> VALUE = value();

    private List<Activity> activities() {
        return switch (this) {
            case COMPUTATION -> List.of(Activity.COMPUTATION);
            case COMMUNICATION -> List.of(Activity.COMMUNICATION);
            case SYNCHRONISATION -> List.of(Activity.SYNCHRONISATION);
            case WAITING -> List.of(Activity.COMMUNICATION, Activity.SYNCHRONISATION);
            case FILES -> List.of(Activity.FILES);
            case KERNELS -> List.of(Activity.KERNELS);
            case MPI -> List.of();
        };
    }

    private static ParameterType<Only> value() {
        ParameterType<Only> whole = ParameterType.choice(Only.class);
        return new ParameterType<>(
                "WHAT",
                whole.choices(),
                whole.file(),
                text -> {
                    String word = text.toLowerCase(Locale.ROOT);
                    return whole.parser().apply(SHORT.getOrDefault(word, word));
                });
    }

    /// The nodes of this part.
    ///
    /// @param ownWaiting names that the user calls waiting
    IntPredicate in(Outline outline, List<UserPattern> ownWaiting) {
        CallTree tree = outline.tree();
        if (this == MPI) {
            IntPredicate calls = Library.MPI.calls(tree);
            return calls.or(NodePredicates.below(tree, calls));
        }
        Activities decided = Activities.of(outline, ownWaiting);
        List<Activity> asked = activities();
        if (this == KERNELS)
            return node ->
                    asked.contains(decided.of(node))
                            && !TRANSFERS.contains(decided.operation(node));
        return node -> asked.contains(decided.of(node));
    }

    /// For headings and messages: `GPU kernels`, `communication and synchronisation`.
    String text() {
        if (this == MPI) return "MPI";
        return String.join(" and ", activities().stream().map(Activity::text).toList());
    }

    /// Every word that is understood, for the help.
    static String words() {
        return Arrays.stream(values()).map(ParameterType::nameOf).collect(Collectors.joining(", "));
    }
}
