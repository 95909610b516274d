/// A kind of plot as data, and its command.
package treeline.app.commands.plot;
