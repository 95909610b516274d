package treeline.trace.device;

import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

/// The kinds of work of a GPU stream.
public enum WorkKind {
    COMPUTATION("computation"),
    COMMUNICATION("communication"),
    MEMORY("copies and fills");

    private final String label;

    WorkKind(String label) {
        this.label = label;
    }

    /// The name that people read.
    public String label() {
        return label;
    }

    /// The kind of an operation of a stream: copies are known, and kernels of communication
    /// libraries are recognised by their names.
    static WorkKind of(Operations operations, int operation, CallTree tree, Accounts accounts) {
        if (operations.kind(operation) == OperationKind.COPY) return MEMORY;
        int node = operations.node(operation);
        if (node < 0 || node >= tree.size()) return COMPUTATION;
        return accounts.of(node) == Account.COMMUNICATION ? COMMUNICATION : COMPUTATION;
    }
}
