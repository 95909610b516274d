package treeline.formats.otf2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A small archive written by hand: two ranks, a message and a barrier.
///
/// ```
/// rank 0: main 0..1000 { MPI_Send 100..200, MPI_Barrier 600..700 }
/// rank 1: main 0..1000 { MPI_Recv  50..250, MPI_Barrier 300..700 }
/// ```
final class SampleArchive {
    static final long OFFSET = 5_000;
    private static final int EVENTS = 9;

    private SampleArchive() {}

    /// Writes the archive and returns its files: anchor, definitions, events.
    static List<Path> write(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        files.add(Files.write(folder.resolve("traces.otf2"), anchor()));
        files.add(Files.write(folder.resolve("traces.def"), definitions()));
        Path locations = Files.createDirectories(folder.resolve("traces"));
        for (int rank = 0; rank < 2; rank++) {
            files.add(Files.write(locations.resolve(rank + ".evt"), events(rank)));
            Files.write(locations.resolve(rank + ".def"), Otf2Bytes.chunk(1, 0).finished());
        }
        return files;
    }

    static byte[] anchor() {
        return new Otf2Bytes()
                .u8(Otf2Layout.MAGIC)
                .u8(Otf2Layout.LITTLE_ENDIAN)
                .string("OTF2")
                .u8(3)
                .u8(2)
                .u8(3)
                .u8(0)
                .u8(2)
                .u64(1 << 20)
                .u64(4 << 20)
                .u8(Otf2Layout.POSIX)
                .u8(Otf2Layout.UNCOMPRESSED)
                .u64(2)
                .u64(25)
                .string("cluster")
                .string("by hand")
                .string("a sample")
                .u32(0) // properties
                .u64(77) // id of the trace
                .u32(0) // snapshots
                .u32(0) // thumbnails
                .u8(Otf2Layout.END_OF_DATA)
                .u8(Otf2Layout.END_OF_FILE)
                .u8(0)
                .toBytes();
    }

    private static Otf2Bytes body() {
        return new Otf2Bytes();
    }

    static byte[] definitions() {
        var file = Otf2Bytes.chunk(1, 0);
        file.record(
                Otf2Layout.CLOCK_PROPERTIES,
                body().number(1_000_000_000).number(OFFSET).number(1000).number(1_700_000_000L));
        List<String> strings =
                List.of(
                        "",
                        "node",
                        "rank 0",
                        "rank 1",
                        "thread",
                        "main",
                        "MPI_Send",
                        "MPI_Recv",
                        "MPI_Barrier",
                        "main.c",
                        "MPI",
                        "world");
        for (int i = 0; i < strings.size(); i++)
            file.record(Otf2Layout.STRING, body().number(i).string(strings.get(i)));
        file.record(Otf2Layout.SYSTEM_TREE_NODE, body().number(0).number(1).number(1).undefined());
        for (int rank = 0; rank < 2; rank++)
            file.record(
                    Otf2Layout.LOCATION_GROUP,
                    body().number(rank).number(2 + rank).u8(1).number(0).undefined());
        for (int rank = 0; rank < 2; rank++)
            file.record(
                    Otf2Layout.LOCATION,
                    body().number(rank)
                            .number(4)
                            .u8(Otf2Layout.CPU_THREAD)
                            .number(EVENTS)
                            .number(rank));
        for (int region = 0; region < 4; region++) file.record(Otf2Layout.REGION, region(region));
        file.record(Otf2Layout.GROUP, group(0, Otf2Layout.COMM_LOCATIONS));
        file.record(Otf2Layout.GROUP, group(1, Otf2Layout.COMM_GROUP));
        file.record(
                Otf2Layout.COMMUNICATOR,
                body().number(0).number(11).number(1).undefined().number(0));
        return file.finished();
    }

    private static Otf2Bytes region(int region) {
        return body().number(region)
                .number(5 + region)
                .number(0)
                .u8(0)
                .number(9)
                .number(10)
                .number(20)
                .number(5 + region)
                .u8(Otf2Layout.FUNCTION)
                .u8(region == 0 ? 1 : Otf2Layout.MPI)
                .number(0);
    }

    private static Otf2Bytes group(int self, int type) {
        return body().number(self)
                .number(10)
                .u8(type)
                .number(2)
                .number(0)
                .number(1)
                .u8(type)
                .u8(Otf2Layout.MPI)
                .number(0);
    }

    static byte[] events(int rank) {
        boolean sends = rank == 0;
        var file = Otf2Bytes.chunk(1, EVENTS);
        file.time(OFFSET).event(Otf2Layout.ENTER, 0);
        file.time(OFFSET + (sends ? 100 : 50)).event(Otf2Layout.ENTER, sends ? 1 : 2);
        file.time(OFFSET + (sends ? 150 : 240));
        file.record(
                sends ? Otf2Layout.MPI_SEND : Otf2Layout.MPI_RECV,
                body().number(sends ? 1 : 0).number(0).number(9).number(64));
        file.time(OFFSET + (sends ? 200 : 250)).event(Otf2Layout.LEAVE, sends ? 1 : 2);
        file.time(OFFSET + (sends ? 600 : 300)).event(Otf2Layout.ENTER, 3);
        file.record(Otf2Layout.MPI_COLLECTIVE_BEGIN, body());
        file.time(OFFSET + 700);
        file.record(
                Otf2Layout.MPI_COLLECTIVE_END,
                body().u8(0).number(0).undefined().number(0).number(0));
        file.event(Otf2Layout.LEAVE, 3);
        file.time(OFFSET + 1000).event(Otf2Layout.LEAVE, 0);
        return file.finished();
    }
}
