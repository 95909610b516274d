package treeline.record.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// An event in JDK Flight Recorder, next to the JVM's own events.
@Name("treeline.Event")
@Label("Recorded Event")
@Description("An event of the Treeline recorder")
@Category("Treeline")
@StackTrace(false)
public final class FlightEvent extends Event {
    @Label("Name")
    public String name = "";

    @Label("Depth")
    @Description("Number of enclosing events on the thread")
    public int depth;

    @Label("Rank")
    public int rank;

    @Label("Iteration")
    @Description("Iteration number, or -1 if the loop does not store iterations")
    public int iteration;
}
