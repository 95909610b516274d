package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

class QueryCommandTest extends CommandTest {
    private Path stencil;

    @BeforeEach
    void draw() throws IOException {
        stencil =
                drawn(
                        "stencil.txt",
                        """
                        metric time s inclusive
                        path                 tag   rank0  rank1
                        main                 -       100    120
                        main/end             IO        2      -
                        main/loop            -        90    110
                        main/loop/exchange   COMM     30     10
                        main/loop/compute    COMP     60    100

                        metric visits n exclusive
                        path                 rank0
                        main                     1
                        main/loop               50
                        """);
    }

    @Test
    void matchesAreMarkedInTheTreeThatLeadsToThem() {
        assertThat(printed("query", stencil, "MATCH (p) WHERE p.\"tag\" STARTS WITH \"COM\""))
                .isEqualTo(
                        """
                        2 of 5 call paths match

                        time (inclusive), mean of 2 ranks

                         110 s  100.0 %  ██████████    main
                         100 s   90.9 %  █████████▏    └─ loop
                        80.0 s   72.7 %  ███████▎    ●    ├─ compute  COMP
                        20.0 s   18.2 %  █▉          ●    └─ exchange  COMM

                        ● match
                        """);
    }

    @Test
    void nothingFoundIsSaid() {
        assertThat(printed("query", stencil, "MATCH (p) WHERE p.name = 'nowhere'"))
                .isEqualTo("0 of 5 call paths match\n");
    }

    @Test
    void contextsCountAsTheModeSays() {
        String heavy = "MATCH (p) WHERE p.time > 25 AND p IS LEAF";
        assertThat(printed("query", stencil, heavy)).startsWith("1 of 5");
        assertThat(printed("query", stencil, heavy, "--mode", "any")).startsWith("2 of 5");
        assertThat(printed("query", stencil, heavy, "--mode", "all")).startsWith("1 of 5");
        assertThat(printed("query", stencil, heavy, "--rank", 0)).startsWith("2 of 5");
    }

    @Test
    void theFirstMatchIsHatchets() {
        String broad = "MATCH (p)->(*)->(q) WHERE p.depth = 0 AND q.time > 1";
        assertThat(printed("query", stencil, broad)).startsWith("4 of 5");
        assertThat(printed("query", stencil, broad, "--matching", "first")).startsWith("2 of 5");
    }

    @Test
    void anotherMetricCanBeShownThanIsAskedFor() {
        assertThat(printed("query", stencil, "MATCH (p) WHERE p.time > 95", "-m", "visits"))
                .contains("visits (inclusive)", "● main", "● └─ loop");
    }

    @Test
    void programsGetMatchesAndTheirCallers() {
        String query = "MATCH (p) WHERE p.name = \"loop\"";
        assertThat(printed("query", stencil, query, "--csv"))
                .isEqualTo(
                        """
                        node,parent,depth,name,path,value:inclusive [s],share,elapsed [s],match,hidden
                        0,,0,main,main,110.0,1.0,,false,0
                        2,0,1,loop,main/loop,100.0,0.9090909090909091,,true,0
                        """);
        assertThat(printed("query", stencil, query, "--json"))
                .contains("\"name\": \"loop\"", "\"match\": true", "\"parent\": 0");
    }

    @Test
    void mistakesAreShownWithACaret() {
        assertThat(refused("query", stencil, "MATCH (p) WHERE p.name LIKE 'x'"))
                .isEqualTo(
                        """
                        treeline: expected =, !=, <, <=, >, >=, =~, STARTS WITH, ENDS WITH, \
                        CONTAINS or IS, found 'LIKE'
                          MATCH (p) WHERE p.name LIKE 'x'
                                                 ^
                          see 'treeline query --help'
                        """);
        assertThat(refused("query", stencil, "MATCH (p) WHERE p.cost > 1"))
                .startsWith(
                        "treeline: no attribute 'cost'; available: name, file, line, module, kind,"
                                + " depth, node_id, leaf, time, visits, tag\n");
        assertThat(refused("query", stencil)).contains("QUERY");
    }
}
