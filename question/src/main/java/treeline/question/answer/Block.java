package treeline.question.answer;

/// A piece of an answer, in reading order.
public sealed interface Block permits FactList, Heading, Section, Statement, TreeSection {}
