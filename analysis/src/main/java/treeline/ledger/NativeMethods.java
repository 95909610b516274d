package treeline.ledger;

import treeline.model.CallTree;
import treeline.model.Frame;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Classification of native methods of the JDK as computing or waiting. Flight Recorder samples
/// native methods whether they run or block, so only known methods have an account.
public final class NativeMethods {
    private static final Map<Operation, Pattern> KNOWN = new LinkedHashMap<>();

    static {
        KNOWN.put(
                Operation.FILES,
                Pattern.compile(
                        "java\\.io\\.(?:File(?:In|Out)putStream|RandomAccessFile|FileDescriptor"
                            + "|UnixFileSystem|WinNTFileSystem)\\.\\w+"
                            + "|sun\\.nio\\.ch\\.(?:Unix|Windows)?FileDispatcherImpl\\.\\w+"
                            + "|sun\\.nio\\.(?:ch\\.FileChannelImpl|fs\\.\\w+NativeDispatcher)\\.\\w+"));
        KNOWN.put(
                Operation.SOCKETS,
                Pattern.compile(
                        "sun\\.nio\\.ch\\.(?:Socket|Datagram)Dispatcher\\.\\w+"
                                + "|sun\\.nio\\.ch\\.Net\\.(?:connect0|pollConnect|shutdown)"
                                + "|java\\.net\\.Socket(?:In|Out)putStream\\.socket\\w+"));
        KNOWN.put(
                Operation.PARKED,
                Pattern.compile(
                        "sun\\.nio\\.ch\\.(?:EPoll|KQueue|WEPoll|EPollArrayWrapper)\\.\\w+"
                                + "|sun\\.nio\\.ch\\.Net\\.(?:poll|accept)"
                                + "|java\\.net\\.PlainSocketImpl\\.socketAccept"
                                + "|java\\.lang\\.ProcessHandleImpl\\.waitForProcessExit0"
                                + "|java\\.lang\\.(?:Object\\.wait|Thread\\.sleep)\\w*"));
        KNOWN.put(Operation.COMPUTATION, Pattern.compile("java\\.util\\.zip\\.\\w+\\.\\w+"));
    }

    /// A read or write with a timeout, which polls.
    private static final Pattern SOCKET_STREAM =
            Pattern.compile("java\\.net\\.Socket\\$Socket(?:In|Out)putStream\\.\\w+");

    private NativeMethods() {}

    /// What a thread does at a node of a native sample, [Operation#NATIVE_CODE] if not known.
    public static Operation at(CallTree tree, int node) {
        int method = node;
        while (tree.frame(method).kind() == Frame.Kind.LINE) method = tree.parent(method);
        String name = tree.name(method);
        for (Map.Entry<Operation, Pattern> each : KNOWN.entrySet())
            if (each.getValue().matcher(name).matches())
                return each.getKey() == Operation.PARKED && isInSocket(tree, method)
                        ? Operation.SOCKETS
                        : each.getKey();
        return Operation.NATIVE_CODE;
    }

    private static boolean isInSocket(CallTree tree, int node) {
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (SOCKET_STREAM.matcher(tree.name(at)).matches()) return true;
        return false;
    }
}
