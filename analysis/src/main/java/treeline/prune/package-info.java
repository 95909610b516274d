/// Which nodes of a large call tree stay, decided before values are loaded.
package treeline.prune;
