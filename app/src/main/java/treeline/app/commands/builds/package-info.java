/// `archive add`, the CI reports of `compare`, and the plot of a history.
package treeline.app.commands.builds;
