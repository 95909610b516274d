package treeline.record.mpi;

import java.util.List;
import java.util.function.Supplier;

/// The way into a funnel for work beside the program. Its thread does not spin for what is waited
/// for here, because that would take the core from the program.
record PatientFunnel(OwnThreadFunnel funnel) implements Funnel {
    @Override
    public <R> R run(Supplier<R> calls) {
        return funnel.run(calls);
    }

    @Override
    public void completeAll(Call call, List<Object[]> operations) {
        funnel.completeAll(true, call, operations);
    }

    @Override
    public Funnel patient() {
        return this;
    }

    @Override
    public void close(Runnable lastCalls) {
        funnel.close(lastCalls);
    }
}
