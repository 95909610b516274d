/// The questions about one run or two.
package treeline.question.run;
