/// The commands about many runs.
package treeline.app.commands.ensemble;
