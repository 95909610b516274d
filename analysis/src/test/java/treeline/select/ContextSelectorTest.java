package treeline.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.source.Selection;
import treeline.testkit.Drawing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// 32 ranks with two threads each, on four hosts of eight ranks, each thread on a core of its own.
class ContextSelectorTest {
    private final Outline outline = outline();

    private static Outline outline() {
        CallTree tree = Drawing.profileOf("path rank0\nmain 1\n").tree();
        List<Context> contexts = new ArrayList<>();
        List<String> cores = new ArrayList<>();
        for (int rank = 0; rank < 32; rank++)
            for (int thread = 0; thread < 2; thread++) {
                String host = "nid00" + rank / 8;
                contexts.add(new Context(host, rank, thread, Context.NONE, Context.NONE));
                cores.add(thread == 0 ? "" : Integer.toString(rank % 8));
            }
        return new Outline(tree, List.of(), contexts, List.of(), Metadata.NONE)
                .withContextLabels(List.of(Label.of("core", cores)));
    }

    private String ranks(String selector) {
        int[] chosen = ContextSelector.parse(selector).of(outline).indexes(64);
        return String.join(
                " ",
                Arrays.stream(chosen)
                        .map(i -> outline.contexts().get(i).rank())
                        .distinct()
                        .mapToObj(Integer::toString)
                        .toList());
    }

    private int count(String selector) {
        return ContextSelector.parse(selector).of(outline).indexes(64).length;
    }

    @Test
    void rangesIncludeBothEndsAndEveryItemMayHaveAStep() {
        assertThat(ranks("rank(1-2)")).isEqualTo("1 2");
        assertThat(ranks("rank(0-10:4,20-30:5,31)")).isEqualTo("0 4 8 20 25 30 31");
        assertThat(ranks("rank(30-)")).isEqualTo("30 31");
        assertThat(ranks("rank(16-:8)")).isEqualTo("16 24");
        assertThat(count("*")).isEqualTo(64);
        assertThat(count("rank(3).thread(1)")).isEqualTo(1);
        assertThat(count("rank(3)")).isEqualTo(2);
    }

    @Test
    void alternativesAreJoined() {
        assertThat(count("rank(3).thread(1), rank(5) | rank(5).thread(0)")).isEqualTo(3);
        assertThat(count("rank(0-1)|*")).isEqualTo(64);
    }

    @Test
    void textsAreGlobsAndLabelsThatAreNumbersCompareAsNumbers() {
        assertThat(ranks("host(nid003)")).isEqualTo("24 25 26 27 28 29 30 31");
        assertThat(count("host(nid00*)")).isEqualTo(64);
        assertThat(count("node(nid00?)")).isEqualTo(64);
        assertThat(ranks("core(6-)")).isEqualTo("6 7 14 15 22 23 30 31");
        assertThat(count("core")).isEqualTo(32);
    }

    @Test
    void aSampleKeepsAllContextsOfWhatItChooses() {
        assertThat(count("rank(~5)")).isEqualTo(10);
        assertThat(ranks("rank(~5)")).isEqualTo(ranks("rank(~5)")).isEqualTo(ranks("rank(~5@0)"));
        assertThat(ranks("rank(~5)")).isNotEqualTo(ranks("rank(~5@7)"));
        assertThat(count("rank(~99)")).isEqualTo(64);
    }

