package treeline.dashboard.time;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.source.Selection;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.timeline.Timeline;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A tile of a timeline: some rows during one of the 2^level equal parts of the run. The cells are
/// those of [Timeline], as indexes of the nodes that occur in the tile, with one byte per cell if
/// the tile has at most 256 nodes and two bytes otherwise.
final class TimelineTile {
    static final int COLUMNS = 512;
    static final int MAX_ROWS = 256;

    /// Numbers up to 2^53 are exact in a browser.
    static final int MAX_LEVEL = 52;

    private static final int ONE_BYTE = 256;

    private TimelineTile() {}

    static Response of(OpenTrace trace, RequestParameters question) {
        int level = question.index("level", MAX_LEVEL + 1);
        long tiles = 1L << level;
        TimeWindow window = window(trace.end(), tiles, question.number("tile", tiles));
        Selection chosen = question.contexts(trace.outline().contexts().size());
        TracePart part = trace.part(chosen, window);
        int most =
                question.maybe("rows").isEmpty()
                        ? MAX_ROWS
                        : Math.max(1, question.index("rows", MAX_ROWS + 1));
        long rows = part.lines().stream().mapToInt(each -> each.context()).distinct().count();
        if (rows > MAX_ROWS && !chosen.isAll())
            throw RefusedRequest.wrong(
                    "a tile has at most %d rows, found %d".formatted(MAX_ROWS, rows));
        return frame(trace, Timeline.of(part, most, COLUMNS));
    }

    /// Adjacent tiles share their edge, also if the run is not divisible.
    static TimeWindow window(long end, long tiles, long tile) {
        long from = edge(end, tiles, tile);
        long to = edge(end, tiles, tile + 1);
        if (to <= from)
            throw RefusedRequest.wrong(
                    "tile %d of %d is shorter than a nanosecond".formatted(tile, tiles));
        return new TimeWindow(from, to);
    }

    private static long edge(long end, long tiles, long tile) {
        return BigInteger.valueOf(end)
                .multiply(BigInteger.valueOf(tile))
                .divide(BigInteger.valueOf(tiles))
                .longValueExact();
    }

    private static Response frame(OpenTrace trace, Timeline timeline) {
        Map<Integer, Integer> indexOf = new HashMap<>();
        List<Integer> nodes = new ArrayList<>();
        int[] cells = new int[timeline.rows() * timeline.columns()];
        int[] contexts = new int[timeline.rows()];
        for (int row = 0; row < timeline.rows(); row++) {
            contexts[row] = timeline.context(row);
            for (int column = 0; column < timeline.columns(); column++) {
                int node = trace.shown(timeline.node(row, column));
                Integer known = indexOf.get(node);
                if (known == null) {
                    known = nodes.size();
                    indexOf.put(node, known);
                    nodes.add(node);
                }
                cells[row * timeline.columns() + column] = known;
            }
        }
        int bytes = nodes.size() <= ONE_BYTE ? 1 : 2;
        TimeWindow window = timeline.window();
        return new ColumnFrame()
                .whole("context", contexts)
                .whole("node", nodes.stream().mapToInt(Integer::intValue).toArray())
                .bytes("cells", packed(cells, bytes))
                .with(
                        json -> {
                            json.name("from").value(window.fromNanos());
                            json.name("to").value(window.toNanos());
                            json.name("width").value(timeline.columns());
                            json.name("bytes").value(bytes);
                        });
    }

    /// A tile has at most 131,072 cells; of more than 65,536 nodes the rest would be ambiguous.
    private static ByteBuffer packed(int[] cells, int bytes) {
        ByteBuffer packed =
                ByteBuffer.allocate(cells.length * bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int cell : cells)
            if (bytes == 1) packed.put((byte) cell);
            else packed.putShort((short) Math.min(cell, 0xffff));
        return packed.flip();
    }
}
