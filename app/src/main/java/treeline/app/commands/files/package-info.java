/// The commands about files: convert them, list formats, serve them, make a demo.
package treeline.app.commands.files;
