/// What plots of one run and of many have in common: the command of a kind, and its options.
package treeline.app.commands.plot;
