/// The commands about files: convert them, list formats, serve them, make a demo, write the native
/// recorder.
package treeline.app.commands.files;
