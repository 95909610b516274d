package treeline.question.claims;

import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A sentence whose arguments are looked up by the names in its template.
record Claim(Sentence sentence) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-zA-Z]*)}");

    String template() {
        return sentence.template();
    }

    Map<String, Argument> arguments() {
        List<String> names =
                PLACEHOLDER
                        .matcher(template())
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .toList();
        Map<String, Argument> all = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) all.put(names.get(i), sentence.arguments().get(i));
        return all;
    }

    private Argument argument(String name) {
        Argument argument = arguments().get(name);
        if (argument == null) throw new AssertionError(template() + " has no " + name);
        return argument;
    }

    boolean has(String name) {
        return arguments().containsKey(name);
    }

    double number(String name) {
        return number(argument(name));
    }

    static double number(Argument argument) {
        return switch (argument) {
            case Argument.Amount(double value, _) -> value;
            case Argument.Decimal(double value, _) -> value;
            case Argument.Setting(double value) -> value;
            case Argument.Level(double value) -> value;
            case Argument.PValue(double value) -> value;
            case Argument.Share(double value) -> value;
            case Argument.ComparedShare(double value) -> value;
            case Argument.Change(double value, _) -> value;
            case Argument.RelativeChange(double value) -> value;
            case Argument.Count(long value) -> value;
            case Argument.Name _, Argument.Path _, Argument.Names _, Argument.Clauses _ ->
                    throw new AssertionError(argument + " is not a number");
        };
    }

    static boolean isNumber(Argument argument) {
        return !(argument instanceof Argument.Name
                || argument instanceof Argument.Path
                || argument instanceof Argument.Names
                || argument instanceof Argument.Clauses);
    }

    String text(String name) {
        return switch (argument(name)) {
            case Argument.Name(String value) -> value;
            case Argument.Path(String value) -> value;
            default -> throw new AssertionError(name + " is not a string in " + template());
        };
    }

    List<String> names(String name) {
        return argument(name) instanceof Argument.Names(List<String> all, _) ? all : List.of();
    }

    /// The clauses of an argument: none, one, or a list.
    List<Claim> clauses(String name) {
        return argument(name) instanceof Argument.Clauses(List<Sentence> all, _)
                ? all.stream().map(Claim::new).toList()
                : List.of();
    }

    /// This claim and all clauses inside.
    List<Claim> withClauses() {
        List<Claim> all = new ArrayList<>(List.of(this));
        for (String each : arguments().keySet())
            for (Claim clause : clauses(each)) all.addAll(clause.withClauses());
        return all;
    }
}
