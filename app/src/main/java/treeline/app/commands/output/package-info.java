/// Output of commands: text, JSON or CSV, warnings, written profiles.
package treeline.app.commands.output;
