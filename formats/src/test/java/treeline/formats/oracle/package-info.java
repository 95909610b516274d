/// What other programs compute from the real profiles, and how it is compared.
package treeline.formats.oracle;
