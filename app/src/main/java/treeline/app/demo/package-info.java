/// A recorded run to try the tool with, made by a generator until there is a recorder.
package treeline.app.demo;
