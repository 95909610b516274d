package treeline.bench.serving;

import com.sun.tools.attach.VirtualMachine;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/// A `treeline serve` of its own, and the memory that it needs. The system property
/// `treeline.launcher` names the command; TREELINE_OPTS its heap.
record ServeProcess(Process process, URI url, JMXConnector connector) implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    @SuppressWarnings("BanJNDI") // the address is that of a process we started, on loopback
    static ServeProcess start(Path run) throws Exception {
        String launcher = System.getProperty("treeline.launcher", "./treeline");
        Process process =
                new ProcessBuilder(launcher, "serve", run.toString(), "--no-browser")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            URI url = address(process.inputReader());
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            var agent = new JMXServiceURL(machine.startLocalManagementAgent());
            machine.detach();
            return new ServeProcess(process, url, JMXConnectorFactory.connect(agent));
        } catch (Exception failed) {
            process.destroy();
            throw failed;
        }
    }

    private static URI address(BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) return URI.create(address.group());
        }
        throw new IOException("'treeline serve' printed no address");
    }

    double residentMegabytes() throws IOException {
        Path status = Path.of("/proc/%d/status".formatted(process.pid()));
        Matcher resident = RESIDENT.matcher(Files.readString(status));
        return resident.find() ? Long.parseLong(resident.group(1)) / 1024.0 : Double.NaN;
    }

    /// The heap that the last collection of each pool left.
    double heapMegabytes() throws IOException {
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        double bytes = 0;
        for (MemoryPoolMXBean pool :
                ManagementFactory.getPlatformMXBeans(beans, MemoryPoolMXBean.class))
            if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
                bytes += pool.getCollectionUsage().getUsed();
        return bytes / (1 << 20);
    }

    @Override
    public void close() throws IOException {
        connector.close();
        process.destroy();
    }
}
