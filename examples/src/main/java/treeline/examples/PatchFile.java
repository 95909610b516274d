package treeline.examples;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// The file of one aggregator: patches one after the other, each as number, count of bytes,
/// compressed values.
final class PatchFile {
    private PatchFile() {}

    /// One patch of the field.
    static final class Patch {
        final int number;
        final int[] values;

        Patch(int number, int[] values) {
            this.number = number;
            this.values = values;
        }
    }

    /// The patches of one rank as bytes.
    static byte[] compressed(int firstNumber, int[][] patches) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (int i = 0; i < patches.length; i++) {
                byte[] deflated = deflated(patches[i]);
                out.writeInt(firstNumber + i);
                out.writeInt(deflated.length);
                out.write(deflated);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] deflated(int[] values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            for (int value : values) out.writeInt(value);
        }
        return bytes.toByteArray();
    }

    static void write(Path file, List<byte[]> parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.write(part);
        Files.write(file, all.toByteArray());
    }

    static List<Patch> read(Path file) throws IOException {
        List<Patch> patches = new ArrayList<>();
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            while (in.available() > 0)
                patches.add(new Patch(in.readInt(), inflated(in.readNBytes(in.readInt()))));
        }
        return patches;
    }

    private static int[] inflated(byte[] deflated) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(deflated)))) {
            int[] values = new int[ParallelIo.SIDE * ParallelIo.SIDE];
            for (int i = 0; i < values.length; i++) values[i] = in.readInt();
            return values;
        }
    }
}
