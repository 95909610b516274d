package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextTable;
import treeline.app.terminal.TextTable.Align;
import treeline.formats.Formats;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.table.JsonWriter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline formats`: whose files can be read and written.
record FormatsCommand(Supplier<Formats> formats) {
    private static final Option<Boolean> JSON = Option.flag("json", "print JSON for programs");

    Command command() {
        return new Command(
                "formats",
                "list the formats that can be read and written",
                List.of(),
                List.of(JSON),
                List.of(),
                this::run);
    }

    /// A form that can be read, written or both.
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

    private int run(Arguments arguments, Console console) {
        if (arguments.has(JSON)) writeJson(new JsonWriter(console.out()));
        else printTable(console);
        return ExitCode.SUCCESS;
    }

    private void printTable(Console console) {
        var table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("name", "access", "written as", "what it is");
        forms().forEach(
                        (name, form) ->
                                table.row(
                                        name, form.access(), form.extension(), form.description()));
        table.lines(console.screen().width(), console.screen().ellipsis())
                .forEach(console.out()::println);
    }

    private void writeJson(JsonWriter json) {
        json.array();
        forms().forEach(
                        (name, form) -> {
                            json.object().name("name").value(name);
                            json.name("read").value(form.reader().isPresent());
                            json.name("write").value(form.writer().isPresent());
                            json.name("extension").value(form.extension());
                            json.name("description").value(form.description()).end();
                        });
        json.end();
    }
}
