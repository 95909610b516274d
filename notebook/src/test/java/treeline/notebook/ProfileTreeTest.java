package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.Treeline;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.query.Query;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;

class ProfileTreeTest {
    private static final Profile SOLVER =
            profileOf(
                    """
                    path              rank0  rank1
                    main                  1      1
                    main/solve           40     60
                    main/solve/wait       5      5
                    main/io               9      9
                    main/io/wait          1      1
                    """);

    private static BitSet nodes(int... nodes) {
        var set = new BitSet();
        for (int node : nodes) set.set(node);
        return set;
    }

    private static String withoutStyle(String html) {
        return html.replaceAll("(?s)<style>.*?</style>\\n?", "");
    }

    /// A root that calls functions of these names.
    private static Profile calling(List<String> names) {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int rank = builder.context(Context.ofRank(0));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (String name : names)
            builder.add(time, rank, builder.newChild(main, Frame.function(name)), 1);
        return builder.build();
    }

    @Test
    void rowsOpenAndCloseWithoutAScript() {
        assertThat(withoutStyle(ProfileTree.of(SOLVER).html("")))
                .startsWith("<div class=\"tl-tree\"><p>time:inclusive, mean of 2 ranks")
                .contains("<li data-n=\"0\"><details open><summary>")
                .contains("<li data-n=\"2\"><div class=\"tl-leaf\">")
                .contains(">55.0 s<", "<i class=\"tl-hot\">●</i> <b>solve</b>")
                .doesNotContain("<script");
    }

    @Test
    void listsAreClosedInTheRightOrder() {
        String html = ProfileTree.of(SOLVER).html("");
        for (String tag : List.of("ul", "li", "details", "summary", "div", "span", "b", "i"))
            assertThat(html.split("<" + tag + "[ >]", -1).length)
                    .as(tag)
                    .isEqualTo(html.split("</" + tag + ">", -1).length);
    }

    @Test
    void markupInNamesIsText() {
        Profile profile = calling(List.of("<img src=x onerror=alert(1)>", "\" onclick=\"x"));
        ProfileTree tree = ProfileTree.of(profile);
        assertThat(tree.html("http://127.0.0.1:1/token/1") + tree.children(0, nodes()))
                .contains("<b>&lt;img src=x onerror=alert(1)&gt;</b>")
                .contains("title=\"&quot; onclick=&quot;x\"")
                .doesNotContain("<img", "\" onclick");
    }

    @Test
    void aLargeProfileSendsItsLargestRowsAndCountsTheOthers() {
        String[] names = new String[5000];
        for (int i = 0; i < names.length; i++) names[i] = "f" + i;
        ProfileTree tree = ProfileTree.of(calling(List.of(names)));
        String html = tree.html("");
        assertThat(html.split("<li data-n=", -1)).hasSize(1 + ProfileTree.MAX_NODES);
        assertThat(html).contains("… 4,801 more").contains("4,801 of 5,001 nodes are not shown");
        String more = tree.children(0, nodes(1, 2, 3));
        assertThat(more.split("<li data-n=", -1)).hasSize(1 + ProfileTree.MAX_NODES);
        assertThat(more)
                .startsWith("<li data-n=\"4\">")
                .contains("<li class=\"tl-more\" data-of=\"0\">", "… 4,797 more");
    }

    @Test
    void aDeepProfileIsCutBeforeBrowsersDo() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int node = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 1000; depth++)
            node = builder.child(node, Frame.function("f" + depth));
        builder.add(time, builder.context(Context.ofRank(0)), node, 1);
        ProfileTree tree = ProfileTree.of(builder.build());
        assertThat(tree.html("").split("<details", -1)).hasSize(1 + 120);
        assertThat(tree.html("")).contains("data-of=\"119\"", "… 880 more");
        assertThat(tree.children(119, nodes()))
                .startsWith("<li data-n=\"120\"><details><summary>")
                .contains("… 879 more");
    }

    @Test
    void aNameThatSaysEnoughIsTheQuery() {
        ProfileTree tree = ProfileTree.of(SOLVER);
        assertThat(tree.selectNodes(nodes(1, 3)))
                .isEqualTo("MATCH (p) WHERE p.\"name\" = \"solve\" OR p.\"name\" = \"io\"");
        assertThat(Query.parse(tree.selection()).on(SOLVER).toBitSet()).isEqualTo(nodes(1, 3));
        assertThat(tree.selectNodes(nodes(2, 4)))
                .isEqualTo("MATCH (p) WHERE p.\"name\" = \"wait\"");
    }

    @Test
    void otherwiseTheCallPathIsTheQuery() {
        ProfileTree tree = ProfileTree.of(SOLVER);
        assertThat(tree.selectNodes(nodes(4)))
                .isEqualTo(
                        "{MATCH (p0)->(p1)->(p2) WHERE p0.\"depth\" = 0 AND p0.\"name\" = \"main\""
                                + " AND p1.\"name\" = \"io\" AND p2.\"name\" = \"wait\"}"
                                + " AND {MATCH (p) WHERE p.\"depth\" = 2}");
        assertThat(Query.parse(tree.selection()).on(SOLVER).toBitSet()).isEqualTo(nodes(4));
        tree.selectNodes(nodes(0, 4));
        assertThat(Query.parse(tree.selection()).on(SOLVER).toBitSet()).isEqualTo(nodes(0, 4));
    }

    @Test
    void everySelectionIsFoundAgainWhateverTheNames() {
        Profile odd =
                calling(
                        List.of(
                                "say \"hi\"",
                                "back\\slash",
                                "end\\",
                                "both\\\"",
                                "it's",
                                " ",
                                "a\nb",
                                "twin",
                                "twin",
                                "operator->()",
                                "{x} AND (y)"));
        ProfileTree tree = ProfileTree.of(odd);
        for (int node = 0; node < odd.tree().size(); node++) {
            String text = tree.selectNodes(nodes(node));
            assertThat(Query.parse(text).on(odd).toBitSet()).as(text).isEqualTo(nodes(node));
        }
        assertThat(tree.selectNodes(nodes(8))).isEqualTo("MATCH (p) WHERE p.\"node_id\" = 8");
    }

    @Test
    void aQuerySelectsAsTicksDo() {
        ProfileTree tree = ProfileTree.of(SOLVER).select("MATCH (p) WHERE p IS LEAF");
        assertThat(tree.selection()).isEqualTo("MATCH (p) WHERE p.\"name\" = \"wait\"");
        assertThat(Notebook.selection()).isEqualTo(tree.selection());
        assertThat(tree.html("http://127.0.0.1:1/token/1")).contains("data-tl-selected=\"2,4\"");
        assertThat(tree.html(""))
                .contains("<code>MATCH (p) WHERE p.&quot;name&quot; = &quot;wait&quot;</code>");
    }

    @Test
    void withoutASelectionItSaysWhatToDo() {
        assertThatThrownBy(() -> ProfileTree.of(SOLVER).selection())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no node is selected: tick nodes in the tree, or call select(query)");
    }

    @Test
    void asTextItIsTheTreeOfAnOpenedRun() throws IOException {
        assertThat(ProfileTree.of(SOLVER)).hasToString(Treeline.of(SOLVER).tree().toString());
        assertThat(ProfileTree.of(SOLVER, "time:exclusive").toString())
                .startsWith("time (exclusive), mean of 2 ranks");
    }
}
