package treeline.spark.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A Spark master URL, validated before Spark starts: Spark itself retries for a minute and then
/// stops without a reason.
///
/// @param text as the user wrote it
record MasterAddress(String text) {
    private static final Pattern KNOWN =
            Pattern.compile("(spark|k8s)://.+|yarn|local(-cluster)?(\\[.*])?");
    private static final Pattern LOCAL =
            Pattern.compile("local(\\[(\\d+|\\*)(,\\d+)?])?|local-cluster\\[\\d+,\\d+,\\d+]");
    private static final Pattern HOST_AND_PORT = Pattern.compile("(.+):(\\d{1,5})");
    private static final String STANDALONE = "spark://";

    /// Enough for a network with a lost packet. Several masters are tried one after the other.
    private static final int CONNECT_MILLIS = 5000;

    /// Whether an address is one of Spark's at all.
    boolean isKnown() {
        return KNOWN.matcher(text).matches();
    }

    /// @throws IllegalArgumentException if the address cannot be right
    /// @throws IOException if no standalone master answers
    void requireAnswer() throws IOException {
        if (text.startsWith("local") && !LOCAL.matcher(text).matches())
            throw new IllegalArgumentException(
                    "--engine %s: expected local, local[N] or local[*]".formatted(text));
        if (!text.startsWith(STANDALONE)) return;
        String reason = "";
        for (String master : text.substring(STANDALONE.length()).split(",")) {
            reason = problemOf(master);
            if (reason.isEmpty()) return;
        }
        throw new IOException("no Spark master responds at %s: %s".formatted(text, reason));
    }

    /// Why nothing answers; empty if something does.
    private String problemOf(String master) {
        Matcher parts = HOST_AND_PORT.matcher(master);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > 65_535)
            throw new IllegalArgumentException(
                    "--engine %s: expected spark://HOST:PORT".formatted(text));
        String host = parts.group(1);
        try (var socket = new Socket()) {
            var address = new InetSocketAddress(host, Integer.parseInt(parts.group(2)));
            if (address.isUnresolved()) throw new UnknownHostException(host);
            socket.connect(address, CONNECT_MILLIS);
            return "";
        } catch (UnknownHostException unknown) {
            return "unknown host " + host;
        } catch (IOException refused) {
            return String.valueOf(refused.getMessage());
        }
    }
}
