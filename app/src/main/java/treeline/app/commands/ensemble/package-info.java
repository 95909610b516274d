/// `ensemble save`, and the plots of many runs.
package treeline.app.commands.ensemble;
