package treeline.formats.caliper.cali;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliText;
import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CaliReaderTest {
    @TempDir Path folder;

    @Test
    void regionsLoopsAndFunctionsNestInOneCallPath() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=22,data=main
                        __rec=node,id=61,attr=23,data=solve,parent=60
                        __rec=node,id=62,attr=21,data=exchange,parent=61
                        __rec=node,id=63,attr=24,data=MPI_Send,parent=62
                        __rec=ctx,ref=63,attr=41,data=1.5
                        """);
        assertThat(run.time("main/solve/exchange/MPI_Send")).isEqualTo(1.5);
        assertThat(run.profile().tree().frames())
                .extracting(Frame::kind)
                .containsExactly(
                        Frame.Kind.FUNCTION,
                        Frame.Kind.LOOP,
                        Frame.Kind.REGION,
                        Frame.Kind.FUNCTION);
    }

    @Test
    void timeOutsideRegionsHasANodeOfItsOwn() throws IOException {
        assertThat(cali("__rec=ctx,attr=41,data=0.5\n").time("(outside regions)")).isEqualTo(0.5);
    }

    @Test
    void ranksAreContextsInTheirOrder() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=21,data=main
                        __rec=ctx,ref=60,attr=31=41,data=10=1
                        __rec=ctx,ref=60,attr=31=41,data=2=3
                        """);
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(2), Context.ofRank(10));
        assertThat(run.value("time", "main", 1)).isEqualTo(1);
    }

    @Test
    void threadsOfARankAreContextsAndHandlesAreNumbered() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=pthread.id,parent=30
                        __rec=node,id=60,attr=21,data=main
                        __rec=ctx,ref=60,attr=31=55=41,data=0=140123456789=1
                        __rec=ctx,ref=60,attr=31=55=41,data=0=140123459999=2
                        """);
        assertThat(run.profile().contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(0, 1));
    }

    @Test
    void aliasAndUnitBecomeNameAndUnitOfTheMetric() throws IOException {
        Read run = cali("__rec=ctx,attr=41=44=46,data=1=1=7\n");
        assertThat(run.profile().metrics())
                .containsExactly(
                        new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE),
                        new Metric("time", Unit.SECONDS, Scope.INCLUSIVE),
                        new Metric("count", Unit.COUNT, Scope.EXCLUSIVE));
    }

    @Test
    void globalsAreFactsOfTheRunWithTheirTypes() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=54,attr=10,data=1612,parent=5
                        __rec=node,id=55,attr=8,data=omega,parent=54
                        __rec=node,id=56,attr=10,data=1612,parent=6
                        __rec=node,id=57,attr=8,data=debug,parent=56
                        __rec=node,id=60,attr=53,data=a \\, b \\= c \\\\ "d"\\nend
                        __rec=node,id=61,attr=51,data=4,parent=60
                        __rec=node,id=62,attr=55,data=0.8,parent=61
                        __rec=node,id=63,attr=57,data=true,parent=62
                        __rec=ctx,ref=63,attr=41,data=1
                        __rec=globals,ref=63=61
                        """);
        assertThat(run.profile().metadata().get("app"))
                .contains(new Value.Text("a , b = c \\ \"d\"\nend"));
        assertThat(run.profile().metadata().get("jobsize")).contains(new Value.Whole(4));
        assertThat(run.profile().metadata().get("omega")).contains(new Value.Real(0.8));
        assertThat(run.profile().metadata().get("debug")).contains(new Value.Flag(true));
        assertThat(run.profile().tree().at("(outside regions)")).isZero();
    }

    @Test
    void aFactThatComesTwiceKeepsBothValues() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=53,data=one
                        __rec=node,id=61,attr=53,data=two,parent=60
                        __rec=ctx,attr=41,data=1
                        __rec=globals,ref=61
                        """);
        assertThat(run.profile().metadata().get("app")).contains(new Value.Text("one/two"));
    }

    @Test
    void otherFactsOfRecordsAreLabelsOfTheirNodes() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=channel,parent=32
                        __rec=node,id=60,attr=21,data=main
                        __rec=node,id=61,attr=55,data=regions
                        __rec=ctx,ref=60=61,attr=41,data=1
                        """);
        assertThat(run.profile().outline().label("channel", 0)).isEqualTo("regions");
    }

    @Test
    void labelsThatVaryWithinANodeAreNamed() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=material,parent=32
                        __rec=node,id=60,attr=21,data=main
                        __rec=node,id=61,attr=55,data=steel,parent=60
                        __rec=node,id=62,attr=55,data=wood,parent=60
                        __rec=ctx,ref=61,attr=41,data=1
                        __rec=ctx,ref=62,attr=41,data=2
                        """);
        assertThat(run.time("main")).isEqualTo(3);
        assertThat(run.profile().labels()).isEmpty();
        assertThat(run.reasons())
                .containsExactly("records of one node that differ only in 'material' are combined");
    }

    @Test
    void kernelsAndCopiesStandBelowTheRegionThatStartedThem() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=cupti.kernel.name,parent=32
                        __rec=node,id=56,attr=8,data=cupti.activity.kind,parent=32
                        __rec=node,id=57,attr=8,data=cupti.memcpy.kind,parent=32
                        __rec=node,id=60,attr=21,data=main
                        __rec=node,id=61,attr=56,data=kernel
                        __rec=node,id=62,attr=55,data=daxpy,parent=61
                        __rec=node,id=63,attr=56,data=memcpy
                        __rec=node,id=64,attr=57,data=HtoD,parent=63
                        __rec=ctx,ref=62=60,attr=41,data=2
                        __rec=ctx,ref=60=64,attr=41,data=3
                        """);
        assertThat(run.time("main/daxpy")).isEqualTo(2);
        assertThat(run.time("main/memcpy HtoD")).isEqualTo(3);
        assertThat(run.profile().tree().frame(run.profile().tree().at("main/daxpy")).kind())
                .isEqualTo(Frame.Kind.KERNEL);
    }

    @Test
    void hiddenAttributesAreLeftOut() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=54,attr=10,data=2241,parent=2
                        __rec=node,id=55,attr=8,data=iscsum#x,parent=54
                        __rec=ctx,attr=41=55,data=1=222
                        """);
        assertThat(run.profile().metrics()).extracting(Metric::name).containsExactly("time");
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void theOrderOfFieldsDoesNotMatter() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,data=main,id=60,attr=21
                        __rec=node,parent=60,data=inner,attr=21,id=61
                        __rec=ctx,data=5,attr=41,ref=61

                        """);
        assertThat(run.time("main/inner")).isEqualTo(5);
    }

    @Test
    void recordsWithAFieldTwiceAreLeftOutAndCounted() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=21,data=main
                        __rec=node,id=61,attr=21,data=a,parent=60
                        __rec=node,id=62,attr=21,data=b,parent=60,parent=61
                        __rec=ctx,ref=60,attr=41,data=5
                        __rec=ctx,ref=60,ref=61,attr=41,data=7
                        """);
        assertThat(run.time("main")).isEqualTo(5);
        assertThat(run.reasons())
                .map(reason -> reason.replace(folder.toString() + "/", ""))
                .contains(
                        "skipped a node with a duplicate field (first: run.cali line 26)",
                        "skipped a record with a duplicate field (first: run.cali line 28)");
    }

    @Test
    void badRecordsAreCountedAndTheOthersRead() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=21,data=main
                        hello
                        __rec=node,id=61,attr=21,data=child,parent=99
                        __rec=node,id=62,attr=98,data=x
                        __rec=node,attr=21,data=y
                        __rec=ctx,ref=61,attr=41,data=9
                        __rec=ctx,ref=60,attr=41=46,data=1
                        __rec=ctx,ref=60,attr=46,data=2=3
                        __rec=ctx,ref=60,attr=97=46,data=1=1
                        __rec=ctx,ref=60,attr=46,data=abc
                        __rec=ctx,ref=60,attr=31=46,data=-7=1
                        """);
        assertThat(run.time("main")).isEqualTo(1);
        assertThat(run.value("count", "main", 0)).isEqualTo(3);
        assertThat(run.report().isLossy()).isTrue();
        assertThat(run.reasons())
                .map(reason -> reason.replace(folder.toString() + "/", ""))
                .containsExactly(
                        "a line is not a known kind of record (first: run.cali line 25)",
                        "a node has a parent that is not defined before it (first: run.cali line"
                                + " 26)",
                        "a node uses an attribute that is not defined before it (first: run.cali"
                                + " line 27)",
                        "a node has no id, or a string that is too long (first: run.cali line 28)",
                        "a record refers to a node that is not defined before it (first: run.cali"
                                + " line 29)",
                        "a record has fewer values than attributes (first: run.cali line 30)",
                        "a record has more values than attributes (first: run.cali line 31)",
                        "a value uses an attribute that is not defined before it (first: run.cali"
                                + " line 32)",
                        "a value is not a number (first: run.cali line 33)",
                        "a record has a 'mpi.rank' that is not a non-negative integer (first:"
                                + " run.cali line 34)");
    }

    @Test
    void anUnfinishedLastLineIsNotBelieved() throws IOException {
        Read run = cali("__rec=ctx,attr=41,data=1\n__rec=ctx,attr=46,data=12");
        assertThat(run.profile().metrics()).extracting(Metric::name).containsExactly("time");
        assertThat(run.reasons())
                .containsExactly(
                        "the last line is cut off (first: %s/run.cali line 25)".formatted(folder));
    }

    @Test
    void anIdThatComesAgainMeansTheLaterNode() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=60,attr=21,data=one
                        __rec=ctx,ref=60,attr=41,data=1
                        __rec=node,id=60,attr=21,data=two
                        __rec=ctx,ref=60,attr=41,data=2
                        """);
        assertThat(run.time("one")).isEqualTo(1);
        assertThat(run.time("two")).isEqualTo(2);
        assertThat(run.reasons())
                .containsExactly(
                        "a node id is redefined; later records refer to the new node (first: %s/run.cali line 26)"
                                .formatted(folder));
    }

    @Test
    void aFileWithoutRecordsIsNoProfile() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.cali"), "hello\n");
        assertThatThrownBy(() -> CaliText.read(new CaliFormat(), file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "%s at byte 0: expected Caliper records that start with \"__rec=\", found none"
                                .formatted(file));
    }

    @Test
    void aFileWithoutValuesIsNoProfile() {
        assertThatThrownBy(() -> cali(""))
                .hasMessage(
                        "%s/run.cali: expected at least one record with a measured value, found none"
                                .formatted(folder));
    }

    @Test
    void aBlobIsNamedAsLost() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=blob,parent=0
                        __rec=ctx,attr=41=55,data=1=xyz
                        """);
        assertThat(run.reasons())
                .containsExactly(
                        "a value is a blob, which Caliper does not write in a readable form (first: %s/run.cali line 25)"
                                .formatted(folder));
    }

    @Test
    void readingsAreNotAddedUp() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=min#time.duration.ns,parent=45
                        __rec=node,id=56,attr=8,data=max#time.duration.ns,parent=45
                        __rec=node,id=57,attr=8,data=avg#time.duration.ns,parent=45
                        __rec=node,id=58,attr=8,data=any#size,parent=45
                        __rec=node,id=60,attr=21,data=main
                        __rec=ctx,ref=60,attr=46=55=56=57=58,data=1=10=10=10=5
                        __rec=ctx,ref=60,attr=46=55=56=57=58,data=3=4=30=20=6
                        """);
        assertThat(run.value("count", "main", 0)).isEqualTo(4);
        assertThat(run.value("min#time.duration.ns", "main", 0)).isEqualTo(4);
        assertThat(run.value("max#time.duration.ns", "main", 0)).isEqualTo(30);
        assertThat(run.value("avg#time.duration.ns", "main", 0)).isEqualTo((10 + 3 * 20) / 4.0);
        assertThat(run.value("any#size", "main", 0)).isEqualTo(5);
        assertThat(run.reasons())
                .containsExactly(
                        "several readings at a node: only the first is stored (first: any#size)");
    }

    @Test
    void threeAttributesOfOneMeaningStayThreeMetrics() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=55,attr=8,data=sum#time.duration.ns,parent=45
                        __rec=node,id=56,attr=8,data=time.duration.ns,parent=45
                        __rec=ctx,attr=41=55=56,data=1=2=3
                        """);
        assertThat(run.profile().metrics())
                .extracting(Metric::name)
                .isEqualTo(List.of("time", "sum#time.duration.ns", "time.duration.ns"));
    }

    private Read cali(String lines) throws IOException {
        return CaliText.cali(folder, lines);
    }
}
