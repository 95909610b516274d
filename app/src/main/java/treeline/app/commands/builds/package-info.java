/// The commands about builds and their history: compare, archive.
package treeline.app.commands.builds;
