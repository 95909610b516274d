package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.Notes;
import treeline.app.terminal.Console;
import treeline.archive.Archive;
import treeline.archive.ArchivedRun;
import treeline.archive.RunLabel;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Profile;
import treeline.question.builds.ArchiveOptions;
import treeline.question.input.FileOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.runs.RunCopies;
import treeline.runs.RunList;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline archive add`: adds runs to an archive, which it creates if there is none.
public final class ArchiveAdd {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, folders or patterns; every file of a folder and every match is a run");
    private static final Parameter<String> BRANCH =
            Parameter.of(
                    "branch",
                    ParameterType.text("NAME"),
                    "branch of the build (default: from the metadata of the run)");
    private static final Parameter<String> COMMIT =
            Parameter.of(
                    "commit",
                    ParameterType.text("ID"),
                    "commit of the build (default: from the metadata of the run)");
    private static final Parameter<Instant> TIME =
            Parameter.of(
                    "time",
                    new ParameterType<>("INSTANT", List::of, false, ArchiveAdd::instant),
                    "start of the run, as 2026-11-16T12:00:00Z (default: from its metadata, or"
                            + " now)");

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    public ArchiveAdd(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                        "archive add",
                        "put runs into an archive",
                        List.of(PATHS),
                        List.of(ArchiveOptions.ARCHIVE, BRANCH, COMMIT, TIME, format),
                        this::run)
                .example(
                        "treeline archive add run.tldb --archive nightly --branch main"
                                + " --commit 3f2a91c",
                        "a run of a build of main");
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException("a time such as 2026-11-16T12:00:00Z", wrong);
        }
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Archive archive = Archive.atOrNew(ArchiveOptions.folder(arguments));
        Map<String, String> known = archive.fingerprints();
        var runs = new Runs(formats.get(), arguments.value(format), Slice.everything());
        ReadReport reports = ReadReport.CLEAN;
        for (Runs.Read each : runs.all(runs.named(arguments.all(PATHS)))) {
            requireRun(each);
            reports = reports.and(each.report().inFile(each.path()));
            RunLabel label = label(each.profile(), arguments);
            Profile noted =
                    each.profile()
                            .withMetadata(
                                    each.report()
                                            .in(each.profile().metadata())
                                            .with(ArchivedRun.SOURCE, each.path()));
            Optional<String> content = RunCopies.fingerprint(noted);
            content.map(known::get).ifPresent(original -> warnOfCopy(each, original, console));
            String name = archive.add(noted, label);
            content.ifPresent(fingerprint -> known.putIfAbsent(fingerprint, name));
            console.tell("added %s: %s".formatted(each.path(), text(name, label)));
        }
        Notes.warn(reports, console);
        return ExitCode.SUCCESS;
    }

    private static void warnOfCopy(Runs.Read copy, String original, Console console) {
        console.warn(
                "%s is a copy of the archived run %s and was added again; copies make results look more certain than they are"
                        .formatted(TextWidth.printable(copy.path()), original));
    }

    private static void requireRun(Runs.Read run) {
        if (RunList.isIn(run.profile().metadata()))
            throw MalformedProfileException.of(
                    run.path(), "one run", "an ensemble; add the runs that it was made from");
    }

    private static RunLabel label(Profile profile, Arguments arguments) {
        RunLabel label = RunLabel.of(profile.metadata(), Instant.now());
        if (arguments.has(TIME)) label = label.at(arguments.value(TIME).orElseThrow());
        if (arguments.has(BRANCH)) label = label.ofBranch(arguments.value(BRANCH).orElseThrow());
        if (arguments.has(COMMIT)) label = label.ofCommit(arguments.value(COMMIT).orElseThrow());
        return label;
    }

    private static String text(String name, RunLabel label) {
        return "%s, branch %s, commit %s"
                .formatted(
                        name,
                        label.branch().isEmpty() ? "unknown" : label.branch(),
                        label.commit().isEmpty() ? "unknown" : label.commit());
    }
}
