/// The dashboard: a server on this machine that answers a browser, and the same pages as one file.
package treeline.dashboard;
