package treeline.formats.caliper.split;

import tools.jackson.core.JsonGenerator;

import treeline.formats.caliper.records.TypedMetadata;
import treeline.formats.writing.ExportLoss;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.List;
import java.util.Set;

/// The facts of a run in json-split: they stand beside the four sections, under their own names.
/// Caliper writes all of them as texts, and a text that looks like a number is read as one; numbers
/// and flags are written as such here, because Hatchet and Thicket keep them so.
public final class SplitFacts {
    private static final Set<String> SECTIONS =
            Set.of(DataExtent.KEY, "columns", "column_metadata", "nodes");

    private SplitFacts() {}

    public static void write(JsonGenerator json, Metadata metadata) {
        for (String key : metadata.keys()) {
            if (!isWritten(key)) continue;
            json.writeName(key);
            switch (metadata.get(key).orElseThrow()) {
                case Value.Text(String text) -> json.writeString(text);
                case Value.Whole(long whole) -> json.writeNumber(whole);
                case Value.Flag(boolean flag) -> json.writeBoolean(flag);
                case Value.Real(double real) -> json.writeNumber(real);
            }
        }
    }

    private static boolean isWritten(String key) {
        return !key.isBlank() && !SECTIONS.contains(key);
    }

    public static ExportLoss addLosses(ExportLoss left, Metadata metadata) {
        List<String> lost = metadata.keys().stream().filter(key -> !isWritten(key)).toList();
        List<String> numbers =
                metadata.keys().stream()
                        .filter(SplitFacts::isWritten)
                        .filter(key -> looksLikeNumber(metadata.get(key).orElseThrow()))
                        .toList();
        return left.named("metadata with these names", lost)
                .named("the type of strings that look like numbers", numbers);
    }

    private static boolean looksLikeNumber(Value value) {
        return value instanceof Value.Text(String text)
                && !(TypedMetadata.ofText(text) instanceof Value.Text);
    }
}
