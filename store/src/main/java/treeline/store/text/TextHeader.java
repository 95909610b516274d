package treeline.store.text;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextForm;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.Checksum;

/// The header lines of our dialect: metadata, contexts, frames and columns.
record TextHeader(
        Metadata metadata,
        List<Context> contexts,
        List<Label> contextLabels,
        List<Frame> frames,
        ColumnsLine columns) {
    private static final Pattern VERSION = Pattern.compile("[1-9]\\d{0,8}");

    /// Reads up to the `@columns` line and adds what it reads to a checksum.
    static TextHeader read(TextLines lines, Checksum checksum) {
        readVersion(lines);
        lines.addTo(checksum);
        var header = new Collected();
        while (header.columns == null) {
            if (!lines.next() || !lines.finished())
                throw lines.malformed("the @columns line", "the end of the file");
            header.add(lines);
            lines.addTo(checksum);
        }
        return header.complete(lines);
    }

    private static void readVersion(TextLines lines) {
        String expected = TextForm.MAGIC + TextForm.VERSION;
        if (!lines.next())
            throw lines.malformed("'" + expected + "' or a TinyProf header", "an empty file");
        if (!lines.startsWith(TextForm.MAGIC))
            throw lines.malformed("'" + expected + "' or a TinyProf header");
        String version = lines.text().substring(TextForm.MAGIC.length());
        if (!VERSION.matcher(version).matches())
            throw lines.malformed("version " + TextForm.VERSION + " of treeline-text");
        TextForm.READABLE.require(
                "%s line %d".formatted(lines.file().path(), lines.number()),
                Long.parseLong(version));
    }

    private static final class Collected {
        private final Map<String, Metadata.Value> metadata = new LinkedHashMap<>();
        private @Nullable List<Context> contexts;
        private final List<LabelLine> labels = new ArrayList<>();
        private final List<Frame> frames = new ArrayList<>();
        private @Nullable ColumnsLine columns;

        void add(TextLines line) {
            List<String> words = List.of(line.text().split(",", -1));
            List<String> fields = words.subList(1, words.size());
            switch (words.getFirst()) {
                case TextForm.META -> MetaLine.addTo(metadata, fields, line);
                case TextForm.FRAME ->
                        frames.add(FrameLine.parsed(frames.size() + 1, fields, line));
                case TextForm.CONTEXTS -> {
                    if (contexts != null) throw line.malformed("one @contexts line", "another one");
                    contexts = contexts(fields, line);
                }
                case TextForm.LABEL -> addLabel(LabelLine.parsed(fields, line), line);
                case TextForm.COLUMNS -> columns = ColumnsLine.parsed(fields, line);
                default -> throw line.malformed("@meta, @contexts, @label, @frame or @columns");
            }
        }

        private void addLabel(LabelLine added, TextLines line) {
            for (LabelLine label : labels)
                if (label.name().equals(added.name()))
                    throw line.malformed(
                            "labels that differ", QuotedExcerpt.of(added.name()) + " twice");
            labels.add(added);
        }

        TextHeader complete(TextLines lines) {
            if (contexts == null || columns == null)
                throw lines.malformed("a @contexts line above @columns", "none");
            List<Label> contextLabels = new ArrayList<>();
            for (LabelLine line : labels) {
                Label label = line.label(contexts.size());
                if (label == null)
                    throw lines.malformed(
                            "at most %d texts in the @label line of %s"
                                    .formatted(contexts.size(), QuotedExcerpt.of(line.name())),
                            Integer.toString(line.texts().size()));
                contextLabels.add(label);
            }
            return new TextHeader(
                    Metadata.of(metadata), contexts, contextLabels, List.copyOf(frames), columns);
        }
    }

    private static List<Context> contexts(List<String> tokens, TextLines line) {
        List<Context> contexts = new ArrayList<>();
        for (String text : tokens) {
            ContextToken token = ContextToken.parsed(text, line);
            if (contexts.size() + token.size(TextForm.MAX_CONTEXTS) > TextForm.MAX_CONTEXTS)
                throw line.malformed(
                        "at most %d contexts".formatted(TextForm.MAX_CONTEXTS),
                        "more with " + QuotedExcerpt.of(text));
            token.addTo(contexts);
        }
        for (int i = 1; i < contexts.size(); i++)
            if (contexts.get(i - 1).compareTo(contexts.get(i)) >= 0)
                throw line.malformed(
                        "contexts in ascending order",
                        "%s after %s".formatted(contexts.get(i), contexts.get(i - 1)));
        return contexts;
    }
}
