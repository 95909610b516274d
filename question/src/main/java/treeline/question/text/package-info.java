/// Answers as text: tables, call trees, statements and numbers that fit a screen.
package treeline.question.text;
