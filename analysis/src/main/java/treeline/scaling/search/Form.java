package treeline.scaling.search;

/// What a model is made of. Extra-P's terms only grow; where values fall with a parameter, as times
/// of strong scaling do, such a model soon predicts times below 0.
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
