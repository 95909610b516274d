package treeline.dashboard.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which clients have not closed their end of the connection. The JDK's server notices it only when
/// it sends the answer, which may be computed for minutes; Linux lists it.
final class OpenClients {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final String ESTABLISHED = "01";

    private OpenClients() {}

    /// The ports of the clients of a port of this machine that are there; empty where the system
    /// does not tell.
    static Optional<Set<Integer>> of(int port) {
        Set<Integer> clients = new HashSet<>();
        boolean known = false;
        for (Path table : TABLES)
            try {
                for (String line : Files.readAllLines(table, StandardCharsets.US_ASCII))
                    add(line.strip().split("\\s+"), port, clients);
                known = true;
            } catch (IOException | NumberFormatException other) {
                // another system, or one without this version of the protocol
            }
        return known ? Optional.of(clients) : Optional.empty();
    }

    /// A row starts with its number, the own address, that of the client, and the state.
    private static void add(String[] row, int port, Set<Integer> clients) {
        boolean isOpen = row.length > 3 && row[3].equals(ESTABLISHED) && port(row[1]) == port;
        if (isOpen) clients.add(port(row[2]));
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }
}
