package treeline.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.query.Query;
import treeline.table.Table;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;

/// What a run holds, for programs that go on with it.
class TablesTest {
    private final Profile profile =
            Drawing.profileOf(
                    """
                    metric time s inclusive
                    path        rank0  rank1  rank2
                    main            1      2      3
                    main/solve      -      1      0
                    """);

    private static String csv(Table table) throws IOException {
        var text = new StringBuilder();
        table.toCsv(text);
        return text.toString();
    }

    @Test
    void rowsKeepTheirIdsWhateverIsChosen() throws IOException {
        Table slice =
                Tables.slice(
                        profile,
                        ContextSelector.parse("rank(1-2)"),
                        Query.parse("region(solve)"),
                        MetricSelector.parse("time"));
        assertThat(csv(slice.select("context_id", "rank", "node_id", "value")))
                .isEqualTo("context_id,rank,node_id,value\n1,1,1,1.0\n2,2,1,0.0\n");
    }

    @Test
    void whatWasNotMeasuredHasNoRow() {
        Table slice =
                Tables.slice(
                        profile,
                        ContextSelector.all(),
                        Query.parse("*"),
                        MetricSelector.parse("*"));
        assertThat(slice.rows()).isEqualTo(5);
    }

    @Test
    void labelsOfContextsAreColumnsUnderNamesOfTheirOwn() throws IOException {
        Outline outline =
                profile.outline()
                        .withContextLabels(
                                List.of(
                                        Label.of("core", List.of("0", "", "7")),
                                        Label.of("rank", List.of("a", "b", "c"))));
        assertThat(csv(Tables.contexts(outline, ContextSelector.parse("core"))))
                .isEqualTo(
                        """
                        id,context,host,rank,thread,stream,repetition,core,label.rank
                        0,rank 0,,0,,,,0,a
                        2,rank 2,,2,,,,7,c
                        """);
    }

    @Test
    void aSliceHasAllPartsOfItsContextsNodesAndMetrics() throws IOException {
        Table slice =
                Tables.slice(
                        profile,
                        ContextSelector.parse("rank(1)"),
                        Query.parse("*"),
                        MetricSelector.parse("time (i,e)"));
        assertThat(csv(slice))
                .isEqualTo(
                        """
                        context_id,host,rank,thread,stream,repetition,node_id,path,metric,scope,unit,value
                        1,,1,,,,0,main,time,inclusive,s,2.0
                        1,,1,,,,1,main/solve,time,inclusive,s,1.0
                        1,,1,,,,0,main,time,exclusive,s,1.0
                        1,,1,,,,1,main/solve,time,exclusive,s,1.0
                        """);
    }

    @Test
    void aScopeThatIsComputedHasNoId() throws IOException {
        assertThat(csv(Tables.metrics(profile.outline(), MetricSelector.parse("time (e,i)"))))
                .isEqualTo("id,name,unit,scope\n,time,s,exclusive\n0,time,s,inclusive\n");
    }

    @Test
    void theTreeHasWhatTheFileSaysOfEachNode() throws IOException {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        builder.child(main, new Frame(Frame.Kind.LOOP, "loop", "a.c", 7, "a.out"));
        builder.child(ProfileBuilder.ROOT, Frame.region("io"));
        Profile run = builder.build();
        assertThat(csv(Tables.tree(run.outline(), Query.parse("*").on(run))))
                .isEqualTo(
                        """
                        id,parent,depth,kind,name,file,line,module,path
                        0,,0,function,main,,,,main
                        1,0,1,loop,loop,a.c,7,a.out,main/loop
                        2,,0,region,io,,,,io
                        """);
    }

    /// The label that repeats the column `stream` is left out.
    @Test
    void theNumberOfAStreamIsOneColumn() throws IOException {
        List<Context> contexts =
                List.of(
                        new Context("n1", 0, 0, Context.NONE, 2),
                        new Context("n1", 0, Context.NONE, 7, 3));
        var outline =
                new Outline(profile.tree(), List.of(), contexts, List.of(), Metadata.NONE)
                        .withContextLabels(List.of(Label.of("stream", List.of("", "7"))));
        assertThat(csv(Tables.contexts(outline, ContextSelector.all())))
                .startsWith("id,context,host,rank,thread,stream,repetition\n")
                .contains(",n1,0,0,,2\n")
                .endsWith(",n1,0,,7,3\n");
    }
}
