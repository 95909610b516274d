package treeline.ensemble;

import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.testkit.Drawing;
import treeline.transform.NodeMapping;

import java.util.List;

/// Runs drawn as text: what is known of them as `name=value` words, then the profile.
public final class Drawn {
    public static final String OUTSIDE = "(outside_regions)";

    private Drawn() {}

    /// Runs whose node [#OUTSIDE] is Caliper's time while no region was open: a drawing has no
    /// blanks in names.
    public static Ensemble withOutside(Run... runs) {
        Ensemble drawn = Ensemble.of(List.of(runs));
        return drawn.withValues(
                NodeMapping.mergingSiblings(
                                drawn.tree(),
                                frame ->
                                        frame.name().equals(OUTSIDE)
                                                ? Frame.OUTSIDE_REGIONS
                                                : frame)
                        .of(drawn.profile()));
    }

    public static Run drawn(String key, String metadata, String profile) {
        return new Run(key, metadataOf(metadata), profileOf(profile));
    }

    /// A run with one inclusive metric `time`, as `main=4 main/solve=3`.
    public static Run run(String key, String metadata, String... timeOfPath) {
        var table = new StringBuilder("metric time s inclusive\npath whole\n");
        for (String each : timeOfPath) table.append(each.replace('=', ' ')).append('\n');
        return drawn(key, metadata, table.toString());
    }

    private static Profile profileOf(String drawing) {
        return Drawing.profileOf(drawing);
    }

    public static Metadata metadataOf(String words) {
        Metadata metadata = Metadata.NONE;
        for (String word : words.isBlank() ? new String[0] : words.split(" ")) {
            String name = word.substring(0, word.indexOf('='));
            String value = word.substring(word.indexOf('=') + 1);
            metadata = metadata.with(name, valueOf(value));
        }
        return metadata;
    }

    private static Metadata.Value valueOf(String text) {
        if (text.matches("-?\\d+")) return new Metadata.Value.Whole(Long.parseLong(text));
        if (text.matches("-?\\d+\\.\\d+")) return new Metadata.Value.Real(Double.parseDouble(text));
        if (text.equals("true") || text.equals("false"))
            return new Metadata.Value.Flag(Boolean.parseBoolean(text));
        return new Metadata.Value.Text(text);
    }
}
