/// Answers as HTML, for notebooks and pages.
package treeline.question.html;
