package treeline.formats.caliper;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Small `.cali` files, written out, and what is read from Caliper's files.
public final class CaliText {
    /// Attributes that the samples share: region 21, function 22, loop 23, mpi.function 24,
    /// mpi.rank 31, time 41 (exclusive seconds), inclusive time 44, count 46, and jobsize 51 and
    /// app 53 as facts of the run.
    static final String ATTRIBUTES =
            """
            __rec=node,id=20,attr=10,data=276,parent=3
            __rec=node,id=21,attr=8,data=region,parent=20
            __rec=node,id=22,attr=8,data=function,parent=20
            __rec=node,id=23,attr=8,data=loop,parent=20
            __rec=node,id=24,attr=8,data=mpi.function,parent=20
            __rec=node,id=30,attr=10,data=77,parent=1
            __rec=node,id=31,attr=8,data=mpi.rank,parent=30
            __rec=node,id=32,attr=10,data=64,parent=3
            __rec=node,id=33,attr=8,data=attribute.alias,parent=32
            __rec=node,id=34,attr=8,data=attribute.unit,parent=32
            __rec=node,id=35,attr=34,data=sec,parent=5
            __rec=node,id=36,attr=33,data=time,parent=35
            __rec=node,id=40,attr=10,data=2113,parent=36
            __rec=node,id=41,attr=8,data=sum#sum#time.duration,parent=40
            __rec=node,id=42,attr=33,data=time (inc),parent=35
            __rec=node,id=43,attr=10,data=2113,parent=42
            __rec=node,id=44,attr=8,data=iscale#sum#time.duration.ns,parent=43
            __rec=node,id=45,attr=10,data=85,parent=2
            __rec=node,id=46,attr=8,data=count,parent=45
            __rec=node,id=50,attr=10,data=1612,parent=1
            __rec=node,id=51,attr=8,data=jobsize,parent=50
            __rec=node,id=52,attr=10,data=1612,parent=3
            __rec=node,id=53,attr=8,data=app,parent=52
            """;

    /// What was read, and what was said about it.
    public record Read(Profile profile, ReadReport report) {
        public double time(String path) {
            return value("time", path, 0);
        }

        public double value(String metric, String path, int context) {
            return profile.column(metric).at(context, profile.tree().at(path));
        }

        public List<String> reasons() {
            return report.entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }

    private CaliText() {}

    public static Read cali(Path folder, String lines) throws IOException {
        return read(
                new CaliFormat(),
                Files.writeString(folder.resolve("run.cali"), ATTRIBUTES + lines));
    }

    public static Read read(ProfileFormat format, Path file) throws IOException {
        return read(format, Input.of(file.toString()));
    }

    static Read read(ProfileFormat format, Input input) throws IOException {
        try (ProfileSource source = format.open(input)) {
            return new Read(source.load(Slice.everything()), source.report());
        }
    }
}
