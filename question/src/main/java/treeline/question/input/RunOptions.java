package treeline.question.input;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.pattern.UserPattern;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.select.Items;
import treeline.source.Input;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.FileName;
import treeline.transform.Reduction;
import treeline.view.DisplayNames;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The parameters that select data of one run, and how it is loaded; shared by all analyses of one
/// run.
public final class RunOptions {
    public static final Operand PATH =
            FileOptions.path("a file, directory or pattern; - for standard input");
    public static final Parameter<String> METRIC =
            metric("metric to show; inclusive unless given as NAME:exclusive (default: time)");

    /// The same for what compares nodes: inclusive values repeat a difference in every caller.
    public static final Parameter<String> EXCLUSIVE =
            metric(
                    "metric to show; inclusive unless given as NAME:exclusive (default:"
                            + " time:exclusive)");

    public static final Parameter<Reduction> OF =
            Parameter.of(
                    "of",
                    ParameterType.choice(Reduction.class),
                    "how to aggregate over ranks (default: mean)");

    public static final Parameter<Only> ONLY =
            Parameter.of(
                    "only",
                    Only.VALUE,
                    "show one activity and its callers; percentages stay relative to the whole run:"
                            + " "
                            + Only.words());

    /// Of a command about many runs; see [Simplification] for those about one.
    public static final Parameter<String> KEEP =
            Parameter.of(
                            "paths",
                            ParameterType.text("QUERY"),
                            "show only nodes that match a query or a selector such as"
                                + " 'function(solve).loop', each below its nearest matching caller")
                    .alsoCalled("keep");

