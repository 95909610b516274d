package treeline.question.trace;

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
import treeline.statement.Sentence;
import treeline.table.Table;
import treeline.trace.communication.OperationSet;
import treeline.trace.device.DeviceTable;
import treeline.trace.device.DeviceWork;
import treeline.trace.laws.BrokenLaws;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// GPU streams of a traced run: busy and idle time with its reasons, overlap, kernels, launches and
/// copies.
public record GpuQuestion(RunOptions options) {

    /// The rows of the answer.
    private enum By {
        STREAM,
        DEVICE,
        KERNEL
    }

    private static final Parameter<By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(By.class),
                    "one row per GPU stream, device or kernel (default: stream)");

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
                        case DEVICE -> DeviceTable.devices(work);
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
        long unknown =
                work.stream()
                        .flatMap(each -> each.work().stream())
                        .filter(each -> !each.isLaunchKnown())
                        .count();
        long all = work.stream().mapToLong(each -> each.work().size()).sum();
        Optional<Sentence> doubt =
                BrokenLaws.of(run.outline(), run.traces(), run.recording().report()).doubt();
        answer.add(
                doubt.isPresent()
                        ? Statement.verdict(
                                "idle times are undetermined: {law}", Argument.clause(doubt.get()))
                        : first(DeviceTable.devices(work), unknown < all));
        answer.add(section(rows, by, RowLimit.top(arguments)));
        if (unknown > 0)
            answer.add(
                    Statement.omission(
                            "the launch of {count} kernels and copies is unknown: idle time before"
                                    + " them is not attributed to launches",
                            Argument.count(unknown)));
        return answer.build();
    }

    /// @param launches whether any launch is known
    private static Statement first(Table devices, boolean launches) {
        double span = 0;
        double idle = 0;
        double launch = 0;
        for (int i = 0; i < devices.rows(); i++) {
            span += devices.column("seconds").number(i);
            idle += devices.column("idle").number(i);
            launch += devices.column("launch_bound").number(i);
        }
        Argument share = Argument.share(span == 0 ? 0 : idle / span);
        return launches
                ? Statement.finding(
                        "between first and last work, GPUs are idle {idle} of the time; {launch} of"
                                + " the time, the next work was not launched yet",
                        share,
                        Argument.share(span == 0 ? 0 : launch / span))
                : Statement.finding(
                        "between first and last work, GPUs are idle {idle} of the time", share);
    }

    private static Section section(Table rows, By by, int top) {
        Section.Builder section = Section.of(rows);
        return switch (by) {
            case STREAM ->
                    section.columns(
                                    "busy",
                                    "launch_bound",
                                    "launching",
                                    "copy_bound",
                                    "communication_bound",
                                    "gaps",
                                    "unexplained",
                                    "queue_mean",
                                    "stream")
                            .footnote(
                                    "idle time by reason: the next work was not launched, or its"
                                            + " launching call had not returned; another"
                                            + " stream copied or communicated; gaps below 30 µs."
                                            + " queue: mean number of launched pieces of work that"
                                            + " had not started")
                            .top(top);
            case DEVICE ->
                    section.columns(
                                    "busy",
                                    "idle",
                                    "launch_bound",
                                    "launching",
                                    "computation",
                                    "communication",
                                    "overlap",
                                    "copies",
                                    "streams",
                                    "device")
                            .footnote("overlap: communication at the same time as computation")
                            .top(top);
            case KERNEL ->
                    section.columns(
                                    "seconds",
                                    "count",
                                    "median",
                                    "launch_delay",
                                    "shorter_than_launch",
                                    "bytes",
                                    "bandwidth",
                                    "kind",
                                    "kernel")
                            .footnote(
                                    "launch delay: median time from the end of the launching call"
                                            + " to the start of the work")
                            .top(top);
        };
    }
}
