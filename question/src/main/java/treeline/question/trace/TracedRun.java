package treeline.question.trace;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.trace.clock.ClockCorrection;
import treeline.trace.laws.BrokenLaws;
import treeline.trace.waiting.WaitAnalysis;
import treeline.view.ContextSummary;

import java.io.Closeable;
import java.io.IOException;

/// A traced run that a question is about, or a time window of one.
///
/// @param chosen the contexts that the user selected
record TracedRun(Recording recording, Traces traces, Selection chosen, Arguments arguments)
        implements Closeable {

    static TracedRun open(RunOptions options, Arguments arguments, Session session)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        Recording recording = options.open(path, arguments, session);
        try {
            Traces traces = recording.source().traces();
            if (traces.isEmpty())
                throw new IllegalArgumentException(
                        path + " has no traces, which record activity over time");
            return new TracedRun(
                    recording,
                    traces,
                    Choice.contexts(recording.source().outline(), arguments),
                    arguments);
        } catch (RuntimeException failed) {
            recording.close();
            throw failed;
        }
    }

    /// The dependences between contexts; refused if the trace has none.
    WaitAnalysis dependences() {
        if (!traces.interactions().isRecorded())
            throw new IllegalArgumentException(
                    "%s has no messages or collective operations; record them with Score-P or with"
                                    .formatted(recording.path())
                            + " the option 'trace' of the MPI recorder");
        return WaitAnalysis.of(outline(), traces);
    }

    Outline outline() {
        return recording.source().outline();
    }

    boolean isChosen(int context) {
        return chosen.contains(context);
    }

    /// GPU streams follow the threads that launch to them, and are not compared with these.
    boolean isChosenThread(int context) {
        return isChosen(context) && outline().contexts().get(context).stream() == Context.NONE;
    }

    /// `8 ranks, 12.3 ms` for titles.
    String text() {
        String time = recording.time().isEmpty() ? "" : ", " + recording.time();
        return ContextSummary.of(outline()) + time;
    }

    Answer.Builder answer(String question, Table table) {
        return new Answer.Builder(question, table)
                .run("run", recording.path(), recording.format().name())
                .notes(recording.report())
                .with(json -> Answer.writeNotes(recording.report(), json));
    }

    /// Adds what limits the answer: impossible data, corrected clocks and records without a
    /// counterpart.
    void addLimits(Answer.Builder answer, WaitAnalysis dependences) {
        BrokenLaws.of(outline(), traces, recording.report())
                .doubt()
                .ifPresent(
                        law ->
                                answer.add(
                                        Statement.warning(
                                                "waiting times are unreliable: {law}",
                                                Argument.clause(law))));
        dependences.correction().ifPresent(each -> addClocks(answer, each));
        long sends = dependences.messages().unmatchedSends();
        long receives = dependences.messages().unmatchedReceives();
        if (sends + receives > 0)
            answer.add(
                    Statement.omission(
                            "{sends} sends and {receives} receives have no counterpart in the trace"
                                    + " and were ignored",
                            Argument.count(sends),
                            Argument.count(receives)));
        if (dependences.collectives().incomplete() > 0)
            answer.add(
                    Statement.omission(
                            "{operations} collective operations lack a member of their communicator"
                                    + " in the trace and were ignored",
                            Argument.count(dependences.collectives().incomplete())));
    }

    private static void addClocks(Answer.Builder answer, ClockCorrection correction) {
        answer.add(
                Statement.omission(
                        "{messages} messages arrive before they are sent: clocks were corrected"
                                + " with the order of messages, with a remaining error of up to"
                                + " {error}",
                        Argument.count(correction.violations()),
                        Argument.amount((double) correction.errorNanos(), Unit.NANOSECONDS)));
        if (!correction.isComplete())
            answer.add(
                    Statement.warning(
                            "no correction makes all messages arrive after they are sent; waiting"
                                    + " times are unreliable"));
        if (correction.unconnected() > 0)
            answer.add(
                    Statement.omission(
                            "the clocks of {contexts} contexts without messages stay as recorded",
                            Argument.count(correction.unconnected())));
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
