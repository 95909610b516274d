package treeline.scaling.search;

/// The form of a model. Extra-P's terms only grow; for values that decrease with a parameter, such
/// as strong-scaling times, such a model soon predicts negative times.
public enum Form {
    /// The values as they were measured, with terms that grow: Extra-P's default.
    MEASURED,
    /// The values times a parameter, such as the time of all processes together, with terms that
    /// grow; divided by the parameter again.
    TOTAL,
    /// The values as they were measured, with terms that grow or fall: Extra-P's negative
    /// exponents.
    FALLING
}
