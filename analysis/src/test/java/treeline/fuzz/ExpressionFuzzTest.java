package treeline.fuzz;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.ensemble.NodeCondition;
import treeline.ensemble.metadata.RunFilter;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.prune.PruneRules;
import treeline.query.Query;
import treeline.select.ContextSelector;
import treeline.select.Items;
import treeline.select.MetricSelector;
import treeline.testkit.RandomProfiles;
import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.ExpressionSubject;
import treeline.testkit.fuzz.FuzzCampaign;
import treeline.testkit.fuzz.Subject;
import treeline.transform.Formula;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Any string is an expression that can be evaluated or an error with a reason, in bounded time and
/// memory.
class ExpressionFuzzTest {
    @TempDir Path folder;

    static Stream<Class<? extends Subject>> languages() {
        return Stream.<Class<? extends Subject>>of(
                        Queries.class,
                        ContextSelectors.class,
                        MetricSelectors.class,
                        Numbers.class,
                        Formulas.class,
                        RunFilters.class,
                        NodeConditions.class,
                        PruningRules.class)
                .filter(type -> FuzzCampaign.isSelected(type.getSimpleName()));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void anyStringIsAnExpressionOrAnErrorWithAReason(Class<? extends Subject> language)
            throws Exception {
        var loader =
                new CoverageLoader(
                        ExpressionFuzzTest.class.getClassLoader(),
                        "treeline.query.",
                        "treeline.select.",
                        "treeline.transform.",
                        "treeline.ensemble.",
                        "treeline.prune.");
        new FuzzCampaign(language.getSimpleName(), ExpressionFuzzTest.class, loader, folder)
                .run(language);
    }

    /// The small profile that expressions are evaluated on.
    abstract static class OnProfile extends ExpressionSubject {
        final Profile profile = RandomProfiles.of(4);

        @Override
        public String formatName() {
            return getClass().getSimpleName();
        }
    }

    /// The three dialects of queries.
    public static final class Queries extends OnProfile {
        @Override
        public String code() {
            return "treeline.query.";
        }

        @Override
        protected List<String> examples() {
            return List.of(
                    "MATCH (\"*\")->(p)->(2)->(\"+\") WHERE p.\"time\" > 5 AND p IS LEAF",
                    "{MATCH (p) WHERE p.name STARTS WITH 'a'} XOR {MATCH (2)} AND NOT {MATCH (q)}",
                    "MATCH (p) WHERE {p.depth >= 1} OR NOT {p.name =~ \"a.*\"}",
                    "[[\"*\", {\"time\": [\"> 5\", \"< 9\"]}], [2, {\"name\": \"a.*\"}]]",
                    "[{'leaf': True}, '+', 3]",
                    "entry, function(MPI_*).loop.line(x.c:12)",
                    "function(a).instruction(a.so:0x12f)");
        }

        @Override
        protected void evaluate(String expression) {
            Query.parse(expression).on(profile).size();
        }
    }

    public static final class ContextSelectors extends OnProfile {
        @Override
        public String code() {
            return "treeline.select.ContextSelector";
        }

        @Override
        protected List<String> examples() {
            return List.of(
                    "rank(0-3:2,7).thread(1)",
                    "rank(*), thread",
                    "rank(sample(2,seed=7))",
                    "summary");
        }

        @Override
        protected void evaluate(String expression) {
            ContextSelector selector = ContextSelector.parse(expression);
            if (selector.toString().isEmpty()) throw new AssertionError("an empty selector");
            selector.of(profile.outline());
        }
    }

    public static final class MetricSelectors extends OnProfile {
        @Override
        public String code() {
            return "treeline.select.MetricSelector";
        }

        @Override
        protected List<String> examples() {
            return List.of("time (i,e), *", "time:max (i)", "time:exclusive", "re:t.*");
        }

        @Override
        protected void evaluate(String expression) {
            MetricSelector.parse(expression).of(profile.outline());
        }
    }

    public static final class Numbers extends OnProfile {
        @Override
        public String code() {
            return "treeline.select.Items";
        }

        @Override
        protected List<String> examples() {
            return List.of("0-3", "1,2,5-9:2", "0-2000000000");
        }

        @Override
        protected void evaluate(String expression) {
            if (Items.numbers(expression).toString().isEmpty())
                throw new AssertionError("an empty list");
        }
    }

    public static final class Formulas extends OnProfile {
        @Override
        public String code() {
            return "treeline.transform.Formula";
        }

        @Override
        protected List<String> examples() {
            String metric = "'" + profile.metrics().getFirst().name() + "'";
            return List.of(
                    metric + " / 2 + 1e3",
                    "-(" + metric + " * " + metric + ") - max(" + metric + ", 1)");
        }

        @Override
        protected void evaluate(String expression) {
            Formula.parse(expression).addedTo(profile, "computed");
        }
    }

    public static final class RunFilters extends OnProfile {
        @Override
        public String code() {
            return "treeline.ensemble.metadata.";
        }

        @Override
        protected List<String> examples() {
            return List.of(
                    "ranks >= 4 and compiler == 'gcc'",
                    "not (size in [1, 2.5, 'x']) or name =~ 'a.*'",
                    "ranks != 3 and (a < 1 or b > 2)");
        }

        @Override
        protected void evaluate(String expression) {
            RunFilter filter = RunFilter.parse(expression);
            filter.holds(Metadata.NONE.with("ranks", 4).with("compiler", "gcc"));
        }
    }

    public static final class NodeConditions extends OnProfile {
        @Override
        public String code() {
            return "treeline.ensemble.";
        }

        @Override
        protected List<String> examples() {
            return List.of("mean(time) > 1", "std(time) / 2 <= 3 and max(time) != 0");
        }

        @Override
        protected void evaluate(String expression) {
            NodeCondition.parse(expression);
        }
    }

    public static final class PruningRules extends OnProfile {
        @Override
        public String code() {
            return "treeline.prune.";
        }

        @Override
        protected List<String> examples() {
            return List.of("1%, functions, system", "mpi,openmp,unknown", "module(lib*.so), 0.5%");
        }

        @Override
        protected void evaluate(String expression) {
            PruneRules.parse(expression)
                    .forEach(
                            rule -> {
                                if (rule.text().isBlank()) throw new AssertionError("no text");
                            });
        }
    }
}
