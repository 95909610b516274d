package treeline.formats.cprofile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes what Python's marshal module writes, for tests.
final class MarshalBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    byte[] bytes() {
        return out.toByteArray();
    }

    MarshalBytes raw(int... bytes) {
        for (int each : bytes) out.write(each);
        return this;
    }

    MarshalBytes int32(int number) {
        byte[] four = new byte[4];
        ByteBuffer.wrap(four).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
        out.writeBytes(four);
        return this;
    }

    MarshalBytes dict() {
        return raw('{');
    }

    MarshalBytes end() {
        return raw('0');
    }

    MarshalBytes tuple(int count) {
        return raw(')', count);
    }

    MarshalBytes whole(int number) {
        return raw('i').int32(number);
    }

    MarshalBytes real(double number) {
        byte[] eight = new byte[8];
        ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).putDouble(number);
        raw('g').out.writeBytes(eight);
        return this;
    }

    MarshalBytes text(String text) {
        raw('z', text.length()).out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    MarshalBytes function(String file, int line, String name) {
        return tuple(3).text(file).whole(line).text(name);
    }

    MarshalBytes statistics(int primitive, int calls, double own, double inclusive) {
        return tuple(5).whole(primitive).whole(calls).real(own).real(inclusive).dict();
    }

    MarshalBytes call(int calls, int primitive, double own, double inclusive) {
        return tuple(4).whole(calls).whole(primitive).real(own).real(inclusive);
    }
}
