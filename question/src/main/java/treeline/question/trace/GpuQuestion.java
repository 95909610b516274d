package treeline.question.trace;

import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.trace.communication.OperationSet;
import treeline.trace.device.DeviceTable;
import treeline.trace.device.DeviceWork;

import java.io.IOException;
import java.util.List;

/// GPU streams of a traced run: busy and idle time with its reasons, overlap, kernels, launches and
/// copies.
public record GpuQuestion(RunOptions options) {
    private static final Unit BYTES_PER_SECOND = Unit.of("B/s");

    /// The rows of the answer.
    private enum By {
        STREAM,
        PROCESS,
        KERNEL
    }

    private static final Parameter<By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(By.class),
                    "one row per GPU stream, process or kernel (default: stream)");

    public Question question() {
        return Question.ofRun(
                        "gpu",
                        "show why GPU streams of a traced run are idle, what overlaps, and how late"
                                + " kernels start",
                        Parameter.all(
                                List.of(Between.OPTION, BY, RowLimit.TOP),
                                List.of(options.format())),
                        this::answer)
                .example("treeline gpu trace.json", "busy and idle time of streams, with reasons")
                .example(
                        "treeline gpu trace.json --by kernel",
                        "kernels and copies: time, launch delay, bandwidth");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            OperationSet operations =
                    OperationSet.of(run.traces().interactions(), run.outline().contexts().size());
            List<DeviceWork> work =
                    !run.traces().interactions().isRecorded()
                            ? List.of()
                            : DeviceWork.of(operations, run.outline());
            if (work.isEmpty())
                throw new IllegalArgumentException(
                        "%s has no trace of kernels or copies of a GPU"
                                .formatted(run.recording().path()));
            By by = arguments.value(BY, By.STREAM);
            Table rows =
                    switch (by) {
                        case STREAM -> DeviceTable.streams(work, run.outline());
                        case PROCESS -> DeviceTable.processes(work);
                        case KERNEL -> DeviceTable.kernels(work, run.outline());
                    };
            return answer(run, work, rows, by, arguments);
        }
    }

    private static Answer answer(
            TracedRun run, List<DeviceWork> work, Table rows, By by, Arguments arguments) {
        Answer.Builder answer =
                run.answer("gpu", RowLimit.forPrograms(rows, arguments))
                        .title("GPU work of " + run.text());
        for (String column : rows.names())
            if (rows.column(column) instanceof treeline.table.RealColumn
                    && !column.startsWith("queue"))
                answer.unit(column, column.equals("bandwidth") ? BYTES_PER_SECOND : Unit.SECONDS);
        if (by == By.KERNEL) answer.unit("bytes", Unit.BYTES);
        answer.add(first(DeviceTable.processes(work)));
        long unknown =
                work.stream()
                        .flatMap(each -> each.work().stream())
                        .filter(each -> !each.isLaunchKnown())
                        .count();
        answer.add(section(rows, by, RowLimit.top(arguments)));
        if (unknown > 0)
            answer.add(
                    Statement.omission(
                            "the launch of {count} kernels and copies is unknown: idle time before"
                                    + " them is not attributed to launches",
                            Argument.count(unknown)));
        return answer.build();
    }

    private static Statement first(Table processes) {
        double span = 0;
        double idle = 0;
        double launch = 0;
        for (int i = 0; i < processes.rows(); i++) {
            span += processes.column("seconds").number(i);
            idle += processes.column("idle").number(i);
            launch += processes.column("launch_bound").number(i);
        }
        return Statement.finding(
                "between first and last work, GPUs are idle {idle} of the time; {launch} of the"
                        + " time, the next work was not launched yet",
                Argument.share(span == 0 ? 0 : idle / span),
                Argument.share(span == 0 ? 0 : launch / span));
    }

    private static Section section(Table rows, By by, int top) {
        Section.Builder section = Section.of(rows);
        return switch (by) {
            case STREAM ->
                    section.value("busy", "busy", Unit.SECONDS)
                            .value("launch_bound", "not launched", Unit.SECONDS)
                            .value("copy_bound", "copy", Unit.SECONDS)
                            .value("communication_bound", "communication", Unit.SECONDS)
                            .value("gaps", "short gaps", Unit.SECONDS)
                            .value("unexplained", "unexplained", Unit.SECONDS)
                            .number("queue_mean", "queue")
                            .text("stream", "stream")
                            .footnote(
                                    "idle time by reason: the next work was not launched; another"
                                            + " stream copied or communicated; gaps below 30 µs."
                                            + " queue: mean number of launched pieces of work that"
                                            + " had not started")
                            .top(top);
            case PROCESS ->
                    section.value("busy", "busy", Unit.SECONDS)
                            .value("idle", "idle", Unit.SECONDS)
                            .value("launch_bound", "not launched", Unit.SECONDS)
                            .value("computation", "computation", Unit.SECONDS)
                            .value("communication", "communication", Unit.SECONDS)
                            .value("overlap", "overlap", Unit.SECONDS)
                            .value("copies", "copies", Unit.SECONDS)
                            .number("streams", "streams")
                            .text("process", "process")
                            .footnote("overlap: communication next to computation")
                            .top(top);
            case KERNEL ->
                    section.value("seconds", "time", Unit.SECONDS)
                            .number("count", "count")
                            .value("median", "median", Unit.SECONDS)
                            .value("launch_delay", "launch delay", Unit.SECONDS)
                            .number("shorter_than_launch", "shorter than launch")
                            .value("bytes", "bytes", Unit.BYTES)
                            .value("bandwidth", "bandwidth", BYTES_PER_SECOND)
                            .text("kind", "kind")
                            .text("kernel", "kernel")
                            .footnote(
                                    "launch delay: median time from the end of the launching call"
                                            + " to the start of the work")
                            .top(top);
        };
    }
}
