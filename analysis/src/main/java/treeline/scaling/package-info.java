/// How nodes scale with processes or another setting of the runs, and what stops them.
package treeline.scaling;
