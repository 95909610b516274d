package treeline.app.demo;

import org.jspecify.annotations.Nullable;

/// The annotated regions of the demo's stencil program, callers before what they call.
///
/// `nanos` is what one pass takes without what it calls.
enum Event {
    MAIN("main", null, "", 40_000),
    SETUP("setup", MAIN, "", 20_000),
    READ_INPUT("read_input", SETUP, "IO", 60_000_000),
    PARTITION("partition", SETUP, "COMP", 22_000_000),
    ALLOCATE("allocate", SETUP, "COMP", 9_000_000),
    TIME_LOOP("time_loop", MAIN, "", 15_000),
    EXCHANGE("exchange", TIME_LOOP, "COMM", 12_000),
    PACK("pack", EXCHANGE, "COMP", 420_000),
    SEND_RECV("send_recv", EXCHANGE, "COMM", 2_600_000),
    UNPACK("unpack", EXCHANGE, "COMP", 350_000),
    STENCIL("stencil", TIME_LOOP, "COMP", 18_000),
    INTERIOR("interior", STENCIL, "COMP", 21_000_000),
    BOUNDARY("boundary", STENCIL, "COMP", 3_100_000),
    CORNER_FIX("corner_fix", STENCIL, "COMP", 650_000),
    RESIDUAL("residual", TIME_LOOP, "COMP", 10_000),
    LOCAL_NORM("local_norm", RESIDUAL, "COMP", 1_700_000),
    ALLREDUCE("allreduce", RESIDUAL, "COMM", 280_000),
    CHECKPOINT("checkpoint", MAIN, "IO", 15_000),
    GATHER("gather", CHECKPOINT, "COMM", 14_000_000),
    WRITE_FILE("write_file", CHECKPOINT, "IO", 85_000_000),
    FINALIZE("finalize", MAIN, "", 12_000),
    REPORT("report", FINALIZE, "IO", 5_000_000);

    final String region;
    final @Nullable Event caller;
    final String tag;
    final long nanos;

    Event(String region, @Nullable Event caller, String tag, long nanos) {
        this.region = region;
        this.caller = caller;
        this.tag = tag;
        this.nanos = nanos;
    }

    /// Whether every iteration is kept: the time loop itself and all that it calls.
    boolean isLooped() {
        return this == TIME_LOOP || (caller != null && caller.isLooped());
    }
}
