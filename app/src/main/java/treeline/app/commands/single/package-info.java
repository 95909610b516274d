/// The commands about one run, or about two that are compared.
package treeline.app.commands.single;
