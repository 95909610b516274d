/// JSON for programs that read what commands say.
package treeline.app.json;
