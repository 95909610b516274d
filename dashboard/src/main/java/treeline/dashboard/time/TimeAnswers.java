package treeline.dashboard.time;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Kept;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;

import java.io.IOException;

/// Answers about time. All of them are about the whole run: an interval is a parameter of the
/// question and not, as for other views, the run that it is about.
public final class TimeAnswers {
    private static final int TRACES = 4;

    private final OpenRuns runs;
    private final Kept<OpenRun, OpenTrace> traces = new Kept<>(TRACES);

    private final Kept<OpenTrace, Dependences> dependences = new Kept<>(TRACES);

    public TimeAnswers(OpenRuns runs) {
        this.runs = runs;
    }

    /// The length, rows and metrics of a trace.
    public Response trace(RequestParameters question) throws IOException {
        return TraceAnswer.of(open(question));
    }

    /// Some rows of the timeline during a part of the run.
    public Response tile(RequestParameters question) throws IOException {
        return TimelineTile.of(open(question).required(), question);
    }

    /// The activity of a row at a moment.
    public Response moment(RequestParameters question) throws IOException {
        return MomentAnswer.of(open(question).required(), question);
    }

    /// Functions and utilisation of an interval.
    public Response interval(RequestParameters question) throws IOException {
        return IntervalAnswer.of(open(question).required(), question);
    }

    /// Messages, waits and the critical path in an interval.
    public Response overlays(RequestParameters question) throws IOException {
        OpenTrace trace = open(question).required();
        return OverlayAnswer.of(trace, dependences(trace), question);
    }

    /// The waiting time of each context.
    public Response waiting(RequestParameters question) throws IOException {
        OpenTrace trace = open(question).required();
        return WaitingAnswer.of(trace, dependences(trace));
    }

    /// The communication matrix of an interval.
    public Response matrix(RequestParameters question) throws IOException {
        OpenTrace trace = open(question).required();
        return MatrixAnswer.of(trace, dependences(trace), question);
    }

    /// Counters in an interval.
    public Response counters(RequestParameters question) throws IOException {
        return CountersAnswer.of(open(question).required(), question);
    }

    private Dependences dependences(OpenTrace trace) throws IOException {
        if (!trace.traces().interactions().isRecorded())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "the trace has no messages or collective operations",
                    "record them with Score-P or with the option 'trace' of the MPI recorder");
        return dependences.get(trace, () -> Dependences.of(trace));
    }

    private OpenTrace open(RequestParameters question) throws IOException {
        OpenRun run = runs.run(question.index("run", runs.entries().size()));
        return traces.get(run, () -> OpenTrace.of(run));
    }
}
