package treeline.question.answer;

/// A piece of an answer, in reading order.
public sealed interface Block
        permits Document,
                FactList,
                Heading,
                Section,
                Statement,
                StatisticTree,
                TextFigure,
                TreeSection {}
