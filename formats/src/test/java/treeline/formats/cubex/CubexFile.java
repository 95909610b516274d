package treeline.formats.cubex;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Writes archives as Cube does, for tests. The call tree is `a(b(c d) e(f))`: depth-first `a b c d
/// e f`, wide `a b e c d f`.
final class CubexFile {
    static final String METRICS =
            """
            <metric id="0" type="EXCLUSIVE"><uniq_name>visits</uniq_name><dtype>UINT64</dtype><uom>occ</uom></metric>
            <metric id="1" type="INCLUSIVE"><uniq_name>time</uniq_name><dtype>DOUBLE</dtype><uom>sec</uom></metric>
            <metric id="2" type="EXCLUSIVE"><uniq_name>max_time</uniq_name><dtype>MAXDOUBLE</dtype><uom>sec</uom></metric>
            """;

    static final String TWO_RANKS =
            """
            <systemtreenode Id="0"><name>machine Linux</name><class>machine</class>
            <systemtreenode Id="1"><name>node n17</name><class>node</class>
            <locationgroup Id="0"><name>MPI Rank 0</name><rank>0</rank><type>process</type>
            <location Id="0"><name>Master thread</name><rank>0</rank><type>thread</type></location>
            </locationgroup>
            <locationgroup Id="1"><name>MPI Rank 1</name><rank>1</rank><type>process</type>
            <location Id="1"><name>Master thread</name><rank>0</rank><type>thread</type></location>
            </locationgroup></systemtreenode></systemtreenode>
            """;

    static final String TREE =
            """
            <cnode id="0" calleeId="0">
            <cnode id="1" calleeId="1"><cnode id="2" calleeId="2"></cnode><cnode id="3" calleeId="3"></cnode></cnode>
            <cnode id="4" calleeId="4"><cnode id="5" calleeId="5"></cnode></cnode>
            </cnode>
            """;

    private final Map<String, byte[]> members = new LinkedHashMap<>();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private boolean rightChecksums = true;

    /// The usual archive: two ranks, visits and times of every node.
    static CubexFile defaultName() {
        return new CubexFile()
                .row("0", "0 1 2 3 4 5", "1 1  1 1  2 2  1 0  1 1  1 1")
                .row("1", "0 1 2 3 4 5", "10 12  6 7  3 4  1 2  2 0  2 4")
                .row("2", "0 2", "10 12  1.5 2.5")
                .anchor(METRICS, TREE, TWO_RANKS);
    }

    CubexFile bigEndian() {
        order = ByteOrder.BIG_ENDIAN;
        return this;
    }

    CubexFile wrongChecksums() {
        rightChecksums = false;
        return this;
    }

    CubexFile anchor(String metrics, String tree, String system) {
        return member("anchor.xml", utf8(anchorText(metrics, tree, system)));
    }

    static String anchorText(String metrics, String tree, String system) {
        var regions = new StringBuilder();
        for (int id = 0; id < 6; id++)
            regions.append(
                    "<region id=\"%d\" mod=\"run.c\" begin=\"%d\" end=\"-1\"><name>%c</name><paradigm>%s</paradigm><role>function</role></region>\n"
                            .formatted(id, id * 10 - 1, 'a' + id, id == 2 ? "mpi" : "compiler"));
        return """
        <?xml version="1.0" encoding="UTF-8"?>
        <cube version="4.4">
        <attr key="Creator" value="Score-P 8.4"/>
        <metrics>%s</metrics>
        <program>%s%s</program>
        <system>%s</system>
        </cube>
        """
                .formatted(metrics, regions, tree, system);
    }

    /// Rows of a metric: positions of nodes, then two values a row.
    CubexFile row(String metric, String positions, String values) {
        return member(metric + ".index", index(positions))
                .member(metric + ".data", concat(utf8("CUBEX.DATA"), values(metric, values)));
    }

    CubexFile dense(String metric, String values) {
        return member(metric + ".index", bytes(header(3)))
                .member(metric + ".data", concat(utf8("CUBEX.DATA"), values(metric, values)));
    }

    CubexFile packed(String metric, String positions, String values) {
        byte[] plain = values(metric, values);
        int rowBytes = 2 * Double.BYTES;
        int rows = plain.length / rowBytes;
        ByteBuffer table = buffer(Long.BYTES * (1 + 3 * rows)).putLong(rows);
        var streams = new ByteArrayOutputStream();
        for (int row = 0; row < rows; row++) {
            byte[] stream = deflated(plain, row * rowBytes, rowBytes);
            table.putLong((long) row * rowBytes).putLong(streams.size()).putLong(stream.length);
            streams.writeBytes(stream);
        }
        byte[] data = concat(utf8("ZCUBEX.DATA"), concat(bytes(table), streams.toByteArray()));
        return member(metric + ".index", index(positions)).member(metric + ".data", data);
    }

    CubexFile member(String name, byte[] bytes) {
        members.put(name, bytes);
        return this;
    }

    CubexFile without(String name) {
        members.remove(name);
        return this;
    }

    private byte[] index(String positions) {
        List<Integer> all = new ArrayList<>();
        for (String each : positions.strip().split("\\s+")) all.add(Integer.parseInt(each));
        ByteBuffer list = buffer(Integer.BYTES * (1 + all.size())).putInt(all.size());
        all.forEach(list::putInt);
        return concat(bytes(header(1)), bytes(list));
    }

    private ByteBuffer header(int format) {
        return buffer(18).put(utf8("CUBEX.INDEX")).putInt(1).putShort((short) 0).put((byte) format);
    }

    private byte[] values(String metric, String values) {
        String[] words = values.strip().split("\\s+");
        ByteBuffer bytes = buffer(Double.BYTES * words.length);
        for (String word : words)
            if (metric.equals("0")) bytes.putLong(Long.parseLong(word));
            else bytes.putDouble(Double.parseDouble(word));
        return bytes(bytes);
    }

    private ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(order);
    }

    private static byte[] deflated(byte[] bytes, int from, int length) {
        var deflater = new Deflater();
        deflater.setInput(bytes, from, length);
        deflater.finish();
        byte[] into = new byte[length + 100];
        int size = deflater.deflate(into);
        deflater.end();
        return java.util.Arrays.copyOf(into, size);
    }

    static byte[] gzip(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.capacity()];
        buffer.get(0, copy);
        return copy;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }

    Path write(Path file) throws IOException {
        var tar = new ByteArrayOutputStream();
        members.forEach((name, bytes) -> writeMember(tar, name, bytes));
        tar.writeBytes(new byte[1024]);
        return Files.write(file, tar.toByteArray());
    }

    private void writeMember(ByteArrayOutputStream tar, String name, byte[] bytes) {
        ByteBuffer header = ByteBuffer.allocate(512);
        header.put(0, utf8(name)).put(124, utf8("%011o".formatted(bytes.length)));
        header.put(148, utf8("        ")).put(156, (byte) '0').put(257, utf8("ustar\0" + "00"));
        int sum = 0;
        for (byte each : header.array()) sum += each & 0xff;
        header.put(148, utf8("%06o\0 ".formatted(rightChecksums ? sum : sum - 7)));
        tar.writeBytes(header.array());
        tar.writeBytes(bytes);
        tar.writeBytes(new byte[Math.floorMod(-bytes.length, 512)]);
    }
}
