package treeline.app.commands.files;

import static treeline.view.ContextSummary.counted;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.formats.FileCheck;
import treeline.formats.FileCheck.State;
import treeline.formats.Formats;
import treeline.question.answer.Answer;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.store.db.Damage;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.text.NameList;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// `treeline verify`: checks files for damage and says what it takes.
public record VerifyCommand(Supplier<Formats> formats) {
    private static final int MAX_NAMED = 5;
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, patterns or folders: recordings, archives, or folders of runs, with all"
                            + " folders in them");

    public Command command() {
        return new Command(
                        "verify",
                        "check the checksums of files and report damage",
                        List.of(PATHS),
                        List.of(OutputFormat.JSON, OutputFormat.CSV),
                        this::run)
                .example("treeline verify run.tldb", "whether a file is intact")
                .example("treeline verify runs", "all files of a folder");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        var checks = new VerifiedFiles(formats.get());
        try (Progress progress = Progress.of(console, "checking files")) {
            for (String path : arguments.all(PATHS)) checks.add(path, progress);
        }
        List<FileCheck> all = checks.all();
        Answer data = new Answer.Builder("verify", table(all)).build();
        if (!OutputFormat.wroteData(data, arguments, console)) print(all, console);
        if (!checks.others().isEmpty()) console.say(notProfiles(checks.others()));
        else if (all.isEmpty()) console.say("note: no profiles found");
        return exitCode(all);
    }

    private static String notProfiles(List<String> files) {
        return "note: not checked, because they are not profiles: "
                + NameList.shortened(files, MAX_NAMED);
    }

    private static int exitCode(List<FileCheck> checks) {
        if (checks.stream().anyMatch(each -> each.state() == State.DAMAGED)) return ExitCode.FAILED;
        return checks.stream().allMatch(FileCheck::isIntact)
                ? ExitCode.SUCCESS
                : ExitCode.BAD_INPUT;
    }

    /// A row per file that is intact, and per damage of the others.
    private static Table table(List<FileCheck> checks) {
        List<FileCheck> files = new ArrayList<>();
        List<Damage> damages = new ArrayList<>();
        for (FileCheck check : checks) {
            List<Damage> each =
                    check.damages().isEmpty() ? List.of(new Damage("", "", "")) : check.damages();
            for (Damage damage : each) {
                files.add(check);
                damages.add(damage);
            }
        }
        var rows = Rows.of(files);
        return Table.of(
                rows.text("file", each -> each.file()),
                rows.text("format", each -> each.format()),
                rows.text("state", each -> ParameterType.nameOf(each.state())),
                rows.flag("intact", each -> each.isIntact()),
                rows.flag("checksums", each -> each.hasChecksums()),
                damageColumn("place", damages, Damage::place),
                damageColumn("problem", damages, Damage::problem),
                damageColumn("lost", damages, Damage::lost));
    }

    private static Column damageColumn(
            String name, List<Damage> damages, Function<Damage, String> text) {
        var rows = Rows.of(damages);
        return rows.text(name, each -> text.apply(each));
    }

    private static void print(List<FileCheck> checks, Console console) {
        for (FileCheck check : checks) {
            console.tell(line(check));
            for (Damage damage : check.damages()) console.tell("  " + damage);
        }
        long damaged = checks.stream().filter(each -> each.state() == State.DAMAGED).count();
        if (damaged > 0)
            console.out()
                    .println(
                            "%d of %s damaged; try 'treeline convert --salvage IN OUT' to keep what is intact"
                                    .formatted(damaged, counted(checks.size(), "file")));
    }

    private static String line(FileCheck check) {
        String state =
                switch (check.state()) {
                    case INTACT -> "ok";
                    case DAMAGED -> "damaged";
                    case UNREADABLE -> "cannot be read";
                };
        boolean unchecked = check.isIntact() && !check.hasChecksums();
        return "%s: %s (%s)"
                .formatted(
                        check.file(),
                        state,
                        unchecked ? check.format() + ", read without checksums" : check.format());
    }
}
