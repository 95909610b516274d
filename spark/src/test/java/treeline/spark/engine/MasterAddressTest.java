package treeline.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// An address without a Spark master is reported at once, before Spark starts.
class MasterAddressTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /// A port at which nobody listens, and which nobody else is given.
    private final Socket closed = new Socket();

    @BeforeEach
    void bind() throws IOException {
        closed.bind(new InetSocketAddress(LOOPBACK, 0));
    }

    @AfterEach
    void close() throws IOException {
        closed.close();
    }

    @Test
    void aMasterThatDoesNotAnswerIsNamed() {
        String address = "spark://127.0.0.1:" + closed.getLocalPort();
        assertThatThrownBy(() -> new MasterAddress(address).requireAnswer())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no Spark master responds at " + address + ": ");
        assertThatThrownBy(() -> new SparkEngines().engine(address))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no Spark master responds at " + address + ": ");
    }

    @Test
    void oneOfSeveralMastersIsEnough() throws IOException {
        try (var socket = new ServerSocket(0, 1, LOOPBACK)) {
            String masters =
                    "spark://127.0.0.1:%d,127.0.0.1:%d"
                            .formatted(closed.getLocalPort(), socket.getLocalPort());
            assertThatCode(() -> new MasterAddress(masters).requireAnswer())
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local[x]", "local[]", "local[2", "local[-1]", "localhost"})
    void threadsAreANumber(String address) {
        assertThatThrownBy(() -> new MasterAddress(address).requireAnswer())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--engine %s: expected local, local[N] or local[*]".formatted(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local",
                "local[4]",
                "local[*]",
                "local[4,2]",
                "local-cluster[2,1,1024]",
                "yarn"
            })
    void addressesOfSparkAreKnown(String address) {
        assertThat(new MasterAddress(address).isKnown()).isTrue();
        assertThatCode(() -> new MasterAddress(address).requireAnswer()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark://head", "spark://head:port", "spark://head:70770"})
    void aMasterHasAPort(String address) {
        assertThatThrownBy(() -> new MasterAddress(address).requireAnswer())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--engine %s: expected spark://HOST:PORT".formatted(address));
    }
}
