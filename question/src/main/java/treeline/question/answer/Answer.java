package treeline.question.answer;

import org.jspecify.annotations.Nullable;

import treeline.model.Metric;
import treeline.numbers.Population;
import treeline.plot.Figure;
import treeline.question.input.RunOptions;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The answer to a question: blocks for readers, a table for programs, notes about the data that
/// was read, and a figure if there is one.
///
/// Interfaces render answers and compute nothing: [AnswerText] for screens,
/// [treeline.question.html.AnswerHtml] for notebooks and pages, [#writeJson] and [#writeCsv] for
/// programs (docs/reference/json.md).
public final class Answer {
    private final Builder made;

    /// The rows, once a program has read them.
    private @Nullable Table table;

    /// What readers see, once one has seen it.
    private @Nullable List<Block> blocks;

    private Answer(Builder made) {
        this.made = made;
    }

    /// The name of the question.
    public String question() {
        return made.question;
    }

    /// One line that says what the answer is about; empty if a block says it.
    public String title() {
        return made.title;
    }

    /// What readers see, in order.
    public List<Block> blocks() {
        List<Block> known = blocks;
        return known != null ? known : (blocks = made.blocks());
    }

    /// The sentences among the blocks.
    public List<Statement> statements() {
        return made.blocks.stream()
                .filter(Statement.class::isInstance)
                .map(Statement.class::cast)
                .toList();
    }

    /// The reasons to doubt the answer.
    public List<Statement> warnings() {
        return statements().stream()
                .filter(each -> each.kind() == Statement.Kind.WARNING)
                .distinct()
                .toList();
    }

    /// Whether readers get a file for another program instead of text.
    public boolean isDocument() {
        return made.blocks.stream().anyMatch(Document.class::isInstance);
    }

    /// All rows, columns and digits.
    public Table table() {
        Table known = table;
        return known != null ? known : (table = made.table());
    }

    /// Whether the rows are a table, which can be written as CSV.
    public boolean isTable() {
        return made.table != null;
    }

    /// Data that readers of the runs skipped, repaired or assumed.
    public ReadReport notes() {
        return made.stream == null ? made.notes : made.notes.and(made.stream.report());
    }

    /// A figure of the answer, if it has one.
    public Optional<Figure> figure() {
        return Optional.ofNullable(made.figure).map(Supplier::get);
    }

    /// Reasons why some of several runs could not be read; the answer is about the others.
    public List<Exception> failures() {
        return List.copyOf(made.failures);
    }

    /// The result of a limit that the user set, so that a script can stop.
    public Gate gate() {
        return made.gate;
    }

    /// The result of a limit that the user set.
    public enum Gate {
        /// The user set no limit.
        NONE,
        PASSED,
        FAILED,
        /// The data does not suffice for a test.
        NOT_TESTED
    }

    /// Whether values are estimates, so that a reader of the table alone must be told.
    public boolean isEstimated() {
        return made.estimated;
    }

    /// The answer as one JSON object: facts, then `statements`, then `rows`.
    public void writeJson(Appendable out) {
        writeJson(new JsonWriter(out));
    }

    public void writeJson(JsonWriter json) {
        new AnswerWriter(made, this).writeJson(json);
    }

    /// The rows as CSV, with scope and unit in the headings.
    public void writeCsv(Appendable out) throws IOException {
        new AnswerWriter(made, this).writeCsv(out);
    }

    /// The warnings, then the answer as text, with lines as long as they need.
    @Override
    public String toString() {
        String warnings =
                warnings().stream()
                        .map(each -> "warning: " + TextWidth.printable(each.text()) + "\n")
                        .collect(Collectors.joining());
        return (warnings + AnswerText.of(this, Screen.PLAIN)).stripTrailing();
    }

    /// Collects an answer.
    public static final class Builder {
        final String question;
        final @Nullable Supplier<Table> table;
        final @Nullable Consumer<JsonWriter> nested;
        String title = "";
        final List<Block> blocks = new ArrayList<>();
        final List<Consumer<JsonWriter>> facts = new ArrayList<>();
        final List<Consumer<JsonWriter>> last = new ArrayList<>();
        ReadReport notes = ReadReport.CLEAN;
        @Nullable RowStream stream;
        Supplier<List<? extends Block>> whenShown = List::of;
        @Nullable Supplier<Figure> figure;
        boolean estimated = false;
        List<Exception> failures = List.of();
        Gate gate = Gate.NONE;

        public Builder(String question, Table table) {
            this(question, () -> table);
        }

