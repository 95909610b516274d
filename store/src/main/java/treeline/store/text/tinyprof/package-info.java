/// Reader of TinyProf files, in all three generations of their layout.
package treeline.store.text.tinyprof;
