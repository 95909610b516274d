/// What several writers need: a profile as samples, and what forms of other tools leave out.
package treeline.formats.writing;
