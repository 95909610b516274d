/// The dashboard in a real browser.
@org.jspecify.annotations.NullMarked
package treeline.browser;
