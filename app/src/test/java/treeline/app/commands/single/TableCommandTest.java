package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.source.ProfileFormat;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a run holds, as tables.
class TableCommandTest extends CommandTest {
    private Path run = Path.of("");

    private final Session real = new Session(withDrawings(), Session.PLAIN);

    private static Formats withDrawings() {
        Formats all = Formats.all();
        List<ProfileFormat> readable = new ArrayList<>(all.readable());
        readable.add(new DrawnFormat());
        return new Formats(readable, all.writable());
    }

    private Path database() {
        Path database = folder.resolve("run.tldb");
        assertThat(run(real, "convert", run, database).exitCode()).isZero();
        return database;
    }

    @BeforeEach
    void draw() throws IOException {
        run =
                drawn(
                        "run.txt",
                        """
                        metric time s inclusive
                        path        rank0thread0  rank0thread1  rank2
                        main                  10             4     20
                        main/solve             7             -      9
                        main/step            1+2             3      -

                        metric bytes B exclusive
                        path        rank0thread0  rank0thread1  rank2
                        main/solve           100             -      0
                        """);
    }

    @Test
    void metricsHaveUnitsAndScopes() {
        assertThat(printed("table", "metrics", run))
                .isEqualTo(
                        """
                        id  name   unit  scope
                         0  time   s     inclusive
                         1  bytes  B     exclusive
                        """);
        assertThat(printed("table", "metrics", run, "--metrics", "bytes | time (e,i)", "--csv"))
                .isEqualTo(
                        """
                        id,name,unit,scope
                        1,bytes,B,exclusive
                        ,time,s,exclusive
                        0,time,s,inclusive
                        """);
        assertThat(refused("table", "metrics", run, "-m", "time (i,c)"))
                .startsWith("treeline: no scope c of 'time'; available: i, e\n");
    }

    @Test
    void contextsHaveAllTheirParts() {
        assertThat(printed("table", "contexts", run))
                .isEqualTo(
                        """
                        id  context          rank  thread
                         0  rank 0 thread 0     0  0
                         1  rank 0 thread 1     0  1
                         2  rank 2              2
                        """);
        assertThat(printed("table", "contexts", run, "--contexts", "thread", "--csv"))
                .isEqualTo(
                        """
                        id,context,host,rank,thread,stream,repetition
                        0,rank 0 thread 0,,0,0,,
                        1,rank 0 thread 1,,0,1,,
                        """);
        assertThat(printed("table", "contexts", run, "--rank", "2", "--json"))
                .contains("\"schema\": \"treeline/table-contexts/1\"")
                .contains(
                        "{\"id\": 2, \"context\": \"rank 2\", \"host\": null, \"rank\": 2,"
                                + " \"thread\": null");
    }

    @Test
    void callPathsAreListedWithTheirParents() {
        assertThat(printed("table", "tree", run, "--top", "2"))
                .isEqualTo(
                        """
                        id  parent  depth  kind    name
                         0              0  region  main
                         1       0      1  region  solve
                        … 1 more
                        """);
        assertThat(printed("table", "tree", run, "--paths", "region(s*)", "--csv"))
                .isEqualTo(
                        """
                        id,parent,depth,kind,name,file,line,module,path
                        1,0,1,region,solve,,,,main/solve
                        2,0,1,region,step,,,,main/step
                        """);
        assertThat(
                        printed(
                                "table",
                                "tree",
                                run,
                                "--paths",
                                "MATCH (\".\", p) WHERE p.\"time (inc)\" > 8 s",
                                "--csv"))
                .endsWith("path\n0,,0,region,main,,,,main\n");
        assertThat(refused("table", "tree", run, "--paths", "function(sleep)"))
                .startsWith("treeline: no call path matches the query of --paths\n");
    }

    @Test
    void aSliceHasTheValuesThatAreThereAsTheyAreStored() {
        assertThat(printed("table", "slice", run, "--metrics", "bytes"))
                .isEqualTo(
                        """
                        value  context_id  rank  thread  node_id  metric  scope      path
                        100 B           0     0       0        1  bytes   exclusive  main/solve
                          0 B           2     2                1  bytes   exclusive  main/solve
                        """);
        assertThat(printed("table", "slice", run, "--rank", "0", "--paths", "region(s*)", "--csv"))
                .isEqualTo(
                        """
                        context_id,host,rank,thread,stream,repetition,node_id,path,metric,scope,unit,value
                        0,,0,0,,,1,main/solve,time,inclusive,s,7.0
                        0,,0,0,,,2,main/step,time,inclusive,s,3.0
                        0,,0,0,,,1,main/solve,bytes,exclusive,B,100.0
                        1,,0,1,,,2,main/step,time,inclusive,s,3.0
                        """);
    }

    @Test
    void aScopeThatIsNotStoredIsComputedFromAllNodes() {
        assertThat(
                        printed(
                                "table",
                                "slice",
                                run,
                                "--contexts",
                                "rank(0).thread(0)",
                                "--paths",
                                "region(main)",
                                "--metrics",
                                "time (i,e)",
                                "--csv"))
                .endsWith(
                        """
                        value
                        0,,0,0,,,0,main,time,inclusive,s,10.0
                        0,,0,0,,,0,main,time,exclusive,s,0.0
                        """);
    }

    @Test
    void whatDoesNotFitIntoMemoryIsWrittenPartByPart() {
        Path database = database();
        String csv = printed(real, "table", "slice", database, "--csv");
        String json = printed(real, "table", "slice", database, "--json");
        String text = printed(real, "table", "slice", database, "--top", "3");
        System.setProperty("treeline.memory", "1000");
        try {
            Session.Answer written = run(real, "table", "slice", database, "--csv");
            assertThat(written.out()).isEqualTo(csv);
            assertThat(written.err()).startsWith("note: the run is read in parts: a table of");
            assertThat(printed(real, "table", "slice", database, "--top", "3"))
                    .startsWith("note: the run is read in parts: a table of up to ")
                    .contains(" values needs ", ", 1,000 B available\n\n")
                    .endsWith(text);
            String inParts = printed(real, "table", "slice", database, "--json");
            assertThat(rows(inParts)).isEqualTo(rows(json));
            assertThat(inParts).contains("\"text\": \"the run is read in parts");
        } finally {
            System.clearProperty("treeline.memory");
        }
    }

    private static String rows(String json) {
        String from = json.substring(json.indexOf("\"rows\""));
        return from.substring(0, from.indexOf("\n  ]"));
    }

    @Test
    void callPathsAreChosenByMeansAlsoInParts() {
        Path database = database();
        Object[] words = {
            "table", "slice", database, "--paths", "MATCH (p) WHERE p.time > 3", "--csv"
        };
        String csv = printed(real, words);
        System.setProperty("treeline.memory", "100");
        try {
            assertThat(run(real, words).out()).isEqualTo(csv);
        } finally {
            System.clearProperty("treeline.memory");
        }
    }
}
