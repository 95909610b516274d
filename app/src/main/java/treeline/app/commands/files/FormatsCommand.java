package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.answer.Answer;
import treeline.question.parameter.Arguments;
import treeline.question.screen.TextTable;
import treeline.question.screen.TextTable.Align;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.table.Rows;
import treeline.table.Table;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline formats`: lists the readable and writable formats.
public record FormatsCommand(Supplier<Formats> formats) {

    public Command command() {
        return new Command(
                "formats",
                "list the formats that can be read and written",
                List.of(),
                List.of(OutputFormat.JSON, OutputFormat.CSV),
                this::run);
    }

    /// A format that can be read, written or both.
    private record Form(Optional<ProfileFormat> reader, Optional<ProfileExporter> writer) {
        String access() {
            if (reader.isEmpty()) return "write";
            return writer.isEmpty() ? "read" : "read, write";
        }

        String extension() {
            return writer.map(ProfileExporter::extension).orElse("");
        }

        String description() {
            return reader.map(ProfileFormat::description).orElse("");
        }
    }

    private Map<String, Form> forms() {
        Map<String, Form> forms = new LinkedHashMap<>();
        for (ProfileFormat reader : formats.get().readable())
            forms.put(reader.name(), new Form(Optional.of(reader), Optional.empty()));
        for (ProfileExporter writer : formats.get().writable())
            forms.merge(
                    writer.name(),
                    new Form(Optional.empty(), Optional.of(writer)),
                    (known, added) -> new Form(known.reader(), added.writer()));
        return forms;
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Answer data = new Answer.Builder("formats", table()).build();
        if (!OutputFormat.wroteData(data, arguments, console)) printTable(console);
        return ExitCode.SUCCESS;
    }

    private Table table() {
        List<Map.Entry<String, Form>> all = List.copyOf(forms().entrySet());
        var rows = Rows.of(all);
        return Table.of(
                rows.text("name", each -> each.getKey()),
                rows.flag("read", each -> each.getValue().reader().isPresent()),
                rows.flag("write", each -> each.getValue().writer().isPresent()),
                rows.text("extension", each -> each.getValue().extension()),
                rows.text("description", each -> each.getValue().description()));
    }

    private void printTable(Console console) {
        var table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("name", "access", "written as", "description");
        forms().forEach(
                        (name, form) ->
                                table.row(
                                        name, form.access(), form.extension(), form.description()));
        table.lines(console.screen().width(), console.screen().ellipsis())
                .forEach(console.out()::println);
    }
}
