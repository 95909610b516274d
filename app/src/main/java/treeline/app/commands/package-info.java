/// The commands of `treeline`, one class each: what is read, what is asked of it, what is printed.
package treeline.app.commands;
