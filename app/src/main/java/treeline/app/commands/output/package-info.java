/// What the commands print: tables and trees for people, one envelope of JSON or CSV for programs.
package treeline.app.commands.output;