    public static final Parameter<UserPattern> WAITING =
            Parameter.of(
                            "waiting",
                            ParameterType.regex(),
                            "additional frames that count as waiting (MPI, OpenMP, GPU and lock"
                                    + " waits are built in)")
                    .severalTimes();

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    /// @param formats requested only by questions that read, because finding formats takes time
    public RunOptions(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    private static Parameter<String> metric(String description) {
        return Parameter.of("metric", ParameterType.text("NAME"), description)
                .letter('m')
                .alsoCalled("metrics");
    }

    /// The options by which every command about one run chooses what it looks at.
    public List<Parameter<?>> choosing(Parameter<?>... own) {
        return Parameter.all(comparing(own), List.of(Explanation.OPTION));
    }

    /// The same of a command about two runs.
    public List<Parameter<?>> comparing(Parameter<?>... own) {
        return Parameter.all(
                List.of(own),
                Choice.OPTIONS,
                Simplification.OPTIONS,
                List.of(EngineOption.ENGINE, format));
    }

    /// A command's own options among those of every analysis.
    public List<Parameter<?>> with(Parameter<?>... own) {
        return Parameter.all(List.of(METRIC, OF), choosing(own));
    }

    /// A command's own options among those that select contexts, but not nodes.
    public List<Parameter<?>> choosingContexts(Parameter<?>... own) {
        return Parameter.all(List.of(own), Choice.OF_CONTEXTS, List.of(format, Explanation.OPTION));
    }

    public Parameter<String> format() {
        return format;
    }

    public Formats formats() {
        return formats.get();
    }

    /// How ranks are combined.
    public static Reduction over(Arguments arguments) {
        return arguments.value(OF, Reduction.MEAN);
    }

    /// Whether the user selected nodes by `--paths`. A default threshold never hides those.
    public static boolean selectsNodes(Arguments arguments) {
        return arguments.has(Simplification.KEEP);
    }

    /// The runs that a path names. What is skipped among several is a warning: no run notes it.
    public List<String> runsOf(String path, Optional<String> formatName, Session session)
            throws IOException {
        List<String> runs = formats.get().runsOf(path, formatName);
        if (!runs.equals(List.of(path)))
            for (Path file : Input.of(path).skipped())
                session.warn("skipped: %s: the name is %s".formatted(file, FileName.problem()));
        return runs;
    }

    /// Opens a run.
    public Recording openWhole(String path, Arguments arguments, Session session)
            throws IOException {
        return Recording.open(formats.get(), path, arguments.value(format), session);
    }

    /// Opens a run, or the part of its time that the arguments ask for.
    public Recording open(String path, Arguments arguments, Session session) throws IOException {
        Recording whole = openWhole(path, arguments, session);
        try {
            return Between.of(whole, arguments);
        } catch (RuntimeException noSuchTime) {
            whole.close();
            throw noSuchTime;
        }
    }

    /// Loads the run that the arguments name.
    public Run load(Arguments arguments, Needs needs, Session session) throws IOException {
        return load(arguments.one(PATH), arguments, needs, session);
    }

    public Run load(String path, Arguments arguments, Needs needs, Session session)
            throws IOException {
        try (Recording recording = open(path, arguments, session)) {
            return load(recording, arguments, needs, session);
        }
    }

    /// Loads a run that is open, for questions that need more of it than its values.
    public static Run load(Recording recording, Arguments arguments, Needs needs, Session session)
            throws IOException {
        Outline outline = recording.source().outline();
        Choice choice = Choice.of(outline, arguments.value(METRIC), needs.scope(), arguments);
        if (outline.tree().size() == 0)
            throw new IllegalArgumentException(recording.path() + " has no call paths");
        Simplification simpler = Simplification.of(arguments);
        return run(
                recording,
                choice,
                needs.slice(choice, simpler, outline),
                simpler,
                needs,
                arguments,
                session);
    }

    /// What a slice of an opened recording gives.
    static Run run(
            Recording recording,
            Choice choice,
            Slice asked,
            Simplification simpler,
            Needs needs,
            Arguments arguments,
            Session session)
            throws IOException {
        FittingSample sample = FittingSample.of(recording, asked, needs.plan());
        Slice slice = sample.slice();
        Metric metric = choice.metric();
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(recording, slice)
                    .loaded(PartsOfFile.of(recording, slice, needs.plan(), arguments), recording)
                    .selected(Simplification.after(arguments))
                    .stop();
        ReadRun read = ReadRun.of(recording, slice, metric, simpler, needs, arguments, session);
        return run(recording, metric, slice, simpler, over(arguments), read)
                .with(
                        notes(arguments.value(Choice.ITERATION).map(RunOptions::note))
                                .and(notes(sample.note()))
                                .and(notes(read.note())));
    }

    /// What was read of a recording.
    static Run run(
            Recording recording,
            Metric metric,
            Slice slice,
            Simplification simpler,
            Reduction over,
            ReadRun read) {
        Outline outline = recording.source().outline();
        return new Run(
                recording.path(),
                recording.format().name(),
                read.values().reduced(over),
                Population.of(slice.of(outline)),
                recording.time(),
                metric,
                over,
                simpler.isPart() ? total(read.whole(), metric, over) : Double.NaN,
                read.text(),
                ReadRun.report(recording, metric).and(simpler.notes(outline.tree())),
                read.values());
    }

    private static ReadReport notes(Optional<String> text) {
        return new ReadReport(
                text.stream().map(each -> new ReadReport.Entry(each, 1, "", false)).toList());
    }

    static double total(Profile profile, Metric metric, Reduction over) {
        Numbers numbers = Numbers.of(profile, metric);
        return numbers.total(numbers.inclusive(over));
    }

    private static String note(Items iterations) {
        return "iterations %s only; omits call paths without iterations and exclusive values of their callers"
                .formatted(iterations);
    }

    /// A loaded run and what of it the user asked for.
    ///
    /// @param path as the user wrote it
    /// @param population who was chosen, also where the profile is simpler by now
    /// @param time which part of the run's time it is: `from 10.0 s to 12.0 s of 60.0 s`, or empty
    /// @param metric in the scope that is shown
    /// @param whole what the whole run takes, where the profile is a part of it; else NaN
    /// @param part which part that is: `only communication`
    /// @param values evaluates aggregations; if it reads in parts, the profile has one context with
    ///   the sum or mean of all
    public record Run(
            String path,
            String format,
            Profile profile,
            Population population,
            String time,
            Metric metric,
            Reduction over,
            double whole,
            String part,
            ReadReport report,
            RunValues values) {

        /// The same with further notes about what is missing.
        public Run with(ReadReport notes) {
            return withReport(report.and(notes));
        }

        /// The same with other notes.
        public Run withReport(ReadReport other) {
            return new Run(
                    path,
                    format,
                    profile,
                    population,
                    time,
                    metric,
                    over,
                    whole,
                    part,
                    other,
                    values);
        }

        /// `mean of 8 ranks, 3 repetitions averaged`, and which part of the run is shown.
        public String contextsText() {
            String all = metric.addsUp() ? population.text(over) : population.textOfReadings(over);
            String who = all + timeText();
            return isPart() ? "%s; %s, percentages of the whole run".formatted(who, part) : who;
        }

        /// What follows the names of those who are compared: which part of the run is shown.
        public String partText() {
            return isPart() ? timeText() + "; " + part : timeText();
        }

        /// What was combined within the locations that are compared: `, their 20 threads added up,
        /// 3 repetitions averaged`.
        public String combinedText(Locations compared) {
            return population.combined(compared.by() != Locations.By.THREAD && metric.addsUp());
        }

        /// The contexts that were chosen, also if the run was read in parts.
        public List<Context> contexts() {
            return values.outline().contexts();
        }

        /// The ranks that were chosen, for commands that compare them.
        ///
        /// @throws IllegalArgumentException where there is one only
        public Locations severalRanks() {
            Locations places = Locations.of(values.outline(), Locations.By.RANK);
            if (places.size() > 1) return places;
            throw new IllegalArgumentException("%s: %s".formatted(path, places.tooFew()));
        }

        /// The profile whose means over ranks queries compare.
        public Profile means() {
            return values.reduced(Reduction.MEAN);
        }

        private String timeText() {
            return time.isEmpty() ? "" : ", " + time;
        }

        /// Whether it is only a part of what was recorded.
        public boolean isPart() {
            return !Double.isNaN(whole);
        }

        /// What shares are shares of.
        public double total() {
            return Double.isNaN(whole) ? RunOptions.total(profile, metric, over) : whole;
        }

        /// The sum of the values that are shown: equal to [#total] unless nodes were left out.
        public double shownTotal() {
            boolean own = isPart() && metric.scope() == Scope.EXCLUSIVE;
            return RunOptions.total(
                    own ? profile.withOnly(metric, profile.column(metric)) : profile, metric, over);
        }

        /// `mean of 8 ranks; only communication`, for commands that show totals of what they list.
        public String shownText() {
            String all = metric.addsUp() ? population.text(over) : population.textOfReadings(over);
            return all + partText();
        }

        /// `time (inclusive), mean of 8 ranks`.
        public String heading() {
            return "%s, %s".formatted(metricText(metric), contextsText());
        }
    }

    /// `time (exclusive)`.
    public static String metricText(Metric metric) {
        return DisplayNames.of(metric);
    }
}
