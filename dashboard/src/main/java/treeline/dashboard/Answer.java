package treeline.dashboard;

import java.nio.charset.StandardCharsets;

/// What a question to a run is answered with; the same bytes go to a browser and into a report.
sealed interface Answer {
    byte[] bytes();

    String type();

    record Json(String text) implements Answer {
        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String type() {
            return "application/json; charset=utf-8";
        }
    }

    /// Columns of numbers, see [ColumnFrame].
    static final class Columns implements Answer {
        private final byte[] bytes;

        Columns(byte[] bytes) {
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
