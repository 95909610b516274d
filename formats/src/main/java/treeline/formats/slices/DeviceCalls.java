package treeline.formats.slices;

import treeline.source.trace.OperationKind;

import java.util.Optional;
import java.util.regex.Pattern;

/// Names of host calls and device work of CUDA, HIP, OpenCL and Level Zero that say what an
/// operation is.
public final class DeviceCalls {
    /// `cudaDeviceSynchronize`, `cuStreamSynchronize_ptsz`, `hipEventSynchronize`, `clFinish`.
    private static final Pattern WAIT =
            Pattern.compile(
                    "(cuda|cu|hip)(Device|Stream|Event|Ctx|Thread)Synchronize(_.{1,20})?"
                            + "|clFinish|clWaitForEvents"
                            + "|ze(CommandQueue|CommandListHost|FenceHost|EventHost)"
                            + "Synchronize|hsa_signal_wait_\\w{1,20}");

    /// `Memcpy DtoH (Device -> Pinned)`, `MemcpyH2D`, `[CUDA memset]`, `CopyDeviceToHost`.
    private static final Pattern COPY =
            Pattern.compile(
                    "(?i)(\\[CUDA )?(hip)?mem(cpy|set|ory_copy)\\b.*"
                            + "|Mem(cpy|set)[A-Z0-9].*"
                            + "|(MEMORY_)?COPY_?(HOST|DEVICE).*");

    private DeviceCalls() {}

    /// The operation that a host call of a name is.
    static Optional<OperationKind> ofCall(String name) {
        return WAIT.matcher(name).matches()
                ? Optional.of(OperationKind.SYNCHRONISE)
                : Optional.empty();
    }

    /// The operation that work of a device is, by its name alone.
    public static OperationKind ofWork(String name) {
        return COPY.matcher(name).matches() ? OperationKind.COPY : OperationKind.KERNEL;
    }
}