        /// An answer whose table is computed when a program reads it.
        public Builder(String question, Supplier<Table> table) {
            this(question, table, null);
        }

        /// An answer whose rows may exceed memory: they are written part by part.
        public Builder(String question, RowStream stream) {
            this(question, () -> Unchecked.get(stream::table), null);
            this.stream = stream;
            withLast(json -> writeNotes(stream.report(), json));
        }

        /// An answer whose rows are nested in JSON; the table has the outer level.
        public Builder(
                String question,
                @Nullable Supplier<Table> table,
                @Nullable Consumer<JsonWriter> nested) {
            this.question = question;
            this.table = table;
            this.nested = nested;
        }

        /// An answer whose rows are nested, so that they cannot be written as CSV.
        public Builder(String question, Consumer<JsonWriter> rows) {
            this(question, null, rows);
        }

        private List<Block> blocks() {
            return Stream.concat(blocks.stream(), whenShown.get().stream()).toList();
        }

        private Table table() {
            if (table != null) return table.get();
            throw new IllegalStateException(
                    "the answer to '%s' is a document, not a table".formatted(question));
        }

        /// The run that the answer is about.
        public Builder of(RunOptions.Run run) {
            return run("run", run)
                    .metric(run.metric())
                    .combined(run)
                    .with(json -> writeNotes(run.report(), json));
        }

        /// One of several runs.
        public Builder run(String name, RunOptions.Run run) {
            return notes(run.report()).run(name, run.path(), run.format());
        }

        /// A run of which no values are loaded.
        public Builder run(String name, String path, String format) {
            return with(
                    json -> {
                        json.name(name).object().name("path").value(path);
                        json.name("format").value(format).end();
                    });
        }

        /// Notes of a reader that does not belong to a run of [#run].
        public Builder notes(ReadReport report) {
            notes = notes.and(report);
            return this;
        }

        public Builder metric(Metric metric) {
            return with(
                    json -> {
                        json.name("metric").value(metric.name());
                        json.name("unit").value(metric.unit().symbol());
                        json.name("scope").value(ParameterType.nameOf(metric.scope()));
                    });
        }

        /// How ranks, threads and repetitions were combined into one value.
        public Builder combined(RunOptions.Run run) {
            Population population = run.population();
            return with(
                    json -> {
                        json.name("combined").object();
                        json.name("of").value(ParameterType.nameOf(run.over()));
                        json.name("ranks").value(population.ranks());
                        json.name("threads").value(population.threads());
                        json.name("repetitions").value(population.repetitions());
                        json.name("text").value(run.contextsText()).end();
                    });
        }

        public Builder total(double total) {
            return number("total", total);
        }

        public Builder number(String name, double value) {
            return with(json -> json.name(name).value(value));
        }

        public Builder text(String name, String value) {
            return with(json -> json.name(name).value(value));
        }

        public Builder with(Consumer<JsonWriter> fact) {
            facts.add(fact);
            return this;
        }

        /// A fact that is known only when the rows are written.
        public Builder withLast(Consumer<JsonWriter> fact) {
            last.add(fact);
            return this;
        }

        public Builder title(String line) {
            title = line;
            return this;
        }

        public Builder add(Block block) {
            blocks.add(block);
            return this;
        }

        public Builder add(List<? extends Block> several) {
            blocks.addAll(several);
            return this;
        }

        /// Blocks after all others, which are computed only for readers.
        public Builder whenShown(Supplier<List<? extends Block>> computed) {
            whenShown = computed;
            return this;
        }

        /// Blocks of the first rows of a stream, after all others.
        public Builder whenShown(
                RowStream of, int top, Function<RowStream.First, List<? extends Block>> blocksOf) {
            return whenShown(() -> blocksOf.apply(Unchecked.get(() -> of.first(top))));
        }

        public Builder heading(String text) {
            return add(new Heading(text));
        }

        /// A blank line.
        public Builder gap() {
            return add(Heading.NONE);
        }

        public Builder figure(Supplier<Figure> drawn) {
            figure = drawn;
            return this;
        }

        public Builder estimated(boolean values) {
            estimated = values;
            return this;
        }

        public Builder failures(List<Exception> ofRuns) {
            failures = ofRuns;
            return this;
        }

        public Builder gate(Gate result) {
            gate = result;
            return this;
        }

        public Answer build() {
            return new Answer(this);
        }
    }

    /// `"notes": [{"text": ..., "lossy": ...}]`.
    public static void writeNotes(ReadReport report, JsonWriter json) {
        AnswerWriter.writeNotes(report, json);
    }
}
