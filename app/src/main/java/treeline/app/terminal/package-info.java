/// What a terminal can show: width, colour, characters, numbers for people, tables, progress.
package treeline.app.terminal;
