package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

class CompleteFileTest {
    @TempDir Path folder;

    @Test
    void theFileIsReplacedWhenTheNewOneIsComplete() throws IOException {
        Path file = Files.writeString(folder.resolve("run"), "old");
        CompleteFile.write(
                file,
                unfinished -> {
                    unfinished.write(bytes("new"));
                    assertThat(file).hasContent("old");
                });
        assertThat(file).hasContent("new");
        assertThat(names()).containsExactly("run");
    }

    @Test
    void aFailureInTheMiddleKeepsTheOldFileAndLeavesNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("run"), "old");
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        file,
                                        unfinished -> {
                                            unfinished.write(bytes("ne"));
                                            throw new IOException("the input is damaged");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("the input is damaged");
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("run");
    }

    @Test
    void aFailureNamesTheFileThatTheUserKnows() {
        Path file = folder.resolve("nowhere/run");
        assertThatThrownBy(() -> CompleteFile.write(file, "new"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file + ": no such directory");
    }

    @Test
    void anErrorOfTheProgramLeavesNothingEither() throws IOException {
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        folder.resolve("run"),
                                        unfinished -> {
                                            unfinished.write(bytes("ne"));
                                            throw new OutOfMemoryError();
                                        }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(names()).isEmpty();
    }

    @Test
    void aWriteErrorIsReportedAsSuchAlsoIfALibraryWrapsIt() {
        Path file = folder.resolve("run");
        assertThatThrownBy(
                        () ->
                                CompleteFile.write(
                                        file,
                                        unfinished -> {
                                            try {
                                                unfinished.write(bytes("x"), -1);
                                            } catch (IllegalArgumentException negative) {
                                                throw new UncheckedIOException(
                                                        new IOException("No space left"));
                                            }
                                        }))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("No space left");
    }

    @Test
    void aFullDeviceIsNamedByTheFileThatWasBeingWritten() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("this system has no /dev/full").exists();
        Path file = Files.createSymbolicLink(folder.resolve("run"), full);
        assertThatThrownBy(() -> CompleteFile.write(file, "new"))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(file + ": No space left on device");
    }

    @Test
    void filesOfOtherNamesAreLeftAlone() throws IOException {
        Path own = Files.writeString(folder.resolve("run.tmp"), "mine");
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.createSymbolicLink(folder.resolve("link.tmp"), victim);
        CompleteFile.write(folder.resolve("run"), "new");
        CompleteFile.write(folder.resolve("link"), "new");
        assertThat(own).hasContent("mine");
        assertThat(victim).hasContent("precious");
        assertThat(names()).containsExactly("link", "link.tmp", "run", "run.tmp", "victim");
    }

    @Test
    void aLinkIsReplacedAndNotFollowed() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path file = Files.createSymbolicLink(folder.resolve("run"), victim);
        CompleteFile.write(file, "new");
        assertThat(victim).hasContent("precious");
        assertThat(file).hasContent("new");
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }

    @Test
    void permissionsAreThoseOfAnyNewFile() throws IOException {
        Path plain = Files.createFile(folder.resolve("plain"));
        Path file = folder.resolve("run");
        CompleteFile.write(file, "new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(plain)));
    }

    @Test
    void ofTwoWritersAtOnceTheLastToFinishWinsAndReadersSeeOneCompleteVersion() throws Exception {
        Path file = folder.resolve("run");
        var bothStarted = new CountDownLatch(2);
        var firstDone = new CountDownLatch(1);
        Callable<Void> first =
                () -> {
                    CompleteFile.write(
                            file,
                            unfinished -> {
                                unfinished.write(bytes("first"));
                                bothStarted.countDown();
                                await(bothStarted);
                                unfinished.write(bytes(" writer"));
                            });
                    firstDone.countDown();
                    return null;
                };
        Callable<String> second =
                () -> {
                    String[] before = new String[1];
                    CompleteFile.write(
                            file,
                            unfinished -> {
                                unfinished.write(bytes("the other"));
                                bothStarted.countDown();
                                await(firstDone);
                                before[0] = Files.readString(file);
                            });
                    return before[0];
                };
        try (var threads = Executors.newFixedThreadPool(2)) {
            Future<Void> one = threads.submit(first);
            Future<String> other = threads.submit(second);
            one.get();
            assertThat(other.get()).isEqualTo("first writer");
        }
        assertThat(file).hasContent("the other");
        assertThat(names()).containsExactly("run");
    }

    @Test
    void aThreadThatIsInterruptedBeforeOrDuringTheWriteCompletesIt() throws IOException {
        Path file = folder.resolve("run");
        Thread.currentThread().interrupt();
        CompleteFile.write(
                file,
                unfinished -> {
                    unfinished.write(bytes("a"));
                    Thread.currentThread().interrupt();
                    try (Writer out = unfinished.writer()) {
                        out.write("b");
                    }
                    unfinished.write(bytes("c"));
                });
        assertThat(Thread.interrupted()).as("the interrupt status is kept").isTrue();
        assertThat(file).hasContent("abc");
        assertThat(names()).containsExactly("run");
    }

    @Test
    void interruptsWhileBytesAreWrittenLoseNone() throws IOException {
        Path file = folder.resolve("run");
        byte[] block = new byte[1 << 12];
        Arrays.fill(block, (byte) 'x');
        Thread writer = Thread.currentThread();
        Thread interrupting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (int i = 0; i < 2_000; i++) writer.interrupt();
                                });
        int[] blocks = new int[1];
        CompleteFile.write(
                file,
                unfinished -> {
                    while (interrupting.isAlive() || blocks[0] == 0) {
                        unfinished.write(ByteBuffer.wrap(block));
                        blocks[0]++;
                    }
                });
        assertThat(Thread.interrupted()).as("the interrupt status is kept").isTrue();
        assertThat(file).hasContent("x".repeat(blocks[0] * block.length));
    }

    @Test
    void headersMayBeWrittenLast() throws IOException {
        Path file = folder.resolve("run");
        CompleteFile.write(
                file,
                unfinished -> {
                    unfinished.skip(4);
                    unfinished.stream().write('!');
                    unfinished.write(bytes("head"), 0);
                });
        assertThat(file).hasContent("head!");
    }

    @Test
    void leftoversOfKilledWritersAreRemovedAfterADay() throws IOException {
        Path young = leftover(".treeline-00000000000000aa.tmp", Duration.ofHours(23));
        leftover(".treeline-00000000000000ab.tmp", Duration.ofHours(25));
        Path half = Files.createDirectory(folder.resolve(".treeline-00000000000000ac.tmp"));
        Files.writeString(half.resolve("part"), "half");
        age(half.resolve("part"), Duration.ofHours(25));
        age(half, Duration.ofHours(25));
        CompleteFile.write(folder.resolve("run"), "new");
        assertThat(names()).containsExactly(young.getFileName().toString(), "run");
    }

    /// `halt` ends the process in the middle of the write as `kill -9` does.
    @Test
    void aKilledWriterLeavesTheOldFileAndALeftoverThatALaterWriterRemoves() throws Exception {
        Path file = Files.writeString(folder.resolve("run"), "old");
        Process killed =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Killed.class.getName(),
                                file.toString())
                        .inheritIO()
                        .start();
        assertThat(killed.waitFor()).isEqualTo(Killed.STATUS);
        assertThat(file).hasContent("old");
        assertThat(names()).hasSize(2);
        CompleteFile.write(file, "new");
        assertThat(names()).as("the leftover is too young to be sure").hasSize(2);
        age(folder.resolve(names().getFirst()), Duration.ofHours(25));
        CompleteFile.write(file, "newer");
        assertThat(file).hasContent("newer");
        assertThat(names()).containsExactly("run");
    }

    static final class Killed {
        static final int STATUS = 137;

        private Killed() {}

        public static void main(String[] arguments) throws IOException {
            CompleteFile.write(
                    Path.of(arguments[0]),
                    unfinished -> {
                        unfinished.write(bytes("ne"));
                        Runtime.getRuntime().halt(STATUS);
                    });
        }
    }

    @Test
    void aFolderInWhichAFileIsYoungIsStillBeingWritten() throws IOException {
        Path half = Files.createDirectory(folder.resolve(".treeline-00000000000000ac.tmp"));
        Files.writeString(half.resolve("part"), "half");
        age(half, Duration.ofHours(25));
        CompleteFile.write(folder.resolve("run"), "new");
        assertThat(half.resolve("part")).exists();
    }

    @Test
    void onlyLeftoversAreRemoved() throws IOException {
        List<String> others =
                List.of(
                        ".treeline-00000000000000a.tmp",
                        ".treeline-00000000000000AB.tmp",
                        "run.tmp",
                        "treeline-00000000000000ab.tmp");
        for (String other : others) leftover(other, Duration.ofDays(9));
        Path target = leftover("target", Duration.ofDays(9));
        Path link =
                Files.createSymbolicLink(folder.resolve(".treeline-00000000000000ad.tmp"), target);
        CompleteFile.write(folder.resolve("run"), "new");
        assertThat(names()).containsAll(others).contains("target", link.getFileName().toString());
    }

    @Test
    void amongManyFilesLeftoversStay() throws IOException {
        Path old = leftover(".treeline-00000000000000ab.tmp", Duration.ofDays(9));
        CompleteFile.writeOnly(folder.resolve("run"), file -> file.write(bytes("new")));
        assertThat(old).exists();
    }

    @Test
    void devicesAreWrittenToAndStayDevices() throws IOException {
        Path nowhere = Path.of("/dev/null");
        assumeThat(nowhere).as("this system has no /dev/null").exists();
        CompleteFile.write(nowhere, "new");
        assertThat(Files.isRegularFile(nowhere)).isFalse();
    }

    private Path leftover(String name, Duration age) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "half");
        age(file, age);
        return file;
    }

    private void age(Path file, Duration age) throws IOException {
        FileTime now = Files.getLastModifiedTime(folder);
        Files.setLastModifiedTime(file, FileTime.from(now.toInstant().minus(age)));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
