/// Text on screens of limited width: alignment, colour, tables, bars.
package treeline.question.screen;
