package treeline.breakdown;

/// The bottleneck of a run: computation, memory, communication, I/O or another resource.
public enum Bottleneck {
    COMPUTE("compute-bound"),
    MEMORY("memory-bound"),
    COMMUNICATION("communication-bound"),
    IO("I/O-bound"),
    /// A training program waits for its data loader.
    INPUT("input-bound"),
    /// A device is busy most of the elapsed time.
    GPU("GPU-bound"),
    /// A device waits for work while the host launches to it.
    LAUNCH("launch-bound"),
    /// The host waits in copies between its memory and that of a device.
    COPY("copy-bound"),
    /// The host allocates and frees memory of a device.
    DEVICE_MEMORY("bound by GPU memory management"),
    /// Calls that start the device or query its properties take most of the time.
    DEVICE_START_UP("bound by GPU start-up"),
    /// Threads wait for monitors and locks that other threads hold.
    LOCKS("lock-bound"),
    /// Pauses of the garbage collector stop all threads.
    GC("GC-bound"),
    /// All threads are idle most of the elapsed time.
    IDLE("idle"),
    /// Several things, of which none is much larger than the others.
    MIXED("mixed"),
    /// The profile lacks a measurement that the decision needs.
    UNKNOWN("undetermined");

    private final String text;

    Bottleneck(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
