package treeline.dashboard.http;

import java.nio.charset.StandardCharsets;

/// The body of a response; the same bytes go to a browser and into a report.
public sealed interface Response {
    byte[] bytes();

    String type();

    record Json(String text) implements Response {
        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String type() {
            return "application/json; charset=utf-8";
        }
    }

    /// Text of another type, such as CSV.
    record Text(String type, String text) implements Response {
        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /// Columns of numbers.
    static final class Columns implements Response {
        private final byte[] bytes;

        public Columns(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public byte[] bytes() {
            return bytes;
        }

        @Override
        public String type() {
            return "application/octet-stream";
        }
    }
}
