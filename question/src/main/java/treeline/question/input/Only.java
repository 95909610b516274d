package treeline.question.input;

import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.pattern.UserPattern;
import treeline.question.parameter.ParameterType;
import treeline.transform.NodePredicates;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A value of `--only`, a part of a run: an [Account], all accounts in which a rank may wait for
/// others, or MPI.
///
/// @param accounts none for calls of MPI and what it does inside, be it messages or files
public record Only(String name, String text, List<Account> accounts) {
    static final Only KERNELS = of(Account.KERNELS);

    public static final Only MPI = new Only("mpi", "MPI", List.of());

    private static final List<Only> ALL = all();

    /// What people write instead.
    private static final Map<String, String> SHORT =
            Map.of("compute", "computation", "files", "io", "gpu", "kernels", "wait", "waiting");

    static final ParameterType<Only> VALUE = value();

    public Only {
        accounts = List.copyOf(accounts);
    }

    private static Only of(Account account) {
        return new Only(ParameterType.nameOf(account), account.text(), List.of(account));
    }

    private static List<Only> all() {
        List<Only> all = new ArrayList<>();
        for (Account account : Account.values()) all.add(of(account));
        List<Account> waiting = Stream.of(Account.values()).filter(Account::isWaiting).toList();
        all.add(new Only("waiting", "waiting", waiting));
        all.add(MPI);
        return List.copyOf(all);
    }

    private static ParameterType<Only> value() {
        ParameterType<Only> whole = ParameterType.oneOf(ALL, ALL.stream().map(Only::name).toList());
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
        if (equals(MPI)) {
            IntPredicate calls = Library.MPI.calls(tree);
            return calls.or(NodePredicates.below(tree, calls));
        }
        Accounts decided = Accounts.of(outline, ownWaiting);
        return node -> accounts.contains(decided.of(node));
    }

    /// Every word that is understood, for the help.
    static String words() {
        return ALL.stream().map(Only::name).collect(Collectors.joining(", "));
    }
}
