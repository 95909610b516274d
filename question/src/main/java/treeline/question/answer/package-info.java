/// Answers as data: statements, tables and call trees that every interface renders in its own way.
package treeline.question.answer;
