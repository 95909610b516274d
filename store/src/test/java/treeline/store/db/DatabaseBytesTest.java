package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.FileChangedException;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;
import treeline.testkit.Trials;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Databases that are no files: the same bytes and the same answers, whole or damaged.
class DatabaseBytesTest extends DatabaseFiles {
    private static final String NAME = "p.tldb";

    @Test
    void everyProfileIsTheSameThroughBytesAndThroughAFile() throws IOException {
        for (int seed = 0; seed < Trials.of(50, 200); seed++) {
            assertSame(RandomProfiles.of(seed));
            assertSame(RandomContexts.of(seed));
        }
        assertSame(wide(100, 20, 300));
    }

    private void assertSame(Profile profile) throws IOException {
        byte[] bytes = new DatabaseExporter().bytes(profile);
        Path file = store(profile);
        assertThat(bytes).isEqualTo(Files.readAllBytes(file));
        Profile stored = load(DatabaseFormat.openFile(file));
        for (DatabaseSource source :
                List.of(
                        DatabaseFormat.open(NAME, bytes),
                        DatabaseFormat.open(NAME, MemorySegment.ofBuffer(ByteBuffer.wrap(bytes))),
                        DatabaseFormat.open(NAME, Files.newByteChannel(file)),
                        DatabaseFormat.open(NAME, new BytesChannel(bytes))))
            assertThat(ProfileDifference.between(stored, load(source))).isEmpty();
    }

    private static Profile load(DatabaseSource opened) throws IOException {
        try (DatabaseSource source = opened) {
            return source.load(Slice.everything());
        }
    }

    @Test
    void bytesThatAreCutGiveTheErrorsAndReportsOfAFileThatIsCut() throws IOException {
        for (Profile profile : List.of(RandomProfiles.of(4), wide(8, 4, 3))) {
            byte[] whole = new DatabaseExporter().bytes(profile);
            for (int length = 0; length < whole.length; length += 3) {
                byte[] cut = Arrays.copyOf(whole, length);
                Path file = Files.write(folder.resolve(NAME), cut);
                String ofFile = said(() -> DatabaseFormat.openFile(file));
                assertThat(said(() -> DatabaseFormat.open(NAME, cut))).isEqualTo(ofFile);
                assertThat(said(() -> DatabaseFormat.open(NAME, new BytesChannel(cut))))
                        .isEqualTo(ofFile);
            }
        }
    }

    private interface Opening {
        DatabaseSource open() throws IOException;
    }

    /// The error, or the report and how much was read; without the folder.
    private String said(Opening opening) throws IOException {
        try (DatabaseSource source = opening.open()) {
            long values = source.load(Slice.everything()).values().values();
            return (values + " values; " + source.report()).replace(folder + "/", "");
        } catch (MalformedProfileException refused) {
            return String.valueOf(refused.getMessage()).replace(folder + "/", "");
        }
    }

    @Test
    void bytesThatAreNoDatabaseAreRefusedByName() {
        assertThatThrownBy(() -> DatabaseFormat.open("upload 3", new byte[100]))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "upload 3 at byte 0: expected the mark of a Treeline database, found other"
                                + " bytes");
        assertThatThrownBy(() -> DatabaseFormat.open("upload 3", new byte[0]))
                .hasMessage(
                        "upload 3 at byte 0: expected 20 more bytes, found the end of the file at"
                                + " byte 0");
    }

    @Test
    void aChannelIsReadWhereASliceLies() throws IOException {
        var channel = new BytesChannel(new DatabaseExporter().bytes(wide(64, 500, 20)));
        try (DatabaseSource source = DatabaseFormat.open(NAME, channel)) {
            long outline = channel.read;
            source.load(Slice.summed().withNodes(Selection.of(7)));
            assertThat(channel.read - outline).isLessThan(channel.size() / 50);
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aChannelIsReadFromItsFirstByteWhereverItStands() throws IOException {
        Profile profile = wide(8, 4, 3);
        var channel = new BytesChannel(new DatabaseExporter().bytes(profile));
        channel.position(11);
        assertThat(ProfileDifference.between(profile, load(DatabaseFormat.open(NAME, channel))))
                .isEmpty();
    }

    @Test
    void aChannelWithoutADatabaseIsClosed() {
        var channel = new BytesChannel(new byte[100]);
        assertThatThrownBy(() -> DatabaseFormat.open(NAME, channel))
                .isInstanceOf(MalformedProfileException.class);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void severalThreadsReadOneChannel() throws IOException {
        Profile profile = wide(64, 50, 20);
        byte[] bytes = new DatabaseExporter().bytes(profile);
        try (DatabaseSource source = DatabaseFormat.open(NAME, new BytesChannel(bytes))) {
            List<List<String>> differences =
                    IntStream.range(0, 32)
                            .parallel()
                            .mapToObj(_ -> difference(profile, source))
                            .toList();
            assertThat(differences).allMatch(List::isEmpty);
        }
    }

    private static List<String> difference(Profile profile, DatabaseSource source) {
        try {
            return ProfileDifference.between(profile, source.load(Slice.everything()));
        } catch (IOException failed) {
            return List.of(failed.toString());
        }
    }

    @Test
    void aChannelThatIsCutWhileItIsOpenHasChanged() throws IOException {
        Path file = store(wide(64, 50, 20));
        try (DatabaseSource source = DatabaseFormat.open(NAME, Files.newByteChannel(file))) {
            cut(file, 1000);
            assertThatThrownBy(() -> source.load(Slice.everything()))
                    .isInstanceOf(FileChangedException.class)
                    .hasMessage(NAME + " changed while it was read");
        }
    }

    @Test
    void aChannelIsWrittenFromWhereItStandsAndStaysOpen() throws IOException {
        Profile profile = wide(8, 4, 3);
        var out = new ByteArrayOutputStream();
        try (WritableByteChannel channel = Channels.newChannel(out)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            new DatabaseExporter(100).export(profile, channel);
            assertThat(channel.isOpen()).isTrue();
        }
        byte[] written = out.toByteArray();
        byte[] database = Arrays.copyOfRange(written, 3, written.length);
        assertThat(database).isEqualTo(new DatabaseExporter().bytes(profile));
    }

    /// An array as a channel that gives at most a thousand bytes at once.
    private static final class BytesChannel implements SeekableByteChannel {
        private final byte[] bytes;
        private int at;
        private boolean open = true;
        private long read;

        BytesChannel(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read(ByteBuffer into) {
            if (at >= bytes.length) return -1;
            int length = Math.min(1000, Math.min(into.remaining(), bytes.length - at));
            into.put(bytes, at, length);
            at += length;
            read += length;
            return length;
        }

        @Override
        public int write(ByteBuffer from) {
            throw new NonWritableChannelException();
        }

        @Override
        public long position() {
            return at;
        }

        @Override
        public SeekableByteChannel position(long place) {
            at = (int) place;
            return this;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new NonWritableChannelException();
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
