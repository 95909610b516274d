package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.MetadataRule;
import treeline.ensemble.metadata.MetadataNames;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Table;
import treeline.view.DisplayNames;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// Parameters that add metadata to runs: from a CSV file, a constant, file names or other metadata;
/// and the parameter that maps values.
public final class MetadataOptions {
    static final Parameter<String> TABLE =
            Parameter.of(
                    "metadata",
                    ParameterType.file("FILE.csv"),
                    "add the metadata of a CSV file; its column 'run' has the names or paths of"
                            + " runs");
    static final Parameter<String> SET =
            Parameter.of("set", ParameterType.text("NAME=VALUE"), "add this metadata to all runs")
                    .severalTimes();
    static final Parameter<String> FROM_NAME =
            Parameter.of(
                            "from-name",
                            ParameterType.text("REGEX"),
                            "add metadata from file and folder names: '(?<ranks>\\d+)cores' adds"
                                    + " ranks")
                    .severalTimes();
    static final Parameter<String> FROM_METADATA =
            Parameter.of(
                            "from-metadata",
                            ParameterType.text("NAME:REGEX"),
                            "add metadata from other metadata: 'compiler_options:-O(?<level>\\d)'"
                                    + " adds level")
                    .severalTimes();

    static final Parameter<String> MAP =
            Parameter.of(
                            "map",
                            ParameterType.text("NAME:REGEX=VALUE"),
                            "replace values that match entirely: 'compiler:gcc.*=gcc'; $1 is the"
                                    + " first group")
                    .severalTimes();

    static final List<Parameter<?>> OPTIONS = List.of(TABLE, SET, FROM_NAME, FROM_METADATA, MAP);

    private MetadataOptions() {}

    /// The runs with the added metadata. Parameters apply in the order of [#OPTIONS], so that
    /// `--from-metadata` can use a column of the CSV file.
    static Ensemble addedTo(Ensemble ensemble, Arguments arguments, Session session)
            throws IOException {
        Ensemble runs = ensemble;
        for (String file : arguments.all(TABLE)) runs = fromTable(file, runs, session);
        for (String each : arguments.all(SET)) runs = constant(each, runs, session);
        for (String each : arguments.all(FROM_NAME))
            runs =
                    applied(
                            checked("--from-name", each, () -> MetadataRule.fromKey(each)),
                            runs,
                            "--from-name '%s' does not match".formatted(each),
                            session);
        for (String each : arguments.all(FROM_METADATA)) runs = fromMetadata(each, runs, session);
        for (String each : arguments.all(MAP)) runs = mapped(each, runs);
        return runs;
    }

    private static Ensemble fromTable(String file, Ensemble ensemble, Session session)
            throws IOException {
        try {
            Table table = Table.ofCsv(Files.readString(Path.of(file)));
            return applied(MetadataRule.table(table), ensemble, file + " has no row for", session);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(file + ": " + wrong.getMessage(), wrong);
        } catch (CharacterCodingException wrong) {
            throw new IllegalArgumentException(
                    file + ": expected CSV in UTF-8, found other bytes", wrong);
        }
    }

    /// Adds the first group of a regular expression, matched against the names of runs.
    public static Ensemble named(
            String option, String name, String regex, Ensemble ensemble, Session session) {
        return applied(
                checked(option, regex, () -> MetadataRule.fromKey(name, regex)),
                ensemble,
                "%s '%s=%s' does not match".formatted(option, name, regex),
                session);
    }

    private static Ensemble constant(String each, Ensemble ensemble, Session session) {
        int mark = each.indexOf('=');
        if (mark < 1)
            throw new IllegalArgumentException(
                    "--set %s: expected NAME=VALUE, such as machine=quartz".formatted(each));
        MetadataRule rule =
                MetadataRule.constant(
                        each.substring(0, mark).strip(), each.substring(mark + 1).strip());
        return applied(rule, ensemble, each, session);
    }

    /// The name ends at a colon, but metadata names may contain colons.
    private static Ensemble fromMetadata(String each, Ensemble ensemble, Session session) {
        List<String> known = ensemble.metadataColumns();
        for (int mark = each.indexOf(':'); mark > 0; mark = each.indexOf(':', mark + 1)) {
            String name = each.substring(0, mark);
            String regex = each.substring(mark + 1);
            if (known.contains(name))
                return applied(
                        checked("--from-metadata", each, () -> MetadataRule.from(name, regex)),
                        ensemble,
                        "--from-metadata '%s' does not match".formatted(each),
                        session);
        }
        throw new IllegalArgumentException(
                "--from-metadata %s: expected NAME:REGEX with metadata of at least one run; available: %s"
                        .formatted(each, MetadataNames.listed(known)));
    }

    /// The name ends at a colon, the regular expression at the last equals sign.
    private static Ensemble mapped(String each, Ensemble ensemble) {
        List<String> known = ensemble.metadataColumns();
        int end = each.lastIndexOf('=');
        for (int mark = each.indexOf(':');
                mark > 0 && mark < end;
                mark = each.indexOf(':', mark + 1)) {
            String name = each.substring(0, mark);
            String regex = each.substring(mark + 1, end);
            String value = each.substring(end + 1);
            if (known.contains(name)) {
                MetadataRule rule =
                        checked("--map", each, () -> MetadataRule.mapped(name, regex, value));
                return rule.on(ensemble).ensemble();
            }
        }
        throw new IllegalArgumentException(
                "--map %s: expected NAME:REGEX=VALUE with metadata that some run has; there are %s"
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

    /// @param lacks the start of the warning about runs without a match
    private static Ensemble applied(
            MetadataRule rule, Ensemble ensemble, String lacks, Session session) {
        MetadataRule.Applied applied = rule.on(ensemble);
        if (!applied.without().isEmpty())
            session.warn(
                    "%s %d of %d runs: %s"
                            .formatted(
                                    lacks,
                                    applied.without().size(),
                                    ensemble.runs(),
                                    DisplayNames.some(applied.without())));
        if (!applied.unused().isEmpty())
            session.warn("rows that match no loaded run: " + DisplayNames.some(applied.unused()));
        return applied.ensemble();
    }
}
