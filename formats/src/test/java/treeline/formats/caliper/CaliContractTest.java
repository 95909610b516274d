package treeline.formats.caliper;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CaliContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CaliFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        String merged =
                CaliText.ATTRIBUTES
                        + """
                        __rec=ctx,attr=31=41=46,data=0=0.25=1
                        __rec=node,id=60,attr=22,data=main
                        __rec=ctx,ref=60,attr=31=41=46,data=0=1.5=1
                        __rec=node,id=61,attr=23,data=solve,parent=60
                        __rec=ctx,ref=61,attr=31=41=46,data=0=2.5e-05=20
                        __rec=node,id=62,attr=24,data=MPI_Send\\, twice,parent=61
                        __rec=ctx,ref=62,attr=31=41=46,data=0=3=40
                        __rec=ctx,attr=31=41=46,data=1=0.125=1
                        __rec=ctx,ref=60,attr=31=41=46,data=1=1.25=1
                        __rec=ctx,ref=62,attr=31=41=46,data=1=7=41
                        __rec=node,id=70,attr=51,data=2
                        __rec=node,id=71,attr=53,data=jacobi,parent=70
                        __rec=globals,ref=71
                        """;
        String serial =
                CaliText.ATTRIBUTES
                        + """
                        __rec=node,id=60,attr=21,data=main
                        __rec=ctx,ref=60,attr=44=41,data=5.5=1.5
                        __rec=node,id=61,attr=21,data=,parent=60
                        __rec=ctx,ref=61,attr=44=41,data=4=4
                        """;
        return List.of(
                Files.writeString(into.resolve("merged.cali"), merged),
                Files.writeString(into.resolve("serial.cali"), serial));
    }

    /// Lines without an end mark: a file that ends after a line is a valid shorter one.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
