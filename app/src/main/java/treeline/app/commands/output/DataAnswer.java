package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.numbers.Population;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.ParameterType;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a command answers to programs: with `--json` one object, which says what the rows are of
/// before it lists them, with `--csv` the rows alone, with scope and unit in their heading.
/// docs/guide/json.md describes it.
public final class DataAnswer {
    private static final int VERSION = 1;

    private final String command;
    private final Consumer<JsonWriter> rows;
    private final Optional<Table> table;
    private final Map<String, String> units = new LinkedHashMap<>();
    private final Map<String, String> headings = new HashMap<>();
    private final List<Consumer<JsonWriter>> facts = new ArrayList<>();
    private final List<Consumer<JsonWriter>> last = new ArrayList<>();
    private final List<RunOptions.Run> runs = new ArrayList<>();

    /// @param command by which the schema is named
    public DataAnswer(String command, Table rows) {
        this.command = command;
        this.rows = rows::toJson;
        this.table = Optional.of(rows);
    }

    /// An answer whose rows are no table, which cannot be CSV.
    public DataAnswer(String command, Consumer<JsonWriter> rows) {
        this.command = command;
        this.rows = rows;
        this.table = Optional.empty();
    }

    public static boolean isAsked(Arguments arguments) {
        return arguments.has(Sheet.JSON) || arguments.has(Sheet.CSV);
    }

    /// The run that the rows are of.
    public DataAnswer of(RunOptions.Run run) {
        return run("run", run)
                .metric(run.metric())
                .combined(run)
                .with(json -> Notes.write(run.report(), json));
    }

    /// One of several runs.
    public DataAnswer run(String name, RunOptions.Run run) {
        runs.add(run);
        return with(
                json -> {
                    json.name(name).object().name("path").value(run.path());
                    json.name("format").value(run.format()).end();
                });
    }

    public DataAnswer metric(Metric metric) {
        return with(
                json -> {
                    json.name("metric").value(metric.name());
                    json.name("unit").value(metric.unit().symbol());
                    json.name("scope").value(ParameterType.nameOf(metric.scope()));
                });
    }

    /// The unit of a column where the columns of an answer differ in it. JSON has an object of
    /// them, CSV has them behind the names of columns: `time_mean [s]`.
    public DataAnswer unit(String column, Unit unit) {
        if (!unit.symbol().isEmpty()) units.put(column, unit.symbol());
        return values(unit, column);
    }

    /// Columns that are values of a metric. JSON says once what they are, CSV says it behind the
    /// names of columns: `value:inclusive [s]`.
    public DataAnswer values(Metric metric, String... columns) {
        for (String column : columns)
            head(column, column + ":" + ParameterType.nameOf(metric.scope()), metric.unit());
        return this;
    }

    /// Columns that say their scope by their name, or have none.
    public DataAnswer values(Unit unit, String... columns) {
        for (String column : columns) head(column, column, unit);
        return this;
    }

    private void head(String column, String name, Unit unit) {
        String symbol = unit.symbol();
        headings.put(column, symbol.isEmpty() ? name : "%s [%s]".formatted(name, symbol));
    }

    /// What was combined to one number, and how.
    public DataAnswer combined(RunOptions.Run run) {
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

    public DataAnswer total(double total) {
        return number("total", total);
    }

    public DataAnswer number(String name, double value) {
        return with(json -> json.name(name).value(value));
    }

    public DataAnswer text(String name, String value) {
        return with(json -> json.name(name).value(value));
    }

    public DataAnswer with(Consumer<JsonWriter> fact) {
        facts.add(fact);
        return this;
    }

    /// What is known only when the rows are written.
    public DataAnswer withLast(Consumer<JsonWriter> fact) {
        last.add(fact);
        return this;
    }

    /// Whether the user asked for data instead of text; then it has been printed.
    public boolean wrote(Arguments arguments, Console console) throws IOException {
        if (!isAsked(arguments)) return false;
        if (arguments.has(Sheet.JSON)) writeJson(new JsonWriter(console.out()));
        else headed(table.orElseThrow()).toCsv(console.out());
        for (RunOptions.Run run : runs)
            if (arguments.has(Sheet.JSON)) Notes.warn(run.report(), console);
            else Notes.warnOfAll(run.report(), console);
        return true;
    }

    private Table headed(Table rows) {
        return Table.of(
                rows.columns().stream()
                        .map(each -> each.renamed(headings.getOrDefault(each.name(), each.name())))
                        .toList());
    }

    private void writeJson(JsonWriter json) {
        json.object().name("schema").value("treeline/%s/%d".formatted(command, VERSION));
        for (Consumer<JsonWriter> fact : facts) fact.accept(json);
        if (!units.isEmpty()) {
            json.name("units").object();
            units.forEach((column, unit) -> json.name(column).value(unit));
            json.end();
        }
        rows.accept(json.name("rows"));
        for (Consumer<JsonWriter> fact : last) fact.accept(json);
        json.end();
    }
}
