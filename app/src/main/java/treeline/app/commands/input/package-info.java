/// What the commands read: options that choose a run and a part of it, and the run that they give.
package treeline.app.commands.input;
