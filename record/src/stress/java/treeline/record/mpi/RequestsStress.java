package treeline.record.mpi;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// A request that comes while the funnel is being closed: taken or not, run, refused.
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "run")
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "refused by the end")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "waits for ever, or is answered twice")
@State
public class RequestsStress {
    private final MpiCallQueue requests = new MpiCallQueue();
    private volatile int ran;
    private volatile int refused;

    @Actor
    public void program(III_Result result) {
        result.r1 = requests.add(() -> ran = ran + 1, () -> refused = refused + 1) ? 1 : 0;
    }

    @Actor
    public void funnel() {
        requests.runAll();
        requests.end();
    }

    @Arbiter
    public void atTheEnd(III_Result result) {
        result.r2 = ran;
        result.r3 = refused;
    }
}
