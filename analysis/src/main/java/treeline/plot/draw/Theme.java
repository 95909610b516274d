package treeline.plot.draw;

import java.util.List;

/// The colours of a figure, light or dark. Series use the palette of Okabe and Ito, which is safe
/// for all kinds of colour vision; on white its pale colours are darkened so that lines stay
/// visible.
public record Theme(
        boolean dark,
        String background,
        String ink,
        String muted,
        String grid,
        String missing,
        List<String> series) {

    /// So many series have a colour of their own; more would not be told apart.
    public static final int COLOURS = 8;

    private static final Theme LIGHT =
            new Theme(
                    false,
                    "#ffffff",
                    "#1a1d21",
                    "#5a616b",
                    "#e3e6ea",
                    "#d5d9de",
                    List.of(
                            "#0072b2", "#d55e00", "#009e73", "#c0609a", "#b07d00", "#3a93c9",
                            "#7a5cc7", "#5e6670"));
    private static final Theme DARK =
            new Theme(
                    true,
                    "#15181c",
                    "#eceff2",
                    "#a4adb8",
                    "#2c3238",
                    "#3d444c",
                    List.of(
                            "#4aa3dd", "#f0843c", "#1fc295", "#e29ac3", "#e6a520", "#8fd0f5",
                            "#f0e442", "#a8b0ba"));

    public static Theme of(boolean dark) {
        return dark ? DARK : LIGHT;
    }

    /// The largest values stand out most: dark on a light page, light on a dark one.
    public ColourScale shades() {
        return dark ? ColourScale.DARK : ColourScale.LIGHT;
    }

    public String series(int index) {
        return series.get(index % series.size());
    }
}
