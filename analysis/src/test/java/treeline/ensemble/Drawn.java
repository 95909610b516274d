package treeline.ensemble;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.testkit.Drawing;

/// Runs drawn as text: what is known of them as `name=value` words, then the profile.
final class Drawn {
    private Drawn() {}

    static Run drawn(String key, String metadata, String profile) {
        return new Run(key, metadataOf(metadata), profileOf(profile));
    }

    /// A run with one inclusive metric `time`, as `main=4 main/solve=3`.
    static Run run(String key, String metadata, String... timeOfPath) {
        var table = new StringBuilder("metric time s inclusive\npath whole\n");
        for (String each : timeOfPath) table.append(each.replace('=', ' ')).append('\n');
        return drawn(key, metadata, table.toString());
    }

    private static Profile profileOf(String drawing) {
        return Drawing.profileOf(drawing);
    }

    static Metadata metadataOf(String words) {
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
