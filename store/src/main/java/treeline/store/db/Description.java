package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.source.files.MappedFile;

import java.util.Arrays;
import java.util.List;

/// The description of a recording in the encoding of the database, for files without columns, such
/// as recorder snapshots.
public record Description(Metadata metadata, List<Metric> metrics) {
    public Description {
        metrics = List.copyOf(metrics);
    }

    public byte[] toBytes() {
        var out = new LittleEndianBytes();
        OutlineSections.writeMetadata(out, metadata);
        OutlineSections.writeMetrics(out, metrics);
        return Arrays.copyOf(out.array(), out.size());
    }

    /// The description that fills these bytes of a file.
    public static Description read(MappedFile file, long at, int length) {
        ByteSource in = new ByteSource(file).load(at, length);
        var read =
                new Description(OutlineSections.readMetadata(in), OutlineSections.readMetrics(in));
        if (in.remaining() > 0)
            throw in.malformed("the end of the description", in.remaining() + " more bytes");
        return read;
    }
}
