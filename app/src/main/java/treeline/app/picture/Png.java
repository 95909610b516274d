package treeline.app.picture;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;

import treeline.plot.Drawing;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// PNG rendering of a drawing, at twice the resolution of the SVG for high-density screens, or at
/// 500 dots per inch for a column of a paper.
final class Png {
    private static final int SCALE = 2;
    private static final int COLUMN_SCALE = 4;
    private static final int MAX_COLUMN_WIDTH = 500;

    /// Larger pictures would not fit into memory.
    private static final long MAX_PIXELS = 200_000_000;

    /// The SVG is our own: it may have as many elements as it needs.
    private static final DocumentLimits LIMITS =
            new DocumentLimits(
                    DocumentLimits.DEFAULT_MAX_NESTING_DEPTH,
                    DocumentLimits.DEFAULT_MAX_USE_NESTING_DEPTH,
                    Integer.MAX_VALUE);

    private Png() {}

    static byte[] of(Drawing drawing) throws IOException {
        System.setProperty("java.awt.headless", "true");
        int scale = drawing.width() <= MAX_COLUMN_WIDTH ? COLUMN_SCALE : SCALE;
        int width = scale * drawing.width();
        int height = scale * drawing.height();
        if ((long) width * height > MAX_PIXELS)
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "a PNG of %,d x %,d pixels is too large; write .svg, or draw less with"
                                    + " --top",
                            width,
                            height));
        var svg = new ByteArrayInputStream(drawing.svg().getBytes(StandardCharsets.UTF_8));
        SVGDocument document =
                new SVGLoader()
                        .load(svg, null, LoaderContext.builder().documentLimits(LIMITS).build());
        if (document == null) throw new IllegalStateException("the SVG cannot be read back");
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(
                    RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(
                    RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            document.render(null, graphics, new ViewBox(width, height));
        } finally {
            graphics.dispose();
        }
        var bytes = new ByteArrayOutputStream();
        // a plain stream would be cached in a file of the temporary folder, whose disk may be full
        try (var inMemory = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(image, "png", inMemory);
        }
        return bytes.toByteArray();
    }
}
