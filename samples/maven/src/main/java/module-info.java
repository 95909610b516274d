/// A program that records and analyses itself.
module sample {
    requires treeline.record;
    requires treeline.library;
}
