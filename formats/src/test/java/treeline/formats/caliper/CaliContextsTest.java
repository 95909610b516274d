package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.source.Input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// What `.cali` files say of contexts beside their numbers.
class CaliContextsTest {
    @TempDir Path folder;

    private Read cali(String lines) throws IOException {
        return CaliText.cali(folder, lines);
    }

    @Test
    void hostsNamesOfThreadsAndGpusBelongToContexts() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=54,attr=10,data=84,parent=3
                        __rec=node,id=55,attr=8,data=hostname,parent=54
                        __rec=node,id=56,attr=8,data=thread.name,parent=54
                        __rec=node,id=57,attr=8,data=cupti.deviceID,parent=30
                        __rec=node,id=60,attr=21,data=main
                        __rec=node,id=61,attr=55,data=n17
                        __rec=node,id=62,attr=56,data=worker
                        __rec=ctx,ref=60=61,attr=31=57=41,data=0=2=1
                        __rec=ctx,ref=60=62,attr=31=55=41,data=1=n18=2
                        """);
        assertThat(run.profile().contexts())
                .containsExactly(
                        new Context("n17", 0, -1, -1, -1), new Context("n18", 1, -1, -1, -1));
        assertThat(run.profile().outline().contextLabels())
                .containsExactlyInAnyOrder(
                        Label.of("gpudevice", List.of("2", "")),
                        Label.of("threadname", List.of("", "worker")));
        assertThat(run.profile().outline().labels()).isEmpty();
        assertThat(run.profile().metrics()).hasSize(1);
        assertThat(run.value("time", "main", 1)).isEqualTo(2);
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void aContextOfSeveralGpusHasNoneAndThatIsNoted() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=57,attr=8,data=cupti.deviceID,parent=30
                        __rec=node,id=60,attr=21,data=main
                        __rec=ctx,ref=60,attr=31=57=41,data=0=0=1
                        __rec=ctx,ref=60,attr=31=57=41,data=0=1=2
                        __rec=ctx,ref=60,attr=31=57=41,data=1=3=2
                        """);
        assertThat(run.profile().outline().contextLabels())
                .containsExactly(Label.of("gpudevice", List.of("", "3")));
        assertThat(run.value("time", "main", 0)).isEqualTo(3);
        assertThat(run.reasons())
                .containsExactly(
                        "a context has several values of 'gpudevice'; its label is omitted");
    }

    @Test
    void filesThatAreRanksNameTheirHosts() throws IOException {
        String facts =
                """
                __rec=node,id=58,attr=8,data=hostname,parent=52
                __rec=node,id=60,attr=21,data=main
                __rec=ctx,ref=60,attr=31=41,data=RANK=1
                __rec=node,id=61,attr=58,data=nRANK
                __rec=globals,ref=61
                """;
        for (String rank : List.of("0", "1"))
            Files.writeString(
                    folder.resolve("run-%s.cali".formatted(rank)),
                    CaliText.ATTRIBUTES + facts.replace("RANK", rank));
        Read run = CaliText.read(new CaliFormat(), Input.of(folder.toString()));
        assertThat(run.profile().contexts())
                .containsExactly(
                        new Context("n0", 0, -1, -1, -1), new Context("n1", 1, -1, -1, -1));
    }

    @Test
    void thereAreAsManyContextsAsPairsOfARankAndAThreadId() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            var random = new Random(seed);
            Set<List<Long>> pairs = new LinkedHashSet<>();
            for (int i = 0; i < 20; i++)
                pairs.add(List.of((long) random.nextInt(3), threadId(random)));
            var lines = new StringBuilder();
            lines.append("__rec=node,id=59,attr=8,data=pthread.id,parent=30\n");
            lines.append("__rec=node,id=60,attr=21,data=main\n");
            for (List<Long> pair : pairs)
                lines.append(
                        "__rec=ctx,ref=60,attr=31=59=41,data=%d=%d=1\n"
                                .formatted(pair.getFirst(), pair.getLast()));
            Outline outline = cali(lines.toString()).profile().outline();
            assertThat(outline.contexts()).hasSize(pairs.size());
            Set<List<Long>> read = new HashSet<>();
            for (int i = 0; i < outline.contexts().size(); i++) {
                Context context = outline.contexts().get(i);
                String id = outline.contextLabel("thread id", i);
                assertThat(id.isEmpty() || Long.parseLong(id) > 1 << 20).isTrue();
                read.add(
                        List.of(
                                (long) context.rank(),
                                id.isEmpty() ? context.thread() : Long.parseLong(id)));
            }
            assertThat(read).isEqualTo(pairs);
        }
    }

    /// Counts, ids near the limit, and addresses.
    private static long threadId(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(4);
            case 1 -> (1 << 20) - 2 + random.nextInt(5);
            default -> 139_000_000_000_000L + random.nextInt(1 << 30);
        };
    }
}
