package treeline.plot.draw;

import java.util.List;

/// Sequential and diverging colour scales. Steps are perceptually even and change monotonically in
/// lightness, so that the order also shows in grey.
public record ColourScale(List<Integer> stops) {

    /// From nearly white to dark blue, for a light page.
    static final ColourScale LIGHT =
            new ColourScale(
                    List.of(0xeef4f9, 0xcfe0ee, 0xa0c5de, 0x659fc9, 0x3277ae, 0x114d88, 0x072f60));

    /// From dark blue over green to yellow, for a dark page.
    static final ColourScale DARK =
            new ColourScale(
                    List.of(0x440154, 0x443a83, 0x31688e, 0x21908c, 0x35b779, 0x8fd744, 0xfde725));

    /// From blue over white to red.
    public static final ColourScale DIVERGING =
            new ColourScale(
                    List.of(0x1f5a99, 0x6aa5d0, 0xd5e5f0, 0xf7f7f7, 0xf9d8c6, 0xdf7f60, 0xa81c2c));

    /// The colour at a share of the scale.
    ///
    /// @param share from 0 to 1
    public String at(double share) {
        double place = Math.clamp(share, 0, 1) * (stops.size() - 1);
        int below = Math.min((int) place, stops.size() - 2);
        double part = place - below;
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = stops.get(below) >> shift & 0xff;
            int to = stops.get(below + 1) >> shift & 0xff;
            colour |= (int) Math.round(from + (to - from) * part) << shift;
        }
        return "#%06x".formatted(colour);
    }

    /// Black or white, whichever reads better on a colour.
    public static String inkOn(String colour) {
        return contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#ffffff" : "#000000";
    }

    /// How far two colours differ in brightness, from 1 to 21 (WCAG 2.1).
    static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        int rgb = Integer.parseInt(colour.substring(1), 16);
        return 0.2126 * linear(rgb >> 16 & 0xff)
                + 0.7152 * linear(rgb >> 8 & 0xff)
                + 0.0722 * linear(rgb & 0xff);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
