package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.MetadataNames;
import treeline.ensemble.MetadataRule;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Table;
import treeline.view.Names;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// The options that give runs metadata which their files do not have.
final class RunFacts {
    static final Parameter<String> TABLE =
            Parameter.of(
                    "metadata",
                    ParameterType.file("FILE.csv"),
                    "give runs the metadata of a CSV; its column 'run' has their names or paths");
    static final Parameter<String> SET =
            Parameter.of("set", ParameterType.text("NAME=VALUE"), "give all runs this metadata")
                    .severalTimes();
    static final Parameter<String> FROM_NAME =
            Parameter.of(
                            "from-name",
                            ParameterType.text("REGEX"),
                            "take metadata from the file names of runs, or the folders they are in:"
                                    + " '(?<ranks>\\d+)cores' gives them ranks")
                    .severalTimes();
    static final Parameter<String> FROM_METADATA =
            Parameter.of(
                            "from-metadata",
                            ParameterType.text("NAME:REGEX"),
                            "take metadata from other metadata: 'compiler_options:-O(?<level>\\d)'"
                                    + " gives them level")
                    .severalTimes();

    static final List<Parameter<?>> OPTIONS = List.of(TABLE, SET, FROM_NAME, FROM_METADATA);

    private RunFacts() {}

    /// The runs with the metadata that the options give them, in the order of the list: what is
    /// taken from other metadata may be taken from a table.
    static Ensemble addedTo(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        Ensemble told = ensemble;
        for (String file : arguments.all(TABLE)) told = fromTable(file, told, console);
        for (String each : arguments.all(SET)) told = constant(each, told, console);
        for (String each : arguments.all(FROM_NAME))
            told =
                    applied(
                            checked("--from-name", each, () -> MetadataRule.fromKey(each)),
                            told,
                            "--from-name '%s' does not fit".formatted(each),
                            console);
        for (String each : arguments.all(FROM_METADATA)) told = fromMetadata(each, told, console);
        return told;
    }

    private static Ensemble fromTable(String file, Ensemble ensemble, Console console)
            throws IOException {
        try {
            Table table = Table.ofCsv(Files.readString(Path.of(file)));
            return applied(MetadataRule.table(table), ensemble, file + " has no row for", console);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(file + ": " + wrong.getMessage(), wrong);
        } catch (CharacterCodingException wrong) {
            throw new IllegalArgumentException(
                    file + ": expected CSV in UTF-8, found other bytes", wrong);
        }
    }

    /// With what the first group of a regular expression finds in the names of runs.
    static Ensemble named(
            String option, String name, String regex, Ensemble ensemble, Console console) {
        return applied(
                checked(option, regex, () -> MetadataRule.fromKey(name, regex)),
                ensemble,
                "%s '%s=%s' does not fit".formatted(option, name, regex),
                console);
    }

    private static Ensemble constant(String each, Ensemble ensemble, Console console) {
        int mark = each.indexOf('=');
        if (mark < 1)
            throw new IllegalArgumentException(
                    "--set %s: expected NAME=VALUE, such as machine=quartz".formatted(each));
        MetadataRule rule =
                MetadataRule.constant(
                        each.substring(0, mark).strip(), each.substring(mark + 1).strip());
        return applied(rule, ensemble, each, console);
    }

    /// The name ends at a colon, but names may have colons themselves.
    private static Ensemble fromMetadata(String each, Ensemble ensemble, Console console) {
        List<String> known = ensemble.metadataColumns();
        for (int mark = each.indexOf(':'); mark > 0; mark = each.indexOf(':', mark + 1)) {
            String name = each.substring(0, mark);
            String regex = each.substring(mark + 1);
            if (known.contains(name))
                return applied(
                        checked("--from-metadata", each, () -> MetadataRule.from(name, regex)),
                        ensemble,
                        "--from-metadata '%s' does not fit".formatted(each),
                        console);
        }
        throw new IllegalArgumentException(
                "--from-metadata %s: expected NAME:REGEX with metadata that some run has; there are %s"
                        .formatted(each, MetadataNames.listed(known)));
    }

    private static MetadataRule checked(
            String option, String text, java.util.function.Supplier<MetadataRule> rule) {
        try {
            return rule.get();
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "%s %s: %s at character %d"
                            .formatted(option, text, wrong.getDescription(), wrong.getIndex() + 1),
                    wrong);
        }
    }

    /// @param lacks what to say before the runs of which the rule says nothing
    private static Ensemble applied(
            MetadataRule rule, Ensemble ensemble, String lacks, Console console) {
        MetadataRule.Applied applied = rule.on(ensemble);
        if (!applied.without().isEmpty())
            console.warn(
                    "%s %d of %d runs: %s"
                            .formatted(
                                    lacks,
                                    applied.without().size(),
                                    ensemble.runs(),
                                    Names.some(applied.without())));
        if (!applied.unused().isEmpty())
            console.warn("rows of no run that was read: " + Names.some(applied.unused()));
        return applied.ensemble();
    }
}