    @Test
    void aSampleIsDrawnOfWhatTheOtherPartsLeave() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(count("rank(~4@%d).host(nid001)".formatted(seed))).isEqualTo(8);
            assertThat(count("rank(~4@%d).rank(0-3)".formatted(seed))).isEqualTo(8);
        }
    }

    @Test
    void everyRankIsAsLikelyAsAnyOther() {
        int[] chosen = new int[32];
        for (int seed = 0; seed < 4000; seed++)
            for (String rank : ranks("rank(~4@%d)".formatted(seed)).split(" "))
                chosen[Integer.parseInt(rank)]++;
        for (int each : chosen) assertThat(each).isBetween(400, 600); // 500 is expected
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() {
        assertThatThrownBy(() -> ranks("rank(3,40-50)"))
                .hasMessage("no rank 40-50; available: 0 to 31");
        assertThatThrownBy(() -> ranks("host(login*)"))
                .hasMessage("no host login*; available: nid000, nid001, nid002, nid003");
        assertThatThrownBy(() -> ranks("gpustream"))
                .hasMessage("no gpustreams; the profile is not divided into gpustreams");
        assertThatThrownBy(() -> ranks("gpudevice(0)"))
                .hasMessage("contexts have no 'gpudevice'; they have host, rank, thread, core");
        assertThatThrownBy(() -> ranks("core(0).thread(0)"))
                .hasMessage("no context matches all parts of core(0).thread(0)");
    }

    @Test
    void mistakesAreShownWhereTheyAre() {
        assertThatThrownBy(() -> ContextSelector.parse("rank(0)Xthread(1)"))
                .hasMessage(
                        """
                        expected a dot, a comma, | or the end, found 'X'
                          rank(0)Xthread(1)
                                 ^\
                        """);
        assertThatThrownBy(() -> ContextSelector.parse("rank(0,x)"))
                .hasMessage(
                        """
                        expected non-negative numbers, such as 3, 0-7,12 or 0-63:8, found 'x'
                          rank(0,x)
                                 ^\
                        """);
        for (String wrong :
                List.of(
                        "",
                        "rank(",
                        "rank()",
                        "rank(3-1)",
                        "rank(1,,2)",
                        "rank(-1)",
                        "rank(1-2:0)",
                        "rank(99999999999999999999)",
                        "rank(~0)",
                        "rank(~x)",
                        "rank(1,~2)",
                        "rank.",
                        "*.rank",
                        "rank(1) thread"))
            assertThatThrownBy(() -> ContextSelector.parse(wrong))
                    .as(wrong)
                    .hasMessageContaining("^");
    }

    @Test
    void selectorsAreWrittenAsTheyAreRead() {
        for (String text : List.of("*", "rank(0-7:2,12,20-).thread", "rank(~5@7),host(nid*)"))
            assertThat(ContextSelector.parse(text)).hasToString(text);
        assertThat(ContextSelector.parse("rank(1),rank(2)").and(ContextSelector.parse("thread(0)")))
                .hasToString("rank(1).thread(0),rank(2).thread(0)");
    }

    /// Two threads and a stream, which the tool calls 7.
    private static final Outline NAMED =
            new Outline(
                            Drawing.profileOf("path rank0\nmain 1\n").tree(),
                            List.of(),
                            List.of(
                                    Context.ofThread(0, 0),
                                    Context.ofThread(0, 1),
                                    new Context("", 0, Context.NONE, 0, Context.NONE)),
                            List.of(),
                            Metadata.NONE)
                    .withContextLabels(
                            List.of(
                                    Label.of("thread", List.of("main", "worker-0", "stream 7")),
                                    Label.of("stream", List.of("", "", "7"))));

    private static int[] named(String selector) {
        return ContextSelector.parse(selector).of(NAMED).indexes(3);
    }

    @Test
    void threadsAreChosenByTheirNumberOrTheirName() {
        assertThat(named("thread(0)")).containsExactly(0);
        assertThat(named("thread(worker-*)")).containsExactly(1);
        assertThat(named("thread(1,main)")).containsExactly(0, 1);
        assertThat(named("thread")).containsExactly(0, 1);
        assertThat(named("thread(*)")).containsExactly(0, 1);
        assertThatThrownBy(() -> named("thread(io)"))
                .hasMessage("no thread io; available: 0 to 1, called main, worker-0");
    }

    @Test
    void streamsAreChosenByTheNumberThatEveryScreenShows() {
        assertThat(named("stream(7)")).containsExactly(2);
        assertThat(named("stream")).containsExactly(2);
        assertThatThrownBy(() -> named("stream(0)")).hasMessage("no stream 0; available: 7 to 7");
    }

    private static Outline contexts(List<Context> contexts) {
        return new Outline(
                Drawing.profileOf("path rank0\nmain 1\n").tree(),
                List.of(),
                contexts,
                List.of(),
                Metadata.NONE);
    }

    @Test
    void manyNamesAreCountedFromTheNinthOn() {
        List<Context> hosts = new ArrayList<>();
        for (int i = 0; i < 8; i++)
            hosts.add(new Context("n" + i, i, Context.NONE, Context.NONE, Context.NONE));
        String eight = "no host x; available: n0, n1, n2, n3, n4, n5, n6, n7";
        var selector = ContextSelector.parse("host(x)");
        assertThatThrownBy(() -> selector.of(contexts(hosts))).hasMessage(eight);
        hosts.add(new Context("n8", 8, Context.NONE, Context.NONE, Context.NONE));
        assertThatThrownBy(() -> selector.of(contexts(hosts))).hasMessage(eight + " and 1 more");
    }

    @Test
    void partsOfContextsAreNamedOnce() {
        var stream = new Context("", 0, Context.NONE, 3, 1);
        var labelled = contexts(List.of(stream)).withContextLabels(labels("rank", "gpu"));
        assertThatThrownBy(() -> ContextSelector.parse("x(0)").of(labelled))
                .hasMessage("contexts have no 'x'; they have rank, gpustream, repetition, gpu");
        assertThatThrownBy(() -> ContextSelector.parse("x(0)").of(contexts(List.of(Context.WHOLE))))
                .hasMessage(
                        "contexts have no 'x'; they have no parts: the profile has one context, the"
                                + " whole program");
    }

    private static List<Label> labels(String... names) {
        return Arrays.stream(names).map(name -> Label.of(name, List.of("v"))).toList();
    }

    @Test
    void repetitionsAreChosenByTheirNumber() {
        List<Context> repetitions = new ArrayList<>();
        for (int i = 0; i < 4; i++) repetitions.add(Context.WHOLE.inRepetition(i));
        Outline repeated = contexts(repetitions);
        assertThat(ContextSelector.parse("repetition(1-2)").of(repeated).indexes(4))
                .containsExactly(1, 2);
        assertThatThrownBy(() -> ContextSelector.parse("repetition(9)").of(repeated))
                .hasMessage("no repetition 9; available: 0 to 3");
    }

    /// 18 digits always fit into a number; longer labels are texts.
    @Test
    void labelsOfUpToEighteenDigitsAreNumbers() {
        String eighteen = "999999999999999999";
        Outline labelled =
                contexts(List.of(Context.ofRank(0), Context.ofRank(1)))
                        .withContextLabels(
                                List.of(Label.of("id", List.of(eighteen, eighteen + "9"))));
        assertThat(ContextSelector.parse("id(5-)").of(labelled).indexes(2)).containsExactly(0);
    }

    @Test
    void bothSelectorsTogetherMeanWhatBothMean() {
        ContextSelector both =
                ContextSelector.parse("rank(0-3),host(x)")
                        .and(ContextSelector.of("thread", Items.numbers("1")));
        assertThat(both).hasToString("rank(0-3).thread(1),host(x).thread(1)");
        assertThat(ContextSelector.all()).hasToString("*");
        assertThat(ContextSelector.parse("rank(8-15).rank(~3@5),rank(2-:9)"))
                .hasToString("rank(8-15).rank(~3@5),rank(2-:9)");
    }

    @Test
    void stepsCountFromTheFirst() {
        assertThat(ranks("rank(1-8:3)")).isEqualTo("1 4 7");
        assertThat(ranks("host(\"nid000\")")).isEqualTo("0 1 2 3 4 5 6 7");
        assertThat(ContextSelector.all().of(outline)).isSameAs(Selection.ALL);
    }

    @Test
    void numbersHaveUpToSixtyThreeBits() {
        assertThat(Items.numbers("9223372036854775807")).hasToString("9223372036854775807");
        assertThatThrownBy(() -> Items.numbers("9223372036854775808"))
                .hasMessageStartingWith(
                        "expected non-negative numbers, such as 3, 0-7,12 or 0-63:8,")
                .hasMessageContaining("found '9223372036854775808'");
        assertThat(Items.numbers("~2147483647")).hasToString("~2147483647");
        assertThatThrownBy(() -> Items.numbers("~2147483648"))
                .hasMessageStartingWith("the sample size must be from 1 to 2^31 - 1");
        assertThatThrownBy(() -> Items.numbers(",1"))
                .hasMessageStartingWith(
                        "expected non-negative numbers, such as 3, 0-7,12 or 0-63:8, found"
                                + " nothing");
        assertThatThrownBy(() -> Items.numbers("1,  x")).hasMessageEndingWith("\n  1,  x\n      ^");
    }
}
