package treeline.record.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// An event as JDK Flight Recorder shows it, beside what the JVM did at that time.
@Name("treeline.Event")
@Label("Recorded Event")
@Description("An event of the Treeline recorder")
@Category("Treeline")
@StackTrace(false)
public final class FlightEvent extends Event {
    @Label("Name")
    public String name = "";

    @Label("Depth")
    @Description("How many events of the thread were open around it")
    public int depth;

    @Label("Rank")
    public int rank;

    @Label("Iteration")
    @Description("The number of the iteration, or -1 outside a loop that keeps them")
    public int iteration;
}
