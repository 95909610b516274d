package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.ledger.Accounts;
import treeline.ledger.Operation;
import treeline.model.CallTree;
import treeline.table.JsonWriter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The names of frames by the operation that they belong to, such as MPI or I/O: the categories by
/// which the page colours frames. They are those of the `hpcreport` command.
public final class OperationsAnswer {
    private OperationsAnswer() {}

    public static Response of(OpenRun run) {
        var written = new StringBuilder();
        var json = new JsonWriter(written).object();
        namesByTitle(operationByName(run.outline().tree(), run.accounts()))
                .forEach(
                        (title, names) -> {
                            json.name(title).values(names);
                        });
        json.end();
        return new Response.Json(written.toString());
    }

    private static Map<String, List<String>> namesByTitle(
            Map<String, Operation.Major> operationByName) {
        Map<String, List<String>> names = new TreeMap<>();
        operationByName.forEach(
                (name, major) -> {
                    if (major != Operation.Major.COMPUTATION)
                        names.computeIfAbsent(major.title(), _ -> new ArrayList<>()).add(name);
                });
        return names;
    }

    /// A frame that computes on any call path is computation. Otherwise its operation is that of
    /// its first node.
    private static Map<String, Operation.Major> operationByName(CallTree tree, Accounts accounts) {
        Map<String, Operation.Major> found = new LinkedHashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            Operation.Major major = category(accounts.operation(node));
            found.merge(
                    tree.frame(node).name(),
                    major,
                    (before, now) -> now == Operation.Major.COMPUTATION ? now : before);
        }
        return found;
    }

    /// The program's own code is computation, also in parallel regions of OpenMP.
    private static Operation.Major category(Operation operation) {
        return operation == Operation.OPENMP_WORK ? Operation.Major.COMPUTATION : operation.major();
    }
}
