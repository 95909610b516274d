package treeline.store.text;

import org.jspecify.annotations.Nullable;

import treeline.model.Label;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.List;

/// Context labels, one line per label: `@label,core,0,1,2,3`. Texts are in context order; trailing
/// empty ones are omitted.
record LabelLine(String name, List<String> texts) {

    /// The fields behind `@label`.
    static List<String> fields(Label label) {
        List<String> fields = new ArrayList<>(List.of(Escapes.encoded(label.name(), "")));
        int size = label.size();
        while (size > 0 && label.at(size - 1).isEmpty()) size--;
        for (int i = 0; i < size; i++) fields.add(Escapes.encoded(label.at(i), ""));
        return fields;
    }

    static LabelLine parsed(List<String> fields, TextLines at) {
        String name = fields.isEmpty() ? "" : Escapes.decoded(fields.getFirst(), at);
        if (name.isBlank()) throw at.malformed("@label,name and a text for each context");
        List<String> texts = new ArrayList<>();
        for (String text : fields.subList(1, fields.size())) texts.add(Escapes.decoded(text, at));
        return new LabelLine(name, texts);
    }

    /// The label, null where the line has more texts than there are contexts.
    @Nullable Label label(int contexts) {
        if (texts.size() > contexts) return null;
        List<String> all = new ArrayList<>(texts);
        while (all.size() < contexts) all.add("");
        return Label.of(name, all);
    }
}
