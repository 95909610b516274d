package treeline.question.input;

import treeline.model.Label;
import treeline.text.NaturalOrder;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.List;

/// One-line summary of a label over thousands of contexts: `core: 0 to 7 (8)`.
///
/// @param texts the distinct values in natural order
/// @param labelled the number of contexts with a value
public record LabelSummary(String name, List<String> texts, int labelled, int contexts) {
    private static final int MOST_TEXTS = 3;

    public static LabelSummary of(Label label) {
        int labelled = 0;
        for (int context = 0; context < label.size(); context++)
            if (!label.at(context).isEmpty()) labelled++;
        List<String> texts =
                label.values().stream()
                        .filter(text -> !text.isEmpty())
                        .sorted(NaturalOrder.NATURAL)
                        .toList();
        return new LabelSummary(label.name(), texts, labelled, label.size());
    }

    @Override
    public String toString() {
        String all = labelled == contexts ? "" : ", %s without".formatted(without());
        return "%s: %s%s".formatted(name, shown(), all);
    }

    private String without() {
        return ContextSummary.counted(contexts - labelled, "context");
    }

    private String shown() {
        if (texts.isEmpty()) return "none";
        if (texts.size() == 1) return texts.getFirst();
        String count = Quantity.whole(texts.size());
        if (areNumbers())
            return "%s to %s (%s)".formatted(texts.getFirst(), texts.getLast(), count);
        if (texts.size() <= MOST_TEXTS) return String.join(", ", texts);
        return "%s, ... (%s)".formatted(String.join(", ", texts.subList(0, MOST_TEXTS)), count);
    }

    private boolean areNumbers() {
        return texts.stream().allMatch(text -> text.chars().allMatch(Character::isDigit));
    }
}
