package treeline.formats.chrometrace;

import treeline.formats.slices.DeviceCalls;
import treeline.formats.slices.SliceKind;
import treeline.model.Frame;
import treeline.source.trace.OperationKind;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The kind of a slice according to its category; PyTorch's profiler uses a fixed set.
enum Category implements SliceKind {
    /// Anything that a program annotated.
    REGION,
    /// A range of PyTorch, which may start within one call and end within another.
    ANNOTATION,
    /// An operator of PyTorch.
    OPERATOR,
    /// A function of Python, whose name has its file and line.
    PYTHON,
    /// A call of the runtime or driver that may have launched work on a device.
    LAUNCH,
    /// Work of a device.
    DEVICE,
    /// A copy or fill of memory by a device.
    DEVICE_COPY,
    /// What a row of a device shows without a category, as JAX writes it.
    DEVICE_ROW,
    /// Work that another row of the device shows too, as JAX writes it.
    DEVICE_VIEW,
    /// Waiting of a device or for it, shown on a row of the device.
    DEVICE_SYNCHRONISATION,
    /// An annotation repeated on the device, around the work that was launched in it.
    DEVICE_ANNOTATION,
    /// What the profiler says of itself.
    PROFILER;

    /// `train.py(21): step`, and `$train.py:21 step` of JAX.
    private static final Pattern PYTHON_NAME =
            Pattern.compile("(?<file>[^(]{1,500})\\((?<line>\\d{1,9})\\): (?<name>.+)");

    private static final Pattern JAX_NAME =
            Pattern.compile("\\$(?<file>[^: ]{1,500}):(?<line>\\d{1,9}) (?<name>.+)");

    /// The category of Kineto's activity types; old versions begin with capitals.
    static Category of(String text) {
        return switch (text) {
            case "kernel", "Kernel" -> DEVICE;
            case "gpu_memcpy", "gpu_memset", "Memcpy", "Memset" -> DEVICE_COPY;
            case "gpu_user_annotation", "cuda_profiler_range" -> DEVICE_ANNOTATION;
            case "user_annotation" -> ANNOTATION;
            case "cpu_op", "Operator" -> OPERATOR;
            case "python_function" -> PYTHON;
            case "Runtime" -> LAUNCH;
            case "Trace", "overhead" -> PROFILER;
            case "cuda_event" -> DEVICE_SYNCHRONISATION;
            default -> {
                if (text.endsWith("_sync")) yield DEVICE_SYNCHRONISATION;
                yield text.endsWith("_runtime") || text.endsWith("_driver") ? LAUNCH : REGION;
            }
        };
    }

    @Override
    public Frame frame(String name) {
        return switch (this) {
            case PYTHON -> function(PYTHON_NAME.matcher(name), name);
            case REGION, ANNOTATION ->
                    name.startsWith("$")
                            ? function(JAX_NAME.matcher(name), name)
                            : Frame.region(name);
            case OPERATOR, LAUNCH -> Frame.function(name);
            case DEVICE, DEVICE_COPY, DEVICE_ROW -> new Frame(Frame.Kind.KERNEL, name, "", 0, "");
            case DEVICE_VIEW, DEVICE_SYNCHRONISATION, DEVICE_ANNOTATION, PROFILER ->
                    Frame.region(name);
        };
    }

    /// Regions launch if they have a correlation id, as calls of the driver in traces of JAX do.
    @Override
    public boolean launches() {
        return this == LAUNCH || this == REGION || this == ANNOTATION;
    }

    @Override
    public boolean isRange() {
        return this == ANNOTATION;
    }

    @Override
    public boolean isOfDevice() {
        return this == DEVICE || this == DEVICE_COPY;
    }

    @Override
    public Optional<OperationKind> operation(String name) {
        return switch (this) {
            case DEVICE -> Optional.of(OperationKind.KERNEL);
            case DEVICE_COPY -> Optional.of(OperationKind.COPY);
            case DEVICE_ROW -> Optional.of(DeviceCalls.ofWork(name));
            case REGION, ANNOTATION, OPERATOR, PYTHON, LAUNCH -> SliceKind.super.operation(name);
            case DEVICE_VIEW, DEVICE_SYNCHRONISATION, DEVICE_ANNOTATION, PROFILER ->
                    Optional.empty();
        };
    }

    /// An operator that starts a collective operation is still the innermost slice while PyTorch
    /// waits for the operation in it.
    @Override
    public boolean works(String name) {
        return this == LAUNCH || (this == OPERATOR && !TorchCollectives.isOperator(name));
    }

    /// Whether only threads of the host have such slices.
    boolean isOfHost() {
        return this == OPERATOR || this == PYTHON || this == LAUNCH;
    }

    private static Frame function(Matcher parts, String name) {
        if (!parts.matches()) return Frame.function(name);
        return new Frame(
                Frame.Kind.FUNCTION,
                parts.group("name"),
                parts.group("file"),
                Integer.parseInt(parts.group("line")),
                "");
    }
}
