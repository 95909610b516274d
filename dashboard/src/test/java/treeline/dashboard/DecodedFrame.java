package treeline.dashboard;

import treeline.dashboard.http.Response;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An answer of columns, decoded as a browser does it.
record DecodedFrame(String header, Map<String, double[]> columns) {
    private static final Pattern COLUMN =
            Pattern.compile("\\{\"name\": \"(\\w+)\", \"type\": \"(\\w+)\", \"length\": (\\d+)}");

    static DecodedFrame of(Response answer) {
        ByteBuffer bytes = ByteBuffer.wrap(answer.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        byte[] json = new byte[bytes.getInt()];
        bytes.get(json);
        String header = new String(json, StandardCharsets.UTF_8);
        Map<String, double[]> columns = new LinkedHashMap<>();
        int at = padded(Integer.BYTES + json.length);
        for (Matcher each = COLUMN.matcher(header); each.find(); ) {
            boolean whole = each.group(2).equals("i32");
            double[] values = new double[Integer.parseInt(each.group(3))];
            int width = whole ? Integer.BYTES : Double.BYTES;
            for (int i = 0; i < values.length; i++)
                values[i] = whole ? bytes.getInt(at + i * width) : bytes.getDouble(at + i * width);
            columns.put(each.group(1), values);
            at += padded(values.length * width);
        }
        return new DecodedFrame(header, columns);
    }

    private static int padded(int bytes) {
        return (bytes + 7) / 8 * 8;
    }

    double[] column(String name) {
        double[] found = columns.get(name);
        if (found == null) throw new AssertionError("no column " + name + " in " + header);
        return found;
    }
}
