package treeline.formats.hpctoolkitxml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Small `experiment.xml` files and their metric-db files, written here.
final class SampleExperiment {
    private SampleExperiment() {}

    /// `main` calls `solve` from line 12; line 22 of `solve` is in a loop.
    static final String TREE =
            """
            <PF i="2" s="1" l="10" lm="1" f="1" n="1">
            <M n="2" v="10"/>
            <C i="3" s="2" l="12">
            <M n="2" v="10"/>
            <PF i="4" s="3" l="20" lm="1" f="2" n="2">
            <M n="2" v="10"/><M n="3" v="10"/>
            <L i="5" s="4" f="2" l="21-25">
            <M n="2" v="7"/><M n="3" v="7"/>
            <S i="6" s="5" l="22"><M n="2" v="7"/><M n="3" v="7"/></S>
            </L>
            <Pr i="7" s="6" l="3" lm="1" f="3" n="3" a="1">
            <M n="2" v="2"/><M n="3" v="2"/>
            <S i="8" s="7" l="4"><M n="2" v="2"/><M n="3" v="2"/></S>
            </Pr>
            </PF>
            </C>
            </PF>
            """;

    static final String METRICS =
            """
            <MetricTable>
              <Metric i="2" n="CPUTIME (usec):Sum (I)" v="derived-incr" t="inclusive" partner="3" show="1">
                <MetricFormula t="combine" frm="sum($2, $2)"/>
                <MetricFormula t="finalize" frm="$2"/>
              </Metric>
              <Metric i="3" n="CPUTIME (usec):Sum (E)" v="derived-incr" t="exclusive" partner="2" show="1"/>
            </MetricTable>
            """;

    static final String THREAD_METRICS =
            """
            <MetricDBTable>
              <MetricDB i="0" n="CPUTIME (usec) (I)" t="inclusive" db-glob="*.metric-db" db-id="0" db-num-metrics="2" db-header-sz="24"/>
              <MetricDB i="1" n="CPUTIME (usec) (E)" t="exclusive" db-glob="*.metric-db" db-id="1" db-num-metrics="2" db-header-sz="24"/>
            </MetricDBTable>
            """;

    static String xml(String version, String tables, String tree) {
        return """
        <?xml version="1.0"?>
        <!DOCTYPE HPCToolkitExperiment [
        <!-- version: [2.0] -->
        <!ELEMENT HPCToolkitExperiment (Header, SecCallPathProfile)>
        <!ATTLIST HPCToolkitExperiment version CDATA #REQUIRED>
        ]>
        <HPCToolkitExperiment version="%s">
        <Header n="app"><Info/></Header>
        <SecCallPathProfile i="0" n="app">
        <SecHeader>
        %s
        <LoadModuleTable><LoadModule i="1" n="/bin/app"/></LoadModuleTable>
        <FileTable>
          <File i="1" n="./src/main.c"/><File i="2" n="./src/solve.c"/><File i="3" n="./src/help.h"/>
        </FileTable>
        <ProcedureTable>
          <Procedure i="1" n="main"/><Procedure i="2" n="solve"/><Procedure i="3" n="help&lt;int&gt;"/>
        </ProcedureTable>
        </SecHeader>
        <SecCallPathProfileData>
        <M n="2" v="10"/>
        %s
        </SecCallPathProfileData>
        </SecCallPathProfile>
        </HPCToolkitExperiment>
        """
                .formatted(version, tables, tree);
    }

    /// A file of one thread: rows of inclusive and exclusive values for ids 1, 2, ...
    static byte[] metricFile(double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(32 + 8 * values.length);
        bytes.put("HPCPROF-metricdb__00.10b".getBytes(StandardCharsets.US_ASCII));
        bytes.putInt(values.length / 2).putInt(2);
        for (double value : values) bytes.putDouble(value);
        return bytes.array();
    }

    /// Two threads of one process; the second did nothing but wait in `main`.
    static Path write(Path folder) throws IOException {
        Files.write(
                folder.resolve("1.app-000000-000-a8c00471-100-0.metric-db"),
                metricFile(0, 0, 10, 0, 10, 0, 10, 10, 7, 7, 7, 7, 2, 2, 2, 2));
        Files.write(
                folder.resolve("1.app-000000-001-a8c00471-100-0.metric-db"),
                metricFile(0, 0, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        Path file = folder.resolve("experiment.xml");
        return Files.writeString(file, xml("2.2", METRICS + THREAD_METRICS, TREE));
    }
}
