/// The annotated parallel program that `treeline demo` records.
package treeline.app.demo;
