package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/// Clients that occupy connections lock nobody out. [ServingTargets] measures how long an honest
/// client waits.
class HostileClientsTest {
    private static final int CLIENTS = 500;
    private static final int QUESTIONS = 20;
    private static final String RUN = "path rank0 rank1\nmain/solve 5 9\n";

    @TempDir Path folder;

    @BeforeAll
    static void bothEndsOfAllConnectionsCanBeOpen() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        assumeTrue(
                system instanceof UnixOperatingSystemMXBean unix
                        && unix.getMaxFileDescriptorCount() >= 8 * CLIENTS,
                "needs 4,000 file descriptors");
    }

    @ParameterizedTest
    @EnumSource(HostileClients.Kind.class)
    void anHonestClientIsAnsweredBesideThem(HostileClients.Kind kind) throws Exception {
        check(kind, false);
    }

    @ParameterizedTest
    @EnumSource(HostileClients.Kind.class)
    void anHonestClientWithATokenIsAnsweredBesideThem(HostileClients.Kind kind) throws Exception {
        check(kind, true);
    }

    private void check(HostileClients.Kind kind, boolean withToken) throws Exception {
        var settings = ServedRuns.SETTINGS.asking(withToken);
        try (ServedRuns served = ServedRuns.of(settings, folder, RUN)) {
            HonestClient honest = HonestClient.of(served);
            try (HostileClients hostile =
                    HostileClients.start(kind, CLIENTS, served.server().port())) {
                assertThat(honest.ask(QUESTIONS).status()).hasSize(QUESTIONS).containsOnly(200);
                assertThat(hostile.connections()).isGreaterThanOrEqualTo(CLIENTS);
            }
        }
    }
}
